// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: half of the lanes vote while the other half shuffles, both with a mask that names all
// lanes.
// CPU device: synccheck. compute-sanitizer: synccheck.

#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdio>

__global__ void vote_or_shuffle(float* data, int voting) {
    const int lane = static_cast<int>(threadIdx.x);
    float value = static_cast<float>(lane);
    if (lane < voting) {
        value = static_cast<float>(__ballot_sync(0xffffffffU, lane % 3 == 0) & 0xffU);
    } else {
        value += __shfl_xor_sync(0xffffffffU, value, 1);
    }
    data[lane] = value;
}

int main() {
    const int count = 32;
    alarm(20);  // a GPU may wait for ever
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    vote_or_shuffle<<<1, count>>>(data, 16);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
