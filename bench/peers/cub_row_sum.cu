// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The row sum of CUB: each row is a segment.

#include "cub_row_sum.hpp"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <climits>
#include <cub/device/device_segmented_reduce.cuh>

namespace workshop::bench {
namespace {

// Where a row begins. Computed, so that CUB reads no array of offsets.
struct RowStart {
    int cols;
    __host__ __device__ int operator()(int row) const { return row * cols; }
};

// Scratch memory that is kept from call to call, and freed with the program's context.
struct Scratch {
    void* data = nullptr;
    std::size_t bytes = 0;

    cudaError_t reserve(std::size_t wanted) {
        if (data != nullptr && bytes >= wanted) return cudaSuccess;
        if (data != nullptr) (void)cudaFree(data);
        bytes = wanted;
        return cudaMalloc(&data, wanted);
    }
};

}  // namespace

cudaError_t cub_row_sum(std::int64_t rows, std::int64_t cols, const float* x, float* y,
                        cudaStream_t stream) {
    static Scratch scratch;
    if (rows * cols > INT_MAX) return cudaErrorInvalidValue;
    const auto begins = thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                                        RowStart{static_cast<int>(cols)});
    const auto sum = [&](void* data, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Sum(data, bytes, x, y, static_cast<int>(rows), begins,
                                               begins + 1, stream);
    };
    std::size_t bytes = 0;
    cudaError_t error = sum(nullptr, bytes);  // asks how much scratch memory it wants
    if (error != cudaSuccess) return error;
    error = scratch.reserve(bytes > 0 ? bytes : 1);
    if (error != cudaSuccess) return error;
    return sum(scratch.data, bytes);
}

}  // namespace workshop::bench
