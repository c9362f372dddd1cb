# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh: starts gdb on a program of the CPU device, with breakpoints in its kernels.

# find_debugger: sets `debugger`, or says how to get it. GDB is another one.
find_debugger() {
    debugger=$(command -v "${GDB:-gdb}" || true)
    [ -n "$debugger" ] || fail "There is no ${GDB:-gdb} on this machine. It is the debugger, and nothing else needs it.
Debian, Ubuntu: sudo apt-get install gdb. Fedora: sudo dnf install gdb. Arch: sudo pacman -S gdb.
Without it: printf in a kernel works as well, with #include <cstdio>."
}

# kernels_of FILE: the names of the kernels that a file defines or declares, one a line.
kernels_of() {
    sed 's|//.*||' "$1" | tr '\n' ' ' | sed 's/__launch_bounds__ *([^)]*)//g' |
        grep -o '__global__[^(;{]*(' | sed -e 's/ *($//' -e 's/.*[ *&]//' | sort -u
}

# debug_program KERNELS PROGRAM ARGUMENT...: gdb, which stops in these kernels. IF is the condition.
# Commands come from the terminal, or from stdin.
debug_program() {
    kernels=$1
    shift
    [ -n "$kernels" ] || fail "There is no kernel to stop in: the file has no __global__ function."
    say "gdb stops in $(say "$kernels" | tr '\n' ' ')${IF:+if $IF}"
    say "Try: print threadIdx, next, info locals, continue. The end: quit. Help: debugging/README.md"
    # The functions of the CPU device are no place to step into. A person at a breakpoint needs
    # time, and it is not counted, but a condition that is asked for every thread is.
    export WORKSHOP_KERNEL_SECONDS="${WORKSHOP_KERNEL_SECONDS:-0}"
    export DEBUGINFOD_URLS= # or gdb asks whether it may use the network
    set -- -ex run --args "$@"
    for kernel in $kernels; do
        set -- -ex "break $kernel${IF:+ if $IF}" "$@"
    done
    "$debugger" -q -iex 'set breakpoint pending on' -iex 'skip -gfi */emulator/include/*' \
        -iex 'skip -gfi */emulator/src/*' "$@" 9>&-
}

# write_breakpoints FILE [CONDITION]: the commands of gdb that stop in the kernels of a file, and step over the
# CPU device, for editors.
write_breakpoints() {
    say "set breakpoint pending on"
    say "skip -gfi */emulator/include/*"
    say "skip -gfi */emulator/src/*"
    for kernel in $(kernels_of "$1"); do say "break $kernel${2:+ if $2}"; done
}
