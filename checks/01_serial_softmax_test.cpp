// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of lesson 1. The suite itself is in support/softmax_suite.cpp and the files beside it.

#include "workshop/01_serial_softmax.hpp"

#include "support/idea_checks.hpp"
#include "support/lesson_checks.hpp"
#include "support/lesson_numerics.hpp"
#include "support/softmax_suite.hpp"

namespace workshop::checks {

void register_lesson_checks() {
    SoftmaxFunction function;
    function.has_block_size = false;
    function.thread_a_row = true;
    function.call = [](const Arguments& a) {
        return serial_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    function.numerics = serial_numerics;
    register_softmax_contract("serial_softmax", function);

    Idea idea;
    idea.name = "serial_softmax";
    idea.has_block_size = false;
    idea.call = function.call;
    idea.sharing = WorkSharing::thread_a_row;
    idea.most_reads = 3;
    idea.reads_are = "for the maximum, for the sum, for the result";
    register_idea(idea);
}

}  // namespace workshop::checks
