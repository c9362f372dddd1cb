// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief emulator_speed: how long the CPU device takes for two matrix products of 256^3, in
///        processor time of one thread.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

constexpr int size = 256;
constexpr int tile = 16;

__global__ void naive_product(const float* a, const float* b, float* c) {
    const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    float sum = 0;
    for (int k = 0; k < size; ++k)
        sum += a[row * size + k] * b[k * size + column];
    c[row * size + column] = sum;
}

__global__ void tiled_product(const float* a, const float* b, float* c) {
    __shared__ float tile_a[tile][tile];
    __shared__ float tile_b[tile][tile];
    const int x = static_cast<int>(threadIdx.x);
    const int y = static_cast<int>(threadIdx.y);
    const int column = static_cast<int>(blockIdx.x) * tile + x;
    const int row = static_cast<int>(blockIdx.y) * tile + y;
    float sum = 0;
    for (int k = 0; k < size; k += tile) {
        tile_a[y][x] = a[row * size + k + x];
        tile_b[y][x] = b[(k + y) * size + column];
        __syncthreads();
        for (int i = 0; i < tile; ++i)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    c[row * size + column] = sum;
}

/// Processor seconds of the fastest of five launches.
template <class Launch>
double best_time(const Launch& launch) {
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        const std::clock_t begin = std::clock();
        launch();
        best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return best;
}

bool right(const float* c) {
    std::vector<float> result(size * size);
    cudaMemcpy(result.data(), c, sizeof(float) * size * size, cudaMemcpyDeviceToHost);
    // a is 1 everywhere and b[k][j] = j, so c[i][j] = 256 j.
    for (int i = 0; i < size * size; ++i) {
        if (!(result[i] == static_cast<float>(size * (i % size)))) return false;
    }
    return true;
}

}  // namespace

int main() {
    std::vector<float> ones(size * size, 1.0F);
    std::vector<float> columns(size * size);
    for (int i = 0; i < size * size; ++i)
        columns[i] = static_cast<float>(i % size);
    float* a = nullptr;
    float* b = nullptr;
    float* c = nullptr;
    const std::size_t bytes = sizeof(float) * size * size;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, ones.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, columns.data(), bytes, cudaMemcpyHostToDevice);
    const dim3 grid(size / tile, size / tile);
    const dim3 block(tile, tile);

    const double naive = best_time([&] { naive_product<<<grid, block>>>(a, b, c); });
    bool ok = right(c);
    cudaMemset(c, 0xFF, bytes);
    const double tiled = best_time([&] { tiled_product<<<grid, block>>>(a, b, c); });
    ok = right(c) && ok;
    std::printf("matrix product 256^3, naive:        %.4f s\n", naive);
    std::printf("matrix product 256^3, tiles of 16:  %.4f s\n", tiled);
    if (!ok) std::printf("wrong results\n");
    return ok ? 0 : 1;
}
