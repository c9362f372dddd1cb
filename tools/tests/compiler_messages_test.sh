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

name="a full disk"
cat >"$scratch/log" <<END
ar: libx.a: No space left on device
make[3]: *** [x.make:76: x] Error 1
END
cat >"$scratch/full.sh" <<END
root=$root log=$scratch/log folder=$scratch
. "$root/tools/lib/house.sh"
show_compiler_messages
END
sh "$scratch/full.sh" >"$output" 2>&1
expect_line "The disk is full: the build could not write its files."
expect_line "Next: df -h $scratch"

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

# Advice, once for each kind, on the student's file only. g++, clang++ and nvcc.
advised() { # advised MESSAGE ADVICE: the same message twice, and once about a header
    name=$1
    {
        printf '%s:5:9: %s\n' "$root/starter/01_serial_softmax.cu" "$1"
        printf '%s:8:9: %s\n' "$root/starter/01_serial_softmax.cu" "$1"
    } >"$scratch/log"
    show "$scratch/log"
    expect_line "$2"
    [ "$(grep -cF "next: " "$output")" -eq 1 ] || failed "one line with advice is wanted"
    printf '%s:5:9: %s\n' "$root/include/workshop/x.hpp" "$1" >"$scratch/log"
    show "$scratch/log"
    expect_no "next: "
}
first_value="next: give it a value where it is declared: 0.0F for a sum, -INFINITY for a maximum"
advised "warning: 'sum' may be used uninitialized [-Wmaybe-uninitialized]" "$first_value"
advised "warning: 'sum' is used uninitialized [-Wuninitialized]" "$first_value"
advised "error: variable 'sum' is uninitialized when used here [-Werror,-Wuninitialized]" "$first_value"
advised "warning: variable 'sum' is used uninitialized whenever 'if' condition is false [-Wsometimes-uninitialized]" \
    "$first_value"
advised 'warning #549-D: variable "sum" is used before its value is set' "$first_value"
advised "warning: comparison of integer expressions of different signedness: 'int' and 'unsigned int' [-Wsign-compare]" \
    "next: use one type for both; std::int64_t is that of rows and columns here"
advised "error: unused variable 'a' [-Werror=unused-variable]" "next: use it, or delete it"
advised "error: variable 'a' set but not used [-Werror=unused-but-set-variable]" "next: use it, or delete it"
advised "error: unused parameter 'a' [-Werror=unused-parameter]" "next: use it; until you do, a line (void)NAME;"
advised "error: suggest parentheses around assignment used as truth value [-Werror=parentheses]" "next: write == here"
advised "error: using the result of an assignment as a condition without parentheses [-Werror,-Wparentheses]" \
    "next: write == here"
advised "error: assignment of read-only variable 'row'" "next: store to another place; in a condition, =="
advised "error: statement is a reference, not call, to function '__syncthreads' [-Werror=address]" "next: write NAME();"
advised "error: no match for 'operator[]' (operand types are 'float4' and 'int')" "next: its members are v.x, v.y"
advised "warning: conversion from 'float' to 'int' may change value [-Wfloat-conversion]" \
    "next: make the variable a float, and constants too: 0.0F"
advised "warning: implicit conversion turns floating-point number into integer: 'float' to 'int' [-Wfloat-conversion]" \
    "next: make the variable a float, and constants too: 0.0F"
mask="next: begin with the mask: 0xffffffff for all 32 lanes"
advised "error: no matching function for call to '__shfl_down_sync(float&, int)'" "$mask"
advised 'error: no instance of overloaded function "__shfl_xor_sync" matches the argument list' "$mask"
advised 'error: calling a __host__ function("helper") from a __global__ function("k") is not allowed' \
    "next: fmaxf and fminf, or max and min of CUDA, for those of std; a function of your own needs __device__"
advised "error: expected '}' at end of input" "next: look where you last wrote"
advised 'error: expected a "}"' "next: look where you last wrote"
# Parentheses of another kind, and one more brace than there should be, are other things.
name="no advice"
cat >"$scratch/log" <<END
$root/starter/01_serial_softmax.cu:5:9: error: suggest parentheses around '&&' within '||' [-Werror=parentheses]
$root/starter/01_serial_softmax.cu:6:9: error: expected ';' before '}' token
$root/starter/01_serial_softmax.cu:7:9: error: expected declaration before '}' token
END
show "$scratch/log"
expect_no "next: "

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
