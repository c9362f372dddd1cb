#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The architectures that are chosen, with fake nvcc and nvidia-smi; and tools/cuda-architectures.sh on
# command lists as CMake writes them: it must find `native`, and a file that lacks an architecture.
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

cmake=$(command -v cmake)
choose() { # choose NAME: what CMake chooses with the fake nvcc and nvidia-smi
    run "$1" "$cmake" -DCMAKE_CUDA_COMPILER="$scratch/bin/nvcc" -P "$root/tools/tests/cuda_architectures.cmake"
}
fake nvcc <<'END'
printf 'sm_75\nsm_80\nsm_90\nsm_100\nsm_101\nsm_120\n'
END
choose "no driver"
expect_code 0
expect_line "all: 75;80;90;100;120 here: ."

fake nvidia-smi <<'END'
printf '9.0\n9.0\n6.1\n12.0\n'
END
choose "several GPUs, one that nvcc does not know"
expect_code 0
expect_line "here: 90;120."

fake nvidia-smi <<'END'
echo "NVIDIA-SMI has failed"
exit 9
END
choose "driver that does not answer"
expect_code 0
expect_line "here: ."

fake nvcc <<'END'
printf 'sm_70\nsm_75\nsm_80\n'
END
choose "older nvcc"
expect_code 0
expect_line "all: 75;80 here: ."
finish
