// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: neighbouring threads read words of shared memory that are `stride` apart (the argument,
// 1 to 33). That takes gcd(stride, 32) waves.
// The request of interest is the load behind the barrier; the stores before it have no conflict.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kElements = 1088;

__global__ void shared_stride(float* out, int stride) {
    __shared__ float tile[kElements];
    const int lane = static_cast<int>(threadIdx.x);
    for (int i = lane; i < kElements; i += 32)
        tile[i] = static_cast<float>(i);
    __syncthreads();
    out[lane] = tile[lane * stride];
}

int main(int argc, char** argv) {
    const int stride = argc > 1 ? std::atoi(argv[1]) : 1;
    const int threads = 32;
    float* out = nullptr;
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemset(out, 0, threads * sizeof(float));
    shared_stride<<<1, threads>>>(out, stride);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(out);
    return 0;
}
