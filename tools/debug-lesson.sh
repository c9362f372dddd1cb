#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the checks of one lesson in gdb, on the CPU device, and stops in the kernels.
# `make debug-lesson1` calls it.
# Usage: tools/debug-lesson.sh NUMBER
# Environment: IMPL (starter or solution), CHECK (the name of one check, or a pattern with *), IF
# (the condition of the breakpoints, such as threadIdx.x == 5), GDB (another debugger), JOBS. The kernels are
# built without optimization (checks/Debug.cmake), so there is nothing that FLAGS could do.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/debugger.sh"

find_lesson "${1-}"
number=$1
find_implementation
file=$implementation
[ "$implementation" = starter ] || file=solutions
file=$file/$lesson.cu
need_kernel_file "$file" "make reset-lesson$number"
[ -z "${FLAGS-}" ] || fail "FLAGS works with make debug FILE=..., not with make debug-lesson$number: a lesson is built in one way,
for the debugger without optimization (-O0) already. Without FLAGS: make debug-lesson$number"
find_debugger

# WORKSHOP_BUILD_FOLDER: check programs that are there already; the tests use it.
if [ -n "${WORKSHOP_BUILD_FOLDER-}" ]; then
    folder=$WORKSHOP_BUILD_FOLDER
else
    # gdb stops in kernels of the CPU device. On a GPU that is the work of cuda-gdb.
    BACKEND=emulator
    choose_backend run
    "$root/tools/setup.sh"
    find_libraries
    configure_build emulator emulator
    if ! build_targets "check_${lesson}_debug_$implementation"; then
        show_compiler_messages
        complain ""
        fail "$file was not built. After the change: make debug-lesson$number   (whole log: ${log#"$root"/})"
    fi
fi
program=$folder/bin/check_${lesson}_debug_$implementation
if [ -n "${CHECK-}" ]; then
    # A name that fits nothing is told before gdb starts.
    "$program" --list | awk -v pattern="$CHECK" '
        BEGIN { gsub(/\./, "\\.", pattern); gsub(/\*/, ".*", pattern); gsub(/\?/, ".", pattern) }
        $0 ~ "^ *" pattern "$" { found = 1 }
        END { exit !found }' || fail "No check of lesson $number is called $CHECK.
All names: make check-lesson$number CHECK=list"
fi
stops=$(stops_of "$root/$file")
debug_program "$(kernels_of "$root/$file")" "$program" --in-process ${CHECK:+"--filter=$CHECK"}
