// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: lanes load 8 or 16 bytes of shared memory, and several lanes want the same element. Then
// a half or a quarter of the warp need not wait for the other: when lanes n and n ^ 1 agree in the
// whole warp, or n and n ^ 2, groups twice as large are served together.
// Usage: shared_pairs BYTES WHICH. The request of interest is the load behind the barrier; the
// stores before it have no conflict.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int kFloats = 512;

struct Choice {
    const char* name;
    int (*element)(int lane);  // -1: the lane loads nothing
};

constexpr Choice choices[] = {
    {"same", [](int) { return 0; }},
    {"neighbours", [](int lane) { return lane / 2; }},                  // n and n ^ 1
    {"every_other", [](int lane) { return lane / 4 * 2 + lane % 2; }},  // n and n ^ 2
    {"four_away", [](int lane) { return lane / 8 * 4 + lane % 4; }},    // n and n ^ 4
    {"lower_half", [](int lane) { return lane < 16 ? lane / 2 : lane; }},
    {"both_kinds",
     [](int lane) { return lane < 16 ? lane / 2 : 16 + lane % 16 / 4 * 2 + lane % 2; }},
    {"conflict", [](int lane) { return lane / 2 * 4; }},  // pairs, in few banks
    {"even_lanes", [](int lane) { return lane % 2 != 0 ? -1 : lane; }},
};

__device__ float sum_of(float2 v) {
    return v.x + v.y;
}
__device__ float sum_of(float4 v) {
    return v.x + v.y + v.z + v.w;
}

template <typename Vector>
__global__ void shared_pairs(const int* elements,  // [32]
                             float* out) {         // [32]
    __shared__ alignas(16) float tile[kFloats];
    const int lane = static_cast<int>(threadIdx.x);
    const int element = elements[lane];
    for (int i = lane; i < kFloats; i += 32)
        tile[i] = static_cast<float>(i);
    __syncthreads();
    if (element >= 0) out[lane] = sum_of(reinterpret_cast<const Vector*>(tile)[element]);
}

int main(int argc, char** argv) {
    const bool wide = argc > 2 && std::atoi(argv[1]) == 16;
    const Choice* choice = nullptr;
    for (const Choice& one : choices)
        if (argc > 2 && std::strcmp(argv[2], one.name) == 0) choice = &one;
    if (choice == nullptr) return 2;
    const int threads = 32;
    int host[threads];
    for (int lane = 0; lane < threads; ++lane)
        host[lane] = choice->element(lane);
    int* elements = nullptr;
    float* out = nullptr;
    cudaMalloc(&elements, sizeof host);
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(elements, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, threads * sizeof(float));
    if (wide) {
        shared_pairs<float4><<<1, threads>>>(elements, out);
    } else {
        shared_pairs<float2><<<1, threads>>>(elements, out);
    }
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 2, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("element 30: %g\n", last);
    cudaFree(elements);
    cudaFree(out);
    return 0;
}
