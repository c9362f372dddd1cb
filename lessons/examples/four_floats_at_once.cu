// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the texts show of float4: rows that begin anywhere are doubled, four elements at a time
// behind the head.
//
//   make emulate FILE=lessons/examples/four_floats_at_once.cu
// Prints:
//   0 elements are wrong
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

// One block takes one row: singles until the address is a multiple of 16 bytes, then vectors, then
// the rest.
__global__ void double_row(int cols, const float* x_row, float* y_row) {
    const auto behind = static_cast<int>(reinterpret_cast<std::uintptr_t>(x_row) % 16 / 4);
    const int head = min((4 - behind) % 4, cols);
    const int whole = (cols - head) / 4;
    for (int v = threadIdx.x; v < whole; v += blockDim.x) {
        //! [vectors]
        const auto* vectors = reinterpret_cast<const float4*>(x_row + head);
        const float4 four = vectors[v];  // one load of 16 bytes
        //! [vectors]
        float* y = y_row + head + 4 * v;
        y[0] = 2.0F * four.x;
        y[1] = 2.0F * four.y;
        y[2] = 2.0F * four.z;
        y[3] = 2.0F * four.w;
    }
    for (int s = threadIdx.x; s < cols - 4 * whole; s += blockDim.x) {
        const int column = s < head ? s : s + 4 * whole;
        y_row[column] = 2.0F * x_row[column];
    }
}

int main() {
    constexpr int count = 64;
    std::vector<float> numbers(count);
    for (int i = 0; i < count; ++i)
        numbers[i] = static_cast<float>(i + 1);
    float* x = nullptr;
    float* y = nullptr;
    cudaMalloc(&x, count * sizeof(float));
    cudaMalloc(&y, count * sizeof(float));
    cudaMemcpy(x, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    int wrong = 0;
    for (int begin = 0; begin < 4; ++begin) {  // every place between two multiples of 16 bytes
        for (const int cols : {1, 3, 4, 7, 23}) {
            cudaMemset(y, 0, count * sizeof(float));
            double_row<<<1, 32>>>(cols, x + begin, y + begin);
            const cudaError_t error = cudaDeviceSynchronize();
            if (error != cudaSuccess) {
                std::printf("kernel: %s\n", cudaGetErrorName(error));
                return 1;
            }
            std::vector<float> result(count);
            cudaMemcpy(result.data(), y, count * sizeof(float), cudaMemcpyDeviceToHost);
            for (int i = 0; i < count; ++i) {
                const bool inside = i >= begin && i < begin + cols;
                wrong += result[i] != (inside ? 2.0F * numbers[i] : 0.0F);
            }
        }
    }
    cudaFree(x);
    cudaFree(y);
    std::printf("%d elements are wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}
