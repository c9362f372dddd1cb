// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief A program with the fault that its argument names, for watch_program_test.sh.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void fill(float* out, int count) {
    const int i = static_cast<int>(threadIdx.x);
    if (i < count) out[i] = 1;
}

__device__ int heap_result;
/// Makes the first allocation of the program.
__global__ void use_heap(bool all_write) {
    __shared__ int* common;
    if (threadIdx.x == 0) {
        common = new int;
        *common = 1;
    }
    __syncthreads();
    if (all_write) *common = static_cast<int>(threadIdx.x);
    if (threadIdx.x == 0) {
        heap_result = *common;
        delete common;
    }
}

__device__ int* left;
__global__ void leave_heap() {
    left = new int[16];
}

__constant__ float table[16];
__global__ void read_table(int index, float* out) {
    *out = table[index];
}

/// Where the data of the program ends: the linker says so.
extern "C" const char _end[];

/// An element of the table that is right behind the data, or far away.
int element_behind(bool far) {
    const float values[16] = {};
    cudaMemcpyToSymbol(table, values, sizeof values);
    void* begin = nullptr;
    cudaGetSymbolAddress(&begin, table);
    const auto bytes = _end - static_cast<const char*>(begin);
    return far ? 30000000 : static_cast<int>(bytes / 4 + 1);
}

/// The host uses managed memory of 16 integers.
void use_managed(bool freed, int index) {
    int* managed = nullptr;
    cudaMallocManaged(&managed, 16 * sizeof(int));
    if (freed) cudaFree(managed);
    managed[index] = 1;
    cudaFree(managed);
}

int main(int argc, char** argv) {
    const char* fault = argc > 1 ? argv[1] : "none";
    const bool heap_race = std::strcmp(fault, "heap-race") == 0;
    if (heap_race || std::strcmp(fault, "heap") == 0) use_heap<<<1, 2>>>(heap_race);
    if (std::strcmp(fault, "heap-leak") == 0) leave_heap<<<1, 1>>>();
    cudaDeviceSynchronize();
    float* data = nullptr;
    cudaMalloc(&data, 32 * sizeof(float));
    fill<<<1, 64>>>(data, std::strcmp(fault, "bounds") == 0 ? 33 : 32);
    const bool far = std::strcmp(fault, "constant-far") == 0;
    if (far || std::strcmp(fault, "constant") == 0) read_table<<<1, 1>>>(element_behind(far), data);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (std::strcmp(fault, "host") == 0) std::printf("%g\n", data[3]);
    if (std::strcmp(fault, "managed-freed") == 0) use_managed(true, 3);
    if (std::strcmp(fault, "managed-behind") == 0) use_managed(false, 1 << 20);
    if (std::strcmp(fault, "leak") != 0) cudaFree(data);
    return 0;
}
