// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "kernel_table.hpp"

#include "support/compensated_bounds.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"
#include "workshop/01_serial_softmax.hpp"
#include "workshop/02_block_reduction.hpp"
#include "workshop/03_online_softmax.hpp"
#include "workshop/04_vector_loads.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"
#include "workshop/06_compensated_sum.hpp"
#include "workshop/07_tiled_gemm.hpp"

namespace workshop::demo {
namespace {

using checks::Arguments;
using checks::FunctionUnderTest;
using checks::HostMatrix;

using WithBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t,
                                      float*, std::int64_t, int, cudaStream_t);
using OwnBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                                     std::int64_t, cudaStream_t);
using Numerics = checks::SoftmaxNumerics (*)(std::int64_t cols, int threads_per_block);

FunctionUnderTest named(const char* name, Numerics numerics) {
    FunctionUnderTest kernel;
    kernel.name = name;
    kernel.oracle = [numerics](const HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, numerics(x.cols, threads));
    };
    return kernel;
}

/// A function whose caller chooses the threads of a block.
FunctionUnderTest softmax(const char* name, WithBlockSize function, Numerics numerics) {
    FunctionUnderTest kernel = named(name, numerics);
    kernel.call = [function](const Arguments& a) {
        return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
    };
    return kernel;
}

/// A function that chooses them itself.
FunctionUnderTest softmax(const char* name, OwnBlockSize function, Numerics numerics) {
    FunctionUnderTest kernel = named(name, numerics);
    kernel.has_block_size = false;
    kernel.call = [function](const Arguments& a) {
        return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    return kernel;
}

}  // namespace

const std::vector<DemoKernel>& kernel_table() {
    static const std::vector<DemoKernel> table = {
        {1, softmax("serial_softmax", serial_softmax, checks::serial_numerics)},
        {2, softmax("block_softmax", block_softmax, checks::block_numerics)},
        {3, softmax("online_softmax", online_softmax, checks::online_numerics)},
        {4, softmax("vector_softmax", vector_softmax, checks::vector_numerics)},
        {5, softmax("persistent_softmax", persistent_softmax, checks::persistent_numerics)},
        {5, softmax("softmax_in_registers", softmax_in_registers, checks::register_numerics)},
        {6, softmax("compensated_softmax", compensated_softmax, checks::compensated_numerics)},
    };
    return table;
}

const DemoKernel& shown_kernel() {
    return kernel_table()[2];
}

const std::vector<DemoProduct>& product_table() {
    static const std::vector<DemoProduct> table = {
        {7, {"gemm_naive", gemm_naive}},
        {7, {"gemm_tiled", gemm_tiled}},
        {7, {"gemm_register_tiled", gemm_register_tiled}},
    };
    return table;
}

}  // namespace workshop::demo
