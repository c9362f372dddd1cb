// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mended: groups of four begin at the first address of the row that is a multiple of 16. Single
// pixels before it and behind the last group.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// One block a row. Pixels of a row lie side by side, and the next row follows at once.
__global__ void brighten(float* pixels, int columns, float more) {
    float* row = pixels + static_cast<long>(blockIdx.x) * columns;
    // How many pixels lie before the first address that is a multiple of 16.
    const int misaligned = static_cast<int>(reinterpret_cast<size_t>(row) % 16 / sizeof(float));
    const int to_aligned = (4 - misaligned) % 4;
    const int head = to_aligned < columns ? to_aligned : columns;
    const int groups = (columns - head) / 4;
    for (int column = threadIdx.x; column < head; column += blockDim.x)
        row[column] += more;
    for (int group = threadIdx.x; group < groups; group += blockDim.x) {
        float4 four = reinterpret_cast<float4*>(row + head)[group];
        four.x += more;
        four.y += more;
        four.z += more;
        four.w += more;
        reinterpret_cast<float4*>(row + head)[group] = four;
    }
    for (int column = head + 4 * groups + threadIdx.x; column < columns; column += blockDim.x) {
        row[column] += more;
    }
}

int main() {
    constexpr int rows = 6;
    constexpr int columns = 642;
    std::vector<float> pixels(rows * columns, 1.0F);
    const size_t bytes = pixels.size() * sizeof(float);

    float* device = nullptr;
    cudaMalloc(&device, bytes);
    cudaMemcpy(device, pixels.data(), bytes, cudaMemcpyHostToDevice);
    brighten<<<rows, 128>>>(device, columns, 0.25F);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    cudaMemcpy(pixels.data(), device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(device);

    int wrong = 0;
    for (const float pixel : pixels)
        wrong += pixel != 1.25F;
    std::printf("%d of %d pixels are wrong\n", wrong, rows * columns);
    return wrong != 0 ? 1 : 0;
}
