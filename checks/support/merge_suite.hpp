// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The operator of lesson 3, the merge of (maximum, sum) pairs: the laws it must obey,
///        checked in the same way for the host function and for the kernel.

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "register_check.hpp"

namespace workshop::checks {

/// @brief A pair as the checks see it. The contract's own type has the same two members.
struct Pair {
    float max;
    float sum;
};

/// @brief Merges a[i] with b[i] for all i, by the operator under test.
/// @param[out] out receives the results
/// @return false after it reported a failure with fail()
using MergeMany = std::function<bool(const std::vector<Pair>& a, const std::vector<Pair>& b,
                                     std::vector<Pair>* out)>;

/// @brief The laws: Merges, EqualMaxima, Identity, IdentityWithItself, NanIsKept, ExtremeMaxima,
///        Commutative, Associative, OrderOfSlices.
CheckList merge_law_checks(const std::string& name, const MergeMany& merge);

/// @brief The kernel that merges arrays of pairs. Pointers are to `count` pairs of two floats.
using MergePairsCall = std::function<cudaError_t(std::int64_t count, const float* a, const float* b,
                                                 float* out, cudaStream_t stream)>;

/// @brief Checks on memory, sizes and arguments of the kernel, then the laws on it.
CheckList merge_kernel_checks(const std::string& name, const MergePairsCall& call);

}  // namespace workshop::checks
