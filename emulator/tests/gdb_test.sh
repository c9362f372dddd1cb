#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# gdb stops on a line of a .cu file and shows the built-in variables. Exit code 77: no gdb.
# Arguments: the program, the .cu file it was made from.
set -u
program=$1 source=$2
command -v gdb >/dev/null 2>&1 || { echo "gdb is not installed"; exit 77; }
line=$(grep -n 'gdb stops here' "$source" | cut -d: -f1)
# A process must be allowed to trace another; in some containers it is not.
output=$(gdb -batch -nx -ex 'set debuginfod enabled off' -ex 'set breakpoint pending off' \
    -ex 'break main' -ex run \
    -ex "break $(basename "$source"):$line if threadIdx.x == 5" -ex continue \
    -ex 'print threadIdx' -ex 'print blockIdx' -ex 'print blockDim.x' -ex backtrace \
    "$program" 2>&1)
case $output in
*"ptrace"*"not permitted"*) echo "gdb may not trace here: $output"; exit 77 ;;
esac
for expected in "$(basename "$source"):$line" 'x = 5, y = 0, z = 0' 'x = 0, y = 0, z = 0' '= 8' \
    'debugged_kernel'; do
    case $output in
    *"$expected"*) ;;
    *) echo "expected '$expected' in:"; echo "$output"; exit 1 ;;
    esac
done
echo "gdb shows threadIdx at $(basename "$source"):$line"
