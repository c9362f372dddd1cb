#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make emulate`: any program is built, run and watched; what is wrong with a call is said.
# Usage: emulate_test.sh BUILD_FOLDER
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_emulate.sh"

emulate 2 FILE=
expect_said "FILE is not set"
expect_said "  make emulate FILE=path/to/program.cu"
expect_exit 2 make -C "$root" debug FILE=
expect_said "  make debug FILE=path/to/program.cu"
emulate 2 FILE=none.cu
expect_said "none.cu: there is no such file"
expect_not_said "quotes"
# Quotes and backslashes of the shell, once too often.
mkdir -p "a folder"
: >"a folder/x.cu"
for path in "'a folder/x.cu'" '"a folder/x.cu"' 'a\ folder/x.cu' "a folder/'x.cu'"; do
    emulate 2 FILE="$path"
    expect_said "FILE is $path: there is no such file."
    expect_said "Write the path without quotes or backslashes."
    expect_said 'make emulate FILE="a folder/x.cu"'
done
for path in "'$scratch/a folder/x.cu'" "\"$scratch/a folder/x.cu\"" "$scratch/a\\ folder/x.cu"; do
    expect_exit 2 make -C "$root" emulate FILE="$path"
    expect_said "FILE is $path: there is no such file."
    expect_said "make emulate FILE=\"$scratch/a folder/x.cu\""
done
emulate 2 FILE="'a folder/x.cu' 'a folder/y.cu'"
expect_said "Write the path without quotes or backslashes."
expect_said "not in those of several"
emulate 2 FILE="$scratch"
expect_said "is a folder"
emulate 2 FILE=input
expect_said "input is not a .cu file"
: >host.cpp
emulate 2 FILE=host.cpp
expect_said "No .cu file"
: >empty.cu
emulate 2 FILE=empty.cu INCLUDE=nowhere
expect_said "there is no folder nowhere"
emulate 2 FILE=empty.cu PROFILE=yes
expect_said "PROFILE is 'yes'"
emulate 1 FILE=empty.cu
expect_said "empty.cu : no main function"

# A program whose kernel and launch are in a header beside it, with arguments, stdin and exit code.
mkdir -p "my programs" headers
cat >"my programs/scale.cuh" <<'END'
#pragma once
#include <number.h>
__global__ void scale(float* data) {
    extern __shared__ float copy[];
    copy[threadIdx.x] = data[threadIdx.x];
    data[threadIdx.x] = copy[threadIdx.x] * NUMBER;
}
inline void run_scale(float* data, int threads) { scale<<<1, threads, threads * sizeof(float)>>>(data); }
END
echo '#define NUMBER 2.0F' >headers/number.h
cat >"my programs/main.cu" <<'END'
#include "scale.cuh"
int main(int count, char** words) {
    float host[8] = {3.0F}, *device;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    run_scale(device, 8);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
    char line[80] = "";
    if (fgets(line, sizeof line, stdin) == nullptr) return 9;
    printf("result %g, argument %s, input %s", host[0], words[count - 1], line);
    return EXIT;
}
END
echo "from stdin" >input
set -- FILE="my programs/main.cu" INCLUDE=headers ARGS="one 'two words'"
emulate 3 "$@" FLAGS=-DEXIT=3
expect_said "result 6, argument two words, input from stdin"
expect_said "emulate: 1 launch, every access watched: nothing reported. Exit code of the program: 3."
object=$(find . -path "*main-*" -name 1.o)
cp -p "$object" kept
emulate 3 "$@" FLAGS=-DEXIT=3
[ ! "$object" -nt kept ] || failed "an unchanged program was compiled again"
emulate 0 "$@" FLAGS=-DEXIT=0
sleep 1
echo '#define NUMBER 3.0F' >headers/number.h
emulate 0 "$@" FLAGS=-DEXIT=0
expect_said "result 9"
sleep 1
sed -i 's/\* NUMBER/* NUMBER * NUMBER/' "my programs/scale.cuh"
emulate 0 "$@" FLAGS=-DEXIT=0
expect_said "result 27"

# A finding: the line of the header, and an exit code.
sleep 1
sed -i 's/data\[threadIdx.x\] = copy/data[threadIdx.x + 1] = copy/' "my programs/scale.cuh"
emulate 1 "$@" FLAGS=-DEXIT=0
expect_said "my programs/scale.cuh:6: error: memcheck: Invalid __global__ write of size 4 bytes"
expect_said "1 launch, every access watched"
expect_said "reported. Exit code of the program: 0."
emulate 3 "$@" FLAGS=-DEXIT=3

# Several files; the profile; a program that ends itself.
cat >kernel.cu <<'END'
__global__ void fill(int* data) { data[threadIdx.x] = 7; }
void run(int* data) { fill<<<1, 32>>>(data); }
END
cat >host.cpp <<'END'
#include <cuda_runtime.h>
#include <cstdlib>
void run(int* data);
int main(int count, char**) {
    int* data;
    cudaMalloc(&data, 32 * sizeof(int));
    run(data);
    if (count > 1) std::_Exit(5);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
END
emulate 0 FILE="host.cpp kernel.cu" PROFILE=1 WORKSHOP_DEVICE=h200
expect_said "each element is written once"
expect_said "the device has 132 multiprocessors"
grep -qx "host.cpp kernel.cu" "$(find . -name profile.txt)" || failed "the profile does not name the files"
[ -n "$(find . -name profile.html)" ] || failed "no profile.html"
emulate 5 FILE="host.cpp kernel.cu" ARGS=x
expect_said "the program was ended with exit code 5, before the CPU device could sum up"
# An error counts, however the process ends, and whichever process of the program reports it.
cat >quick.cu <<'END'
#include <sys/wait.h>
#include <unistd.h>
__global__ void behind(int* data, int size) { data[size] = 1; }
void run() {
    int* data;
    cudaMalloc(&data, 128);
    behind<<<1, 1>>>(data, 32);
    cudaDeviceSynchronize();
    _exit(0);
}
int main(int count, char**) {
    if (count == 1) run();
    if (fork() == 0) run();
    int status;
    wait(&status);
}
END
emulate 1 FILE=quick.cu
expect_said "before the CPU device could sum up. Errors were reported."
emulate 1 FILE=quick.cu ARGS=fork
expect_said "nothing reported by this process; another one of the program has reported errors"
emulate 1 FILE="kernel.cu"
expect_said "no main function"
emulate 1 FILE="host.cpp empty.cu"
expect_said "run(int*)"
expect_said "name the missing files"

# Dynamic shared memory through macros, of a header too; and what cannot be put together.
cat >shared.h <<'END'
#define SHARED extern __shared__ float
#define PART(T) extern __shared__ T
#define DYNAMIC(T, name) extern __shared__ T name[]
END
cat >shared.cu <<'END'
#include <cstdio>
#include "shared.h"
__global__ void turn(float* p) {
    DECLARATION;
    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = buffer[31 - threadIdx.x];
}
int main() {
    float host[32], *p;
    cudaMalloc(&p, sizeof host);
    turn<<<1, 32, sizeof host>>>(p);
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    printf("from %g to %g\n", host[0], host[31]);
    cudaFree(p);
}
END
for declaration in "SHARED buffer[]" "DYNAMIC(float, buffer)"; do
    sed "s/DECLARATION/$declaration/" shared.cu >macro.cu
    emulate 0 FILE=macro.cu
    expect_said "from 31 to 0"
    expect_said "nothing reported"
done
sed "s/DECLARATION/PART(float) buffer[]/" shared.cu >macro.cu
emulate 1 FILE=macro.cu
expect_said "macro.cu:4:5: error: the macro PART ("
expect_said "shared.h:2) holds a part of a declaration of dynamic shared memory"
sed -e "s/DECLARATION/extern HIDDEN(float, buffer)/" -e '1i #define HIDDEN(T, n) __shared__ T n[]' shared.cu >macro.cu
emulate 1 FILE=macro.cu
expect_said "macro.cu:5:"
expect_said "Write it out where it is used: extern __shared__ T name[];"
# In the words of g++ 13.
echo "macro.cu:1:22: error: ‘static’ specifier conflicts with ‘extern’" >words
awk -f "$root/tools/lib/missing_features.awk" words | grep -q "Write it out where it is used" ||
    failed "the words of g++ 13 are not understood"

# Names that the linker has without C++ mangling, of one letter, are no types.
cat >names.cu <<'END'
__device__ int x;
extern "C" __global__ void f() { x = threadIdx.x; }
int main() {
    f<<<1, 32>>>();
    cudaDeviceSynchronize();
}
END
emulate 1 FILE=names.cu
expect_said "kernel f, block (0,0,0)"
expect_said "the variable x"

# What ends the program is told first.
cat >host_free.cu <<'END'
int main() {
    float* data;
    cudaMalloc(&data, 4);
    free(data);
}
END
emulate 134 FILE=host_free.cu
expect_said "host_free.cu:4: error: memcheck: the host frees pointer"
expect_said "cudaFree for memory of cudaMalloc"

# What is not there is named.
echo 'texture<float, 1, cudaReadModeElementType> table;
__global__ void k(float* out) { out[0] = tex1Dfetch(table, 0); }
int main() {}' >reference.cu
emulate 1 FILE=reference.cu
expect_said "Not on the CPU device: textures and CUDA arrays."
echo 'int main() {
    cudaPitchedPtr pointer;
    return cudaMalloc3D(&pointer, make_cudaExtent(4, 4, 4));
}' >volume.cu
emulate 1 FILE=volume.cu
expect_said "Not on the CPU device: three-dimensional allocations and copies (cudaMalloc3D, cudaMemcpy3D)."
expect_not_said "textures"
echo '#include <cub/cub.cuh>
int main() {}' >library.cu
emulate 1 FILE=library.cu
expect_said "Not on the CPU device: CUB."
echo '#include "nowhere.h"
int main() {}' >library.cu
emulate 1 FILE=library.cu
expect_said "The header nowhere.h was not found."
echo '__global__ void k() { asm("bar.sync 0;"); }
int main() {}' >library.cu
emulate 1 FILE=library.cu
expect_said "library.cu:1:"
expect_said "Not on the CPU device: inline PTX (asm)."
# By what the message says, and not by how the person's files are named.
echo '#include "cub_and_thrust.h"
int main() {}' >cublas_texture_graph.cu
emulate 1 FILE=cublas_texture_graph.cu
expect_said "The header cub_and_thrust.h was not found."
expect_not_said "Not on the CPU device"
echo 'int main() { return missing; }' >cublas_texture_graph.cu
emulate 1 FILE=cublas_texture_graph.cu
expect_said "cublas_texture_graph.cu:1:"
expect_not_said "Not on the CPU device"
echo 'int main() { cudaGraph_t graph; return cudaGraphCreate(&graph, 0) + cudaGraphNothing(graph); }' >library.cu
emulate 1 FILE=library.cu
expect_said "Not on the CPU device: CUDA graphs."
# Functions of the host in a kernel: as nvcc, and as nvcc with its option.
echo '#include <algorithm>
#include <cuda_runtime.h>
__global__ void k(int* y) { y[0] = std::max(3, y[0]); }
int main() {}' >library.cu
emulate 1 FILE=library.cu
expect_said "library.cu:3:36: error: std::max() is a function of the host"
emulate 0 FILE=library.cu FLAGS=--expt-relaxed-constexpr
expect_not_said "left out"
# What g++ would take and nvcc does not.
echo '#include <vector>
#include <cuda_runtime.h>
__global__ void k(std::vector<float> v) { v[0] = 1; }
__global__ int number(int* y) { return y[0]; }
int main() { std::vector<float> v(3); k<<<1, 1>>>(v);
    number<<<1, 1>>>(nullptr); }' >library.cu
emulate 1 FILE=library.cu
expect_said "a container of the host, such as std::vector, cannot go to a kernel"
expect_said "a __global__ function gives nothing back: its type is void"
echo 'int main() { cudaKernelNodeParams node = {}; }' >library.cu
emulate 1 FILE=library.cu
expect_said "Not on the CPU device: CUDA graphs."

# A fault in a header has the header's name, also where the program's code begins with it.
echo '#pragma once

__device__ float twice(float value) { return 2 * value; }
__global__ void leave(float* data, int n) {
    data[threadIdx.x + n] = twice(1);
}' >leave.cuh
echo '#include "leave.cuh"

int main() {
    float* data;
    cudaMalloc(&data, 64);
    leave<<<1, 16>>>(data, 1);
    return cudaDeviceSynchronize() == cudaSuccess;
}' >header_first.cu
emulate 1 FILE=header_first.cu
expect_said "leave.cuh:5: error: memcheck: Invalid __global__ write"
expect_not_said "header_first.cu:5:"

# A name that looks like an option; a warning is shown and stops nothing.
cat >./-dash.cu <<'END'
__global__ void k(int* p, unsigned n) {
    int value;
    if (n > 3) value = 1;
    for (int i = 0; i < n; ++i) p[i] = value;
}
int main() {
    int* p;
    cudaMalloc(&p, 16);
    k<<<1, 1>>>(p, 4);
    return cudaFree(p);
}
END
emulate 0 FILE=-dash.cu FLAGS=-Wsign-compare
expect_said "-dash.cu:4:"
expect_said "warning: comparison of integer expressions of different signedness"
expect_said "emulate: 1 launch"
expect_exit 0 make -C "$root" emulate FILE="$scratch/-dash.cu"
emulate 2 FILE=-none.cu
expect_said "./-none.cu: there is no such file"
finish
