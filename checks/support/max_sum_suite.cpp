// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "max_sum_suite.hpp"

#include <utility>

#include "oracle.hpp"
#include "row_sum_suite.hpp"
#include "softmax_suite.hpp"

namespace workshop::checks {

FunctionUnderTest max_sum_under_test(const std::string& name,
                                     std::function<cudaError_t(const Arguments&)> call) {
    FunctionUnderTest under_test;
    under_test.name = name;
    under_test.has_leading_dimension_y = false;
    under_test.may_be_in_place = false;
    under_test.output_cols = 2;
    under_test.has_exponentials = true;
    under_test.shares_a_row = true;
    under_test.output_names = {"max", "sum"};
    under_test.call = std::move(call);
    under_test.oracle = [](const HostMatrix& x, int threads) {
        return max_sum_oracle(x, online_numerics(x.cols, threads));
    };
    return under_test;
}

CheckList max_sum_contract(const FunctionUnderTest& function) {
    CheckList list = shape_checks(function);
    append(list, softmax_value_checks(function));
    append(list, empty_row_checks(function));
    append(list, memory_checks(function));
    append(list, argument_checks(function));
    append(list, repetition_checks(function));
    append(list, attention_checks(function));
    append(list, large_matrix_checks(function));
    return list;
}

}  // namespace workshop::checks
