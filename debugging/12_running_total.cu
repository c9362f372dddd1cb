// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "Each block waits for the total of the blocks before it, adds its own numbers, and
// hands the total on. The kernel never ends. The GPU shows 100 % use."
//
//   make emulate FILE=debugging/12_running_total.cu WORKSHOP_KERNEL_SECONDS=2
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int blocks = 6;
constexpr int numbers_of_block = 10;

// totals[n] is the sum of all that comes before part n. It may be read once ready[n] is 1.
__global__ void running_total(const int* in, int* out, int* totals, int* ready, int* next_part) {
    // Not blockIdx.x: blocks may start in any order, and a part waits only for parts that have
    // begun.
    const int part = atomicAdd(next_part, 1);
    while (atomicAdd(&ready[part], 0) == 0) {
    }
    __threadfence();
    int total = totals[part];
    for (int i = part * numbers_of_block; i < (part + 1) * numbers_of_block; ++i) {
        total += in[i];
        out[i] = total;
    }
    if (part + 1 == blocks) return;
    totals[part + 1] = total;
    __threadfence();
    atomicExch(&ready[part + 1], 1);
}

int main() {
    constexpr int count = blocks * numbers_of_block;
    const std::vector<int> numbers(count, 3);
    int* in = nullptr;
    int* out = nullptr;
    int* state = nullptr;  // totals, ready, next_part
    constexpr size_t state_bytes = (2 * blocks + 1) * sizeof(int);
    cudaMalloc(&in, count * sizeof(int));
    cudaMalloc(&out, count * sizeof(int));
    cudaMalloc(&state, state_bytes);
    cudaMemcpy(in, numbers.data(), count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, count * sizeof(int));
    cudaMemset(state, 0, state_bytes);
    running_total<<<blocks, 1>>>(in, out, state, state + blocks, state + 2 * blocks);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    std::vector<int> result(count);
    cudaMemcpy(result.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(state);

    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += result[i] != 3 * (i + 1);
    std::printf("%d of %d totals are wrong\n", wrong, count);
    return wrong != 0 ? 1 : 0;
}
