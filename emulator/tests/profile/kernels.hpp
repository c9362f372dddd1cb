// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Kernels whose counts can be worked out by hand, and the launches that the tests need.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace workshop::emulator::profile_tests {

/// out[i] = in[i * stride + offset], each a float.
void launch_strided_copy(float* out, const float* in, unsigned threads, unsigned stride,
                         unsigned offset);
/// The same, 16 bytes a thread.
void launch_wide_copy(float* out, const float* in, unsigned threads);

/// @brief Each of 32 threads copies 4 floats: as a float4, or one by one.
void launch_copy_of_four(float* out, const float* in, bool wide);

/// A matrix of rows of different length, stored column by column. Slots that are not used are
/// anywhere in a row.
struct Ell {
    static constexpr unsigned rows = 256;
    static constexpr unsigned width = 136;
    static unsigned length(unsigned row);
    static bool is_used(unsigned row, unsigned slot);
};
void launch_ell(const int* columns, const float* values, const int* lengths, const float* x,
                float* y);

/// Lane i reads i % 4 elements, then all lanes read together; `rounds` times.
void launch_triangle(const float* in, float* out, unsigned threads, unsigned rounds);

/// Each thread follows the Collatz sequence of its number + 1 and reads at every step, then once.
void launch_collatz(const float* in, float* out, unsigned threads);

/// Lanes 0 to 7 of a warp call a function that is not inlined; then all lanes read.
void launch_far_function(const float* in, float* out, unsigned threads);

/// One warp reads shared memory with a stride in elements of 4, 8 or 16 bytes.
void launch_shared_stride(float* out, unsigned stride, unsigned bytes);

/// Every thread adds to one counter in global memory and to one in shared memory.
void launch_atomics(unsigned* counter, unsigned threads);

/// A long loop without any barrier: logs are full many times.
void launch_long_loop(const float* in, float* out, unsigned threads, unsigned rounds);

/// Thread 0 of each block reads 2000 elements while the others wait at a barrier; `rounds` times.
void launch_one_works(const float* in, float* out, unsigned threads, unsigned rounds);

/// Barriers and shuffles, each once.
void launch_meetings(float* out, unsigned threads);

/// A cooperative launch whose blocks read before and after the barrier of the grid.
void launch_grid_barrier(const float* in, float* out, unsigned blocks, unsigned threads);

/// A product of n x n matrices, 16 x 16 threads a block, for the time that counting takes.
void launch_matrix_product(const float* a, const float* b, float* c, unsigned n);

}  // namespace workshop::emulator::profile_tests
