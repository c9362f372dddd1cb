// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: neighbouring threads read neighbouring float4 of shared memory: a quarter warp fills
// the 32 banks, so 4 waves.
// The request of interest is the load behind the barrier; the stores before it have no conflict.

#include <cuda_runtime.h>

#include <cstdio>

constexpr int kElements = 64;

__global__ void shared_float4(float* out) {
    __shared__ float4 tile[kElements];
    const int lane = static_cast<int>(threadIdx.x);
    for (int i = lane; i < kElements; i += 32)
        tile[i] = make_float4(1.0F, 2.0F, 3.0F, static_cast<float>(i));
    __syncthreads();
    const float4 four = tile[lane + 32];
    out[lane] = four.x + four.y + four.z + four.w;
}

int main() {
    const int threads = 32;
    float* out = nullptr;
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemset(out, 0, threads * sizeof(float));
    shared_float4<<<1, threads>>>(out);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(out);
    return 0;
}
