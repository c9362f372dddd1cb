// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "softmax_suite.hpp"

#include "oracle.hpp"

namespace workshop::checks {

FunctionUnderTest softmax_under_test(const std::string& name, const SoftmaxFunction& function) {
    FunctionUnderTest under_test;
    under_test.name = name;
    under_test.has_block_size = function.has_block_size;
    under_test.is_divided_by_sum = true;
    under_test.has_exponentials = true;
    under_test.shares_a_row = function.has_block_size;
    under_test.thread_a_row = function.thread_a_row;
    under_test.call = function.call;
    under_test.oracle = [numerics = function.numerics](const HostMatrix& x, int threads) {
        return softmax_oracle(x, numerics(x.cols, threads));
    };
    return under_test;
}

CheckList softmax_contract(const FunctionUnderTest& function) {
    CheckList list = shape_checks(function);
    append(list, softmax_value_checks(function));
    append(list, memory_checks(function));
    append(list, argument_checks(function));
    append(list, repetition_checks(function));
    append(list, attention_checks(function));
    append(list, large_matrix_checks(function));
    return list;
}

void register_softmax_contract(const std::string& name, const SoftmaxFunction& function) {
    register_checks(name, softmax_contract(softmax_under_test(name, function)));
}

}  // namespace workshop::checks
