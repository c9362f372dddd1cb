// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of lesson 6. The suites themselves are in support/compensated_*.cpp,
// support/row_sum_suite.cpp, support/softmax_suite.cpp and the files beside them.

#include "workshop/06_compensated_sum.hpp"

#include "support/compensated_sum_suite.hpp"
#include "support/idea_checks.hpp"
#include "support/lesson_checks.hpp"

namespace workshop::checks {

namespace {

SumPair pair_of(CompensatedSum sum) {
    return {sum.sum, sum.compensation};
}

SumOperations operations() {
    SumOperations all;
    all.add = [](SumPair pair, float value) {
        return pair_of(add_compensated({pair.sum, pair.compensation}, value));
    };
    all.merge = [](SumPair a, SumPair b) {
        return pair_of(merge_compensated({a.sum, a.compensation}, {b.sum, b.compensation}));
    };
    all.value = [](SumPair pair) { return compensated_value({pair.sum, pair.compensation}); };
    return all;
}

}  // namespace

void register_lesson_checks() {
    register_checks("add_compensated", add_laws(operations()));
    register_checks("merge_compensated", merge_sum_laws(operations()));
    register_checks("compensated_value", value_laws(operations()));

    Idea sum;
    sum.name = "row_sum_compensated";
    sum.call = [](const Arguments& a) {
        return row_sum_compensated(a.rows, a.cols, a.x, a.ldx, a.y, a.threads_per_block, a.stream);
    };
    sum.most_reads = 1;
    sum.output_cols = 1;
    sum.output = "sum";
    sum.reads_are = "the compensation needs no element twice";
    register_checks(sum.name,
                    compensated_sum_contract(compensated_sum_under_test(sum.name, sum.call)));
    sum.reduction = {ReducedBy::either, 1, 2};
    register_idea(sum);

    Idea softmax;
    softmax.name = "compensated_softmax";
    softmax.call = [](const Arguments& a) {
        return compensated_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block,
                                   a.stream);
    };
    softmax.most_reads = 3;
    softmax.reads_are = "for the maximum, for the sum, for the result";
    register_checks(softmax.name, compensated_softmax_contract(
                                      compensated_softmax_under_test(softmax.name, softmax.call)));
    softmax.reduction = {ReducedBy::either, 2, 3};
    register_idea(softmax);
}

}  // namespace workshop::checks
