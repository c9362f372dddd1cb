#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# tools/cuda-architectures.sh on command lists as CMake writes them: it must find `native`, and a
# file that lacks an architecture.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

command_line() { # command_line FILE OPTIONS: one nvcc call as compile_commands.json has it
    echo "  \"command\": \"nvcc $2 -O2 -std=c++17 -x cu -c /w/$1 -o x.o\","
}
both='--generate-code=arch=compute_75,code=[compute_75,sm_75] --generate-code=arch=compute_90,code=[compute_90,sm_90]'
list=$scratch/compile_commands.json
architectures="$root/tools/cuda-architectures.sh $scratch"

{
    command_line starter/01_a.cu "$both"
    command_line solutions/01_a.cu "$both"
    command_line mutants/01_b.cu "--generate-code=arch=compute_90,code=[sm_90]"
} >"$list"
run "complete" $architectures
expect_code 0
expect_line "75 90"

{
    command_line starter/01_a.cu "$both"
    command_line solutions/01_a.cu "--generate-code=arch=compute_90,code=[compute_90,sm_90]"
} >"$list"
run "one file lacks one" $architectures
expect_code 1
expect_line "75 is missing for 1 files"

{
    command_line starter/01_a.cu "$both"
    command_line solutions/01_a.cu "-arch=native"
} >"$list"
run "native" $architectures
expect_code 1
expect_line "compiled for 'native'"

echo '"command": "c++ -c x.cpp"' >"$list"
run "no kernel at all" $architectures
expect_code 1
finish
