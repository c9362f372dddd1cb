// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: a sparse matrix in the ELL format. Rows have different lengths, and empty slots are
// skipped, so the lanes of a warp part and meet again. A warp makes a request for each slot that
// any of its lanes has.
// Unrolling is forbidden, so that a GPU runs the loop as it is written.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

__global__ void ell_product(const int* columns, const float* in, float* out, int rows) {
    const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int length = columns[row];  // how many slots the row has
    float sum = 0.0F;
#pragma unroll 1
    for (int slot = 1; slot <= length; ++slot) {
        const int column = columns[slot * rows + row];
        if (column < 0) continue;
        sum += in[column];
    }
    out[row] = sum;
}

int main() {
    const int threads = 256;
    std::vector<float> host(threads);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    // Slot 0 is the length of a row, 4 to 16; of its slots every third or so is empty.
    const int slots = 17;
    std::vector<int> matrix(threads * slots, -1);
    for (int row = 0; row < threads; ++row) {
        matrix[row] = 16 - row * 5 % 13;
        for (int slot = 1; slot <= matrix[row]; ++slot)
            if ((row * 7 + slot * 11) % 10 < 7)
                matrix[slot * threads + row] = (row * 7 + slot) % threads;
    }
    int* columns = nullptr;
    cudaMalloc(&columns, matrix.size() * sizeof(int));
    cudaMemcpy(columns, matrix.data(), matrix.size() * sizeof(int), cudaMemcpyHostToDevice);
    ell_product<<<4, threads / 4>>>(columns, in, out, threads);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    cudaFree(columns);
    return 0;
}
