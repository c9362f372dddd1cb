// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the texts show of shared memory and of a shuffle: each block turns its part of an array
// around. Its threads exchange values by shuffles inside a warp, and through shared memory between
// warps.
//
//   make emulate FILE=lessons/examples/shared_memory_and_shuffle.cu
// Prints:
//   kernel: cudaSuccess
//   0 of 297 elements are wrong
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int kWarpSize = 32;

// Launched with whole warps and a float of dynamic shared memory for each thread.
__global__ void turn_around(const float* in, float* out, float* firsts) {
    //! [shared memory]
    __shared__ float of_warp[32];       // static: the size is known to the compiler
    extern __shared__ float partial[];  // dynamic: the size comes with the launch, in bytes
    //! [shared memory]
    const int thread = static_cast<int>(threadIdx.x);
    const int threads = static_cast<int>(blockDim.x);
    const int lane = thread % kWarpSize;
    const unsigned int mask = 0xffffffffU;  // all lanes of the warp
    const float value = in[blockIdx.x * threads + thread];
    const int source = kWarpSize - 1 - lane;
    //! [shuffle]
    float other = __shfl_sync(mask, value, source);  // what lane `source` passed as its `value`
    //! [shuffle]
    // The warp is turned around. Now the warps change places.
    partial[(threads / kWarpSize - 1 - thread / kWarpSize) * kWarpSize + lane] = other;
    if (lane == 0) of_warp[thread / kWarpSize] = other;
    __syncthreads();
    out[blockIdx.x * threads + thread] = partial[thread];
    if (thread < threads / kWarpSize)
        firsts[blockIdx.x * (threads / kWarpSize) + thread] = of_warp[thread];
}

int main() {
    constexpr int blocks = 3;
    constexpr int threads = 96;
    constexpr int count = blocks * threads;
    std::vector<float> numbers(count);
    for (int i = 0; i < count; ++i)
        numbers[i] = static_cast<float>(i);
    float* in = nullptr;
    float* out = nullptr;
    float* firsts = nullptr;
    cudaMalloc(&in, count * sizeof(float));
    cudaMalloc(&out, count * sizeof(float));
    cudaMalloc(&firsts, count / kWarpSize * sizeof(float));
    cudaMemcpy(in, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    turn_around<<<blocks, threads, threads * sizeof(float)>>>(in, out, firsts);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;

    std::vector<float> turned(count);
    std::vector<float> lasts(count / kWarpSize);
    cudaMemcpy(turned.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(lasts.data(), firsts, lasts.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(firsts);
    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += turned[i] != static_cast<float>(i / threads * threads + threads - 1 - i % threads);
    for (int warp = 0; warp < count / kWarpSize; ++warp)
        wrong += lasts[warp] != static_cast<float>(warp * kWarpSize + kWarpSize - 1);
    std::printf("%d of %d elements are wrong\n", wrong, count + count / kWarpSize);
    return wrong == 0 ? 0 : 1;
}
