#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What a student reads when a kernel file does not compile: nothing in front of the compiler's
# message about that file. Part one uses logs as g++ and nvcc write them; part two, when given a
# build folder of the CPU device, translates and compiles a broken kernel.
# Usage: compiler_messages_test.sh [BUILD-FOLDER]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

show() { awk -v root="$root/" -f "$root/tools/lib/compiler_messages.awk" "$1" >"$output"; }
first_line() {
    [ "$(head -n 1 "$output")" = "$1" ] || failed "the first line '$1' is wanted"
}
code=0

name="g++"
cat >"$scratch/log" <<END
[ 10%] Building CXX object starter/CMakeFiles/x.dir/x.o
$root/emulator/include/launch.hpp: In instantiation of 'void f(T)':
$root/starter/01_serial_softmax.cu:40:5:   required from here
$root/emulator/include/launch.hpp:33:5: error: no match
   33 |  f(x);
$root/starter/01_serial_softmax.cu: In function 'void k()':
$root/starter/01_serial_softmax.cu:33:9: error: expected ';' before 'y'
   33 |     float x y
      |            ^~
cc1plus: all warnings being treated as errors
gmake[3]: *** [starter/CMakeFiles/x.dir/build.make:76: x] Error 1
END
show "$scratch/log"
first_line "starter/01_serial_softmax.cu: In function 'void k()':"
expect_line "starter/01_serial_softmax.cu:33:9: error: expected ';' before 'y'"
expect_line "starter/01_serial_softmax.cu:40:5: error: this line led to:"
expect_no "gmake"
expect_no "Building"
expect_no "$root"

name="ninja and nvcc"
cat >"$scratch/log" <<END
[1/2] Building CUDA object starter/CMakeFiles/x.dir/x.o
FAILED: starter/CMakeFiles/x.dir/x.o
/usr/local/cuda/bin/nvcc -O2 -x cu -c $root/starter/01_serial_softmax.cu -o x.o
$root/starter/01_serial_softmax.cu(34): error: identifier "z" is undefined
      z = 1;
      ^

1 error detected in the compilation of "$root/starter/01_serial_softmax.cu".
ninja: build stopped: subcommand failed.
END
show "$scratch/log"
first_line 'starter/01_serial_softmax.cu(34): error: identifier "z" is undefined'
expect_no "ninja"
expect_no "nvcc"

name="the compiler itself"
build=${1-}
if [ -n "$build" ]; then
    mkdir -p "$scratch/starter"
    cat >"$scratch/starter/broken.cu" <<'END'
#include <cuda_runtime.h>

__global__ void broken(float* x) {
    x[threadIdx.x] = undeclared;
}

void start(float* x) { broken<<<1, 32>>>(x); }
END
    cxx=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
    "$build/bin/translate_cu" "$scratch/starter/broken.cu" "$scratch/broken.cu.cpp"
    if "$cxx" -std=c++17 -I "$root/emulator/include" -I "$root/include" -c "$scratch/broken.cu.cpp" \
        -o "$scratch/broken.o" >"$scratch/log" 2>&1; then
        failed "a broken kernel compiled"
    fi
    awk -v root="$scratch/" -f "$root/tools/lib/compiler_messages.awk" "$scratch/log" >"$output"
    case $(grep -m 1 error "$output") in
        "starter/broken.cu:4:22: error: "*undeclared*) ;;
        *) failed "an error at starter/broken.cu:4:22 is wanted" ;;
    esac
    case $(head -n 1 "$output") in
        starter/broken.cu:*) ;;
        *) failed "something stands in front of the student's file" ;;
    esac
fi
finish
