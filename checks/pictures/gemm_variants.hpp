// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Wrong kernels of lesson 7 beside the right ones. They are built from mutants, with other
///        names.

#include "workshop/07_tiled_gemm.hpp"

namespace workshop {

/// @brief gemm_register_tiled() of checks/mutants/07_tiled_gemm/padding_missing.mutant.
cudaError_t unpadded_gemm_register_tiled(const GemmArguments& gemm, cudaStream_t stream);

/// @brief gemm_tiled() of checks/mutants/07_tiled_gemm/a_tile_kept_transposed.mutant.
cudaError_t transposed_gemm_tiled(const GemmArguments& gemm, cudaStream_t stream);

}  // namespace workshop
