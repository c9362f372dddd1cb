// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "kernel_table.hpp"

#include "support/compensated_bounds.hpp"
#include "support/softmax_function.hpp"
#include "workshop/01_serial_softmax.hpp"
#include "workshop/02_block_reduction.hpp"
#include "workshop/03_online_softmax.hpp"
#include "workshop/04_vector_loads.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"
#include "workshop/06_compensated_sum.hpp"
#include "workshop/07_tiled_gemm.hpp"

namespace workshop::demo {

using checks::softmax_function;

const std::vector<DemoKernel>& kernel_table() {
    static const std::vector<DemoKernel> table = {
        {1, softmax_function("serial_softmax", serial_softmax, checks::serial_numerics)},
        {2, softmax_function("block_softmax", block_softmax, checks::block_numerics)},
        {3, softmax_function("online_softmax", online_softmax, checks::online_numerics)},
        {4, softmax_function("vector_softmax", vector_softmax, checks::vector_numerics)},
        {5,
         softmax_function("persistent_softmax", persistent_softmax, checks::persistent_numerics)},
        {5,
         softmax_function("softmax_in_registers", softmax_in_registers, checks::register_numerics)},
        {6, softmax_function("compensated_softmax", compensated_softmax,
                             checks::compensated_numerics)},
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
