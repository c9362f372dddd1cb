// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 6 as suites of checks.

#include <functional>
#include <string>
#include <vector>

#include "common_checks.hpp"
#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief The exact sums, with the bound of a compensated sum.
Expected compensated_sum_oracle(const HostMatrix& x, int threads);

/// @brief A compensated row sum as the common checks see it.
/// @param[in] call calls the function; Arguments::ldy is to be ignored
FunctionUnderTest compensated_sum_under_test(const std::string& name,
                                             std::function<cudaError_t(const Arguments&)> call);

/// @brief The contract of row sums, and compensated_value_checks() before it.
CheckList compensated_sum_contract(const FunctionUnderTest& function);

/// @brief SmallBesideLarge, LargerThanTheSum, AlternatingLargeValues, OrderOfValues, InfinityStays,
///        ManyTenths, OnesUpTo2To24, OnesPast2To24: what a plain sum, or a sum that is compensated
///        by half, gets wrong.
CheckList compensated_value_checks(const FunctionUnderTest& function);

/// @brief A softmax with a compensated sum as the common checks see it.
FunctionUnderTest compensated_softmax_under_test(const std::string& name,
                                                 std::function<cudaError_t(const Arguments&)> call);

/// @brief The contract of every softmax, with RowsSumToOne and WideRowSumsToOne before it.
CheckList compensated_softmax_contract(const FunctionUnderTest& function);

/// @brief A pair {sum, compensation} as the checks see it. The contract's own type has the same two
///        members.
struct SumPair {
    float sum;
    float compensation;
};

/// @brief The operations of the contract on pairs, on the host.
struct SumOperations {
    std::function<SumPair(SumPair, float)> add;
    std::function<SumPair(SumPair, SumPair)> merge;
    std::function<float(SumPair)> value;
};

/// @brief AddsAndKeepsTheRest, ValueAboveTheSum, CompensationIsKept.
CheckList add_laws(const SumOperations& operations);
/// @brief MergesAndKeepsTheRest, BothCompensations, Identity.
CheckList merge_sum_laws(const SumOperations& operations);
/// @brief AddsTheCompensation, InfinitiesAndNan.
CheckList value_laws(const SumOperations& operations);

/// @brief What a row sum's wrong value tells: whether it is just the plain sum, for example. For
///        FunctionUnderTest::cause_of_value.
std::string cause_of_sum(const HostMatrix& x, std::int64_t row, float got, int threads);

/// @brief The plain float32 sum of a row, in the order of the kernels of lesson 2: shares of
///        threads, then warps, then the block.
float plain_sum(const float* row, std::int64_t cols, int threads);

}  // namespace workshop::checks
