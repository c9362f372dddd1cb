// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of lesson 4. The suites themselves are in support/softmax_suite.cpp,
// support/vector_row_checks.cpp, support/split_row_suite.cpp, support/wide_looks.cpp and the files
// beside them.

#include "workshop/04_vector_loads.hpp"

#include "support/idea_checks.hpp"
#include "support/lesson_checks.hpp"
#include "support/lesson_numerics.hpp"
#include "support/softmax_suite.hpp"
#include "support/split_row_suite.hpp"
#include "support/vector_row_checks.hpp"

namespace workshop::checks {

void register_lesson_checks() {
    SoftmaxFunction softmax;
    softmax.numerics = vector_numerics;
    softmax.call = [](const Arguments& a) {
        return vector_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block,
                              a.stream);
    };
    const FunctionUnderTest function = softmax_under_test("vector_softmax", softmax);
    CheckList contract = softmax_contract(function);
    append(contract, vector_row_checks(function));
    register_checks(function.name, contract);

    register_checks("split_row",
                    split_row_checks("split_row", [](const float* row, std::int64_t cols) {
                        const RowSplit split = split_row(row, cols);
                        return RowParts{split.head, split.vectors, split.tail};
                    }));

    Idea idea;
    idea.name = function.name;
    idea.call = softmax.call;
    idea.most_reads = 2;
    idea.wide = true;
    idea.reads_are = "one for maximum and sum together, one for the result";
    register_idea(idea);
}

}  // namespace workshop::checks
