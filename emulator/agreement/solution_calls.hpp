// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The functions that solution_call can call: all of the lessons that launch a kernel.

#include <cuda_runtime.h>

#include <cstdint>

#include "workshop/01_serial_softmax.hpp"
#include "workshop/02_block_reduction.hpp"
#include "workshop/03_online_softmax.hpp"
#include "workshop/04_vector_loads.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"
#include "workshop/06_compensated_sum.hpp"
#include "workshop/07_tiled_gemm.hpp"

namespace workshop::agreement {

/// @brief A matrix of a call, in device memory.
struct Matrix {
    const char* name = "";  ///< as in the contract; the options ldNAME and offset_NAME are named so
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t ld = 0;      ///< leading dimension, cols where no option says otherwise
    std::int64_t offset = 0;  ///< elements from the beginning of the allocation, 0 if no option
    float* memory = nullptr;  ///< the allocation

    /// @brief The first element.
    float* data() const { return memory + offset; }
    /// @brief All elements of the allocation.
    std::int64_t elements() const { return offset + rows * ld; }
};

/// @brief What a function is called with.
struct Call {
    std::int64_t rows = 0, cols = 0, third = 0;  ///< of a product: m, n and k
    Matrix in[2];                                ///< x; of a product: A and B
    Matrix out;                                  ///< y; of a product: C
    float alpha = 1.0F, beta = 0.0F;

    /// @brief The block size, of functions that have one.
    int threads() const { return static_cast<int>(third); }
    /// @brief The arguments of a product.
    GemmArguments product() const {
        return {rows,         cols,     third, alpha,      in[0].data(), in[0].ld,
                in[1].data(), in[1].ld, beta,  out.data(), out.ld};
    }
};

/// @brief A function with its name, and whether it is a product of matrices.
struct Function {
    const char* name;
    bool is_product;
    cudaError_t (*run)(const Call& call);
};

using Softmax = cudaError_t(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                            std::int64_t, cudaStream_t);
using SoftmaxOfThreads = cudaError_t(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                                     std::int64_t, int, cudaStream_t);
using RowSum = cudaError_t(std::int64_t, std::int64_t, const float*, std::int64_t, float*, int,
                           cudaStream_t);
using Product = cudaError_t(const GemmArguments&, cudaStream_t);

template <Softmax* function>
cudaError_t softmax(const Call& c) {
    return function(c.rows, c.cols, c.in[0].data(), c.in[0].ld, c.out.data(), c.out.ld, nullptr);
}
template <SoftmaxOfThreads* function>
cudaError_t softmax_of_threads(const Call& c) {
    return function(c.rows, c.cols, c.in[0].data(), c.in[0].ld, c.out.data(), c.out.ld, c.threads(),
                    nullptr);
}
template <RowSum* function>
cudaError_t row_sum(const Call& c) {
    return function(c.rows, c.cols, c.in[0].data(), c.in[0].ld, c.out.data(), c.threads(), nullptr);
}
template <Product* function>
cudaError_t product(const Call& c) {
    return function(c.product(), nullptr);
}
inline cudaError_t max_sum_of_rows(const Call& c) {
    return row_max_sum(c.rows, c.cols, c.in[0].data(), c.in[0].ld,
                       reinterpret_cast<MaxSum*>(c.out.data()), c.threads(), nullptr);
}
// x is taken for an array of pairs; its first half is merged with the second one.
inline cudaError_t merge_pairs(const Call& c) {
    const std::int64_t half = c.rows * c.cols / 4;
    const auto* pairs = reinterpret_cast<const MaxSum*>(c.in[0].data());
    return merge_max_sum_pairs(half, pairs, pairs + half, reinterpret_cast<MaxSum*>(c.out.data()),
                               nullptr);
}

/// @brief Each function of include/workshop/ that takes a stream. Those without one run on the
///        host, and no tool has anything to say about them.
constexpr Function kFunctions[] = {
    {"serial_softmax", false, softmax<serial_softmax>},
    {"row_sum_tree", false, row_sum<row_sum_tree>},
    {"row_sum_shuffle", false, row_sum<row_sum_shuffle>},
    {"block_softmax", false, softmax_of_threads<block_softmax>},
    {"merge_max_sum_pairs", false, merge_pairs},
    {"row_max_sum", false, max_sum_of_rows},
    {"online_softmax", false, softmax_of_threads<online_softmax>},
    {"vector_softmax", false, softmax_of_threads<vector_softmax>},
    {"persistent_softmax", false, softmax<persistent_softmax>},
    {"softmax_in_registers", false, softmax<softmax_in_registers>},
    {"row_sum_compensated", false, row_sum<row_sum_compensated>},
    {"compensated_softmax", false, softmax_of_threads<compensated_softmax>},
    {"gemm_naive", true, product<gemm_naive>},
    {"gemm_tiled", true, product<gemm_tiled>},
    {"gemm_register_tiled", true, product<gemm_register_tiled>},
};

}  // namespace workshop::agreement
