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

# stops_of FILE: where gdb is to stop in these kernels, one a line. By its name, gdb stops in front of the
# call that watches the kernel, on the line of the parameters; so NAME.cu:LINE with the line behind the one
# that opens the body: gdb takes the next line with code. The name, where the file does not tell the line:
# the body begins on the same line, or it is in another file.
stops_of() {
    kernels_of "$1" | awk -v file="$(basename "$1")" '
        NR == FNR { names[++count] = $0; next }
        {
            sub(/\/\/.*/, "")
            gsub(/\/\*.*\*\//, "")
            if (!inside && !match($0, /__global__/)) next
            rest = inside ? $0 : substr($0, RSTART)
            inside = 1
            while (match(rest, /[{;]/)) {
                head = head " " substr(rest, 1, RSTART - 1)
                end = substr(rest, RSTART, 1)
                rest = substr(rest, RSTART + 1)
                gsub(/__launch_bounds__ *\([^)]*\)/, "", head)
                sub(/ *\(.*/, "", head)
                sub(/.*[ *&]/, "", head)
                if (end == "{" && rest ~ /^[ \t]*$/) line[head] = FNR + 1
                head = ""
                inside = match(rest, /__global__/)
                if (!inside) break
                rest = substr(rest, RSTART)
            }
            if (inside) head = head " " rest
        }
        END {
            for (i = 1; i <= count; ++i)
                print names[i] in line ? file ":" line[names[i]] : names[i]
        }' - "$1"
}

# debug_program KERNELS PROGRAM ARGUMENT...: gdb, which stops in these kernels, or where `stops` says. IF is
# the condition. Commands come from the terminal, or from stdin.
debug_program() {
    kernels=$1
    shift
    [ -n "$kernels" ] || fail "There is no kernel to stop in: the file has no __global__ function."
    say "gdb stops in $(printf '%s' "$kernels" | tr '\n' ' ')${IF:+ if $IF}"
    say "Try: print threadIdx, next, info locals, continue. The end: quit. Help: debugging/README.md"
    # The functions of the CPU device are no place to step into. A person at a breakpoint needs
    # time, and it is not counted, but a condition that is asked for every thread is.
    export WORKSHOP_KERNEL_SECONDS="${WORKSHOP_KERNEL_SECONDS:-0}"
    export DEBUGINFOD_URLS= # or gdb asks whether it may use the network
    set -- -ex run --args "$@"
    for stop in ${stops:-$kernels}; do
        set -- -ex "break $stop${IF:+ if $IF}" "$@"
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
    for stop in $(stops_of "$1"); do say "break $stop${2:+ if $2}"; done
}
