// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

#include <cooperative_groups.h>

namespace workshop::emulator::profile_tests {

namespace {

__global__ void strided_copy(float* out, const float* in, unsigned stride, unsigned offset) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride + offset];
}

__global__ void wide_copy(float4* out, const float4* in) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void ell_product(const int* columns, const float* values, const int* lengths,
                            const float* x, float* y) {
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    const int length = lengths[row];
    float sum = 0.0F;
    for (int slot = 0; slot < length; ++slot) {
        const int column = columns[slot * Ell::rows + row];  // ell column
        if (column < 0) continue;
        const float value = values[slot * Ell::rows + row];  // ell value
        sum += value * x[column];                            // ell vector
    }
    y[row] = sum;
}

__global__ void triangle(const float* in, float* out, unsigned rounds) {
    const unsigned i = threadIdx.x;
    float sum = 0.0F;
    for (unsigned round = 0; round < rounds; ++round) {
        for (unsigned step = 0; step < i % 4; ++step)
            sum += in[step * 32 + i];  // triangle inner
        sum += in[round * 64 + i];     // triangle outer
    }
    out[i] = sum;
}

__global__ void collatz(const float* in, float* out) {
    const unsigned i = threadIdx.x;
    float sum = 0.0F;
    for (unsigned n = i + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1)
        sum += in[n % 32 * 128 + i];  // collatz read
    out[i] = sum + in[i + 1];         // collatz after
}

__noinline__ __device__ float far_function(const float* in, unsigned i) {
    return in[i] * 2.0F;  // far function
}

__global__ void call_far_function(const float* in, float* out) {
    const unsigned i = threadIdx.x;
    float value = 0.0F;
    if (i % 32 < 8) value = far_function(in, i);
    out[i] = value + in[i + 32];  // after the far function
}

template <class T>
__global__ void shared_stride(float* out, unsigned stride) {
    __shared__ T storage[32 * 64];
    const unsigned i = threadIdx.x;
    for (unsigned k = i; k < 32 * 64; k += 32)
        storage[k] = T{};
    __syncthreads();
    const T value = storage[i * stride];
    out[i] = *reinterpret_cast<const float*>(&value);
}

__global__ void atomics(unsigned* counter) {
    __shared__ unsigned in_block;
    if (threadIdx.x == 0) in_block = 0;
    __syncthreads();
    atomicAdd(&in_block, 1U);
    atomicAdd(counter, 1U);
}

__global__ void long_loop(const float* in, float* out, unsigned rounds) {
    const unsigned i = threadIdx.x;
    float sum = 0.0F;
    for (unsigned round = 0; round < rounds; ++round)
        sum += in[round % 16 * 256 + i];
    out[i] = sum;
}

__global__ void one_works(const float* in, float* out, unsigned rounds) {
    __shared__ float result;
    float sum = 0.0F;
    for (unsigned round = 0; round < rounds; ++round) {
        for (unsigned i = 0; threadIdx.x == 0 && i < 2000; ++i)
            sum += in[i];
        if (threadIdx.x == 0) result = sum;
        __syncthreads();
        sum = result;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void meetings(float* out) {
    float value = static_cast<float>(threadIdx.x);
    __syncthreads();
    value += __shfl_xor_sync(0xffffffffU, value, 1);
    __syncwarp();
    out[threadIdx.x] = value;
}

__global__ void grid_barrier(const float* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const float before = in[i];
    cooperative_groups::this_grid().sync();
    out[i] = before + in[i];
}

__global__ void matrix_product(const float* a, const float* b, float* c, unsigned n) {
    const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0F;
    for (unsigned k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void copy_of_four(float* out, const float* in, bool wide) {
    const unsigned i = threadIdx.x * 4;
    if (wide) {
        *reinterpret_cast<float4*>(out + i) = *reinterpret_cast<const float4*>(in + i);
        return;
    }
    for (unsigned k = 0; k < 4; ++k)
        out[i + k] = in[i + k];
}

}  // namespace

void launch_strided_copy(float* out, const float* in, unsigned threads, unsigned stride,
                         unsigned offset) {
    strided_copy<<<threads / 32, 32>>>(out, in, stride, offset);
}

void launch_wide_copy(float* out, const float* in, unsigned threads) {
    wide_copy<<<1, threads>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in));
}

void launch_copy_of_four(float* out, const float* in, bool wide) {
    copy_of_four<<<1, 32>>>(out, in, wide);
}

unsigned Ell::length(unsigned row) {
    return width - row % 16 * 2;
}

bool Ell::is_used(unsigned row, unsigned slot) {
    std::uint32_t mixed = row * 2654435761U + slot * 974593543U + 5;
    mixed ^= mixed >> 15;
    mixed *= 2246822519U;
    mixed ^= mixed >> 13;
    return mixed % 100 < 49;
}

void launch_ell(const int* columns, const float* values, const int* lengths, const float* x,
                float* y) {
    ell_product<<<Ell::rows / 64, 64>>>(columns, values, lengths, x, y);
}

void launch_triangle(const float* in, float* out, unsigned threads, unsigned rounds) {
    triangle<<<1, threads>>>(in, out, rounds);
}

void launch_collatz(const float* in, float* out, unsigned threads) {
    collatz<<<1, threads>>>(in, out);
}

void launch_far_function(const float* in, float* out, unsigned threads) {
    call_far_function<<<1, threads>>>(in, out);
}

void launch_shared_stride(float* out, unsigned stride, unsigned bytes) {
    switch (bytes) {
        case 4:
            return shared_stride<float><<<1, 32>>>(out, stride);
        case 8:
            return shared_stride<float2><<<1, 32>>>(out, stride);
        default:
            return shared_stride<float4><<<1, 32>>>(out, stride);
    }
}

void launch_atomics(unsigned* counter, unsigned threads) {
    atomics<<<1, threads>>>(counter);
}

void launch_long_loop(const float* in, float* out, unsigned threads, unsigned rounds) {
    long_loop<<<1, threads>>>(in, out, rounds);
}

void launch_one_works(const float* in, float* out, unsigned threads, unsigned rounds) {
    one_works<<<2, threads>>>(in, out, rounds);
}

void launch_meetings(float* out, unsigned threads) {
    meetings<<<1, threads>>>(out);
}

void launch_grid_barrier(const float* in, float* out, unsigned blocks, unsigned threads) {
    void* arguments[] = {&in, &out};
    cudaLaunchCooperativeKernel(grid_barrier, dim3(blocks), dim3(threads), arguments);
}

void launch_matrix_product(const float* a, const float* b, float* c, unsigned n) {
    matrix_product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}

}  // namespace workshop::emulator::profile_tests
