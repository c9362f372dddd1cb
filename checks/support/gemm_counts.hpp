// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How one product uses memory, as the CPU device counts it.

#include <cstdint>
#include <optional>
#include <string>

#include "gemm_case.hpp"

namespace workshop::checks {

/// @brief What the idea checks of a product look at, over all kernels of one call.
struct GemmCounts {
    double reads = 0.0;              ///< elements of global memory, per multiply-add
    double sectors_per_load = 0.0;   ///< 32-byte sectors of one request of a warp, global memory
    double shared_loads = 0.0;       ///< elements from shared memory, per multiply-add
    double shared_requests = 0.0;    ///< loads of a thread from shared memory, per multiply-add
    std::uint64_t shared_waves = 0;  ///< of all requests to shared memory
    std::uint64_t least_waves = 0;   ///< the same, had no two lanes met in a bank
    double wide_bytes = 0.0;         ///< share of the bytes of global memory in 16-byte accesses
};

/// @brief Calls the function once on standard normals and counts. Reports when the call fails.
/// @param[out] why_not set when the device cannot count
/// @return nothing when the call failed, or when the device cannot count
std::optional<GemmCounts> count_gemm(const GemmFunction& function, const GemmShape& shape,
                                     std::string* why_not);

/// @brief Calls the function once and counts what it reads of C. Reports when the call fails.
/// @return the elements read; nothing when the call failed, or when the device cannot count
std::optional<double> count_reads_of_c(const GemmFunction& function, const GemmPlan& plan);

}  // namespace workshop::checks
