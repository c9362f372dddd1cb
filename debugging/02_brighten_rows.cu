// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "The kernel brightens an image, four pixels at a time. With images of 640 columns it
// works. The new camera gives 642, and the kernel fails. We handle the two columns that are left
// over, so that cannot be it."
//
//   make emulate FILE=debugging/02_brighten_rows.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// One block a row. Pixels of a row lie side by side, and the next row follows at once.
__global__ void brighten(float* pixels, int columns, float more) {
    float* row = pixels + static_cast<long>(blockIdx.x) * columns;
    const int groups = columns / 4;
    for (int group = threadIdx.x; group < groups; group += blockDim.x) {
        float4 four = reinterpret_cast<float4*>(row)[group];
        four.x += more;
        four.y += more;
        four.z += more;
        four.w += more;
        reinterpret_cast<float4*>(row)[group] = four;
    }
    for (int column = 4 * groups + threadIdx.x; column < columns; column += blockDim.x) {
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
