// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of lesson 2. The suites themselves are in support/row_sum_suite.cpp,
// support/softmax_suite.cpp and the files beside them.

#include "workshop/02_block_reduction.hpp"

#include "support/idea_checks.hpp"
#include "support/lesson_checks.hpp"
#include "support/lesson_numerics.hpp"
#include "support/row_sum_suite.hpp"
#include "support/softmax_suite.hpp"

namespace workshop::checks {

namespace {

void register_row_sum(const std::string& name, ReducedBy by,
                      std::function<cudaError_t(const Arguments&)> call) {
    register_row_sum_contract(name, call);
    Idea idea;
    idea.name = name;
    idea.call = std::move(call);
    idea.most_reads = 1;
    idea.output_cols = 1;
    idea.output = "sum";
    idea.reduction.by = by;
    register_idea(idea);
}

}  // namespace

void register_lesson_checks() {
    register_row_sum("row_sum_tree", ReducedBy::tree, [](const Arguments& a) {
        return row_sum_tree(a.rows, a.cols, a.x, a.ldx, a.y, a.threads_per_block, a.stream);
    });
    register_row_sum("row_sum_shuffle", ReducedBy::shuffles, [](const Arguments& a) {
        return row_sum_shuffle(a.rows, a.cols, a.x, a.ldx, a.y, a.threads_per_block, a.stream);
    });

    SoftmaxFunction function;
    function.call = [](const Arguments& a) {
        return block_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
    };
    function.numerics = block_numerics;
    register_softmax_contract("block_softmax", function);

    Idea idea;
    idea.name = "block_softmax";
    idea.call = function.call;
    idea.most_reads = 3;
    idea.reads_are = "for the maximum, for the sum, for the result";
    idea.reduction = {ReducedBy::shuffles, 2, 2};
    register_idea(idea);
}

}  // namespace workshop::checks
