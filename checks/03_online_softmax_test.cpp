// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of lesson 3. The suites themselves are in support/merge_laws.cpp,
// support/max_sum_suite.cpp, support/softmax_suite.cpp and the files beside them.

#include "workshop/03_online_softmax.hpp"

#include <algorithm>

#include "support/idea_checks.hpp"
#include "support/lesson_checks.hpp"
#include "support/max_sum_suite.hpp"
#include "support/merge_judge.hpp"
#include "support/merge_suite.hpp"
#include "support/profiled_function.hpp"
#include "support/softmax_suite.hpp"

namespace workshop::checks {

namespace {

// The buffers of the checks hold floats; the contract's pair is two of them.
static_assert(sizeof(MaxSum) == 2 * sizeof(float) && alignof(MaxSum) == alignof(float));

const MaxSum* pairs(const float* address) {
    return reinterpret_cast<const MaxSum*>(address);
}
MaxSum* pairs(float* address) {
    return reinterpret_cast<MaxSum*>(address);
}

bool merge_on_host(const std::vector<Pair>& a, const std::vector<Pair>& b, std::vector<Pair>* out) {
    std::vector<Pair> merged;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const MaxSum pair = merge_max_sum({a[i].max, a[i].sum}, {b[i].max, b[i].sum});
        merged.push_back({pair.max, pair.sum});
    }
    *out = std::move(merged);
    return true;
}

cudaError_t merge_on_device(std::int64_t count, const float* a, const float* b, float* out,
                            cudaStream_t stream) {
    return merge_max_sum_pairs(count, pairs(a), pairs(b), pairs(out), stream);
}

/// For the profile: as many pairs as a matrix of rows x cols has room for, half of them in a.
ProfiledFunction profiled_merge() {
    ProfiledFunction function;
    function.name = "merge_max_sum_pairs";
    function.check = "Counts";
    function.call_on = [](const CallShape& shape) {
        const std::int64_t count = std::max<std::int64_t>(shape.rows * shape.cols / 4, 1);
        ProfiledCall call;
        call.sizes = "count = " + std::to_string(count);
        call.matrices = {{"a", count, 2, false, false, true},  // a sum is not negative
                         {"b", count, 2, false, false, true},
                         {"out", count, 2, true, false}};
        call.run = [count](const std::vector<PlacedMatrix>& places) {
            return merge_max_sum_pairs(count, pairs(places[0].data), pairs(places[1].data),
                                       pairs(places[2].data), nullptr);
        };
        call.expected = [](const std::vector<HostMatrix>& inputs) {
            return merge_oracle(inputs[0], inputs[1]);
        };
        return call;
    };
    return function;
}

}  // namespace

void register_lesson_checks() {
    register_checks("merge_max_sum_pairs",
                    merge_kernel_checks("merge_max_sum_pairs", merge_on_device));
    register_profiled_function(profiled_merge());
    register_checks("merge_max_sum", merge_law_checks("merge_max_sum", merge_on_host));
    const auto call_row_max_sum = [](const Arguments& a) {
        return row_max_sum(a.rows, a.cols, a.x, a.ldx, pairs(a.y), a.threads_per_block, a.stream);
    };
    register_checks("row_max_sum",
                    max_sum_contract(max_sum_under_test("row_max_sum", call_row_max_sum)));
    Idea one_pass;
    one_pass.name = "row_max_sum";
    one_pass.call = call_row_max_sum;
    one_pass.most_reads = 1;
    one_pass.output_cols = 2;
    one_pass.output = "out";
    one_pass.reads_are = "maximum and sum come from the same pass";
    one_pass.reduction = {ReducedBy::either, 1, 2};
    register_idea(one_pass);

    SoftmaxFunction function;
    function.call = [](const Arguments& a) {
        return online_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block,
                              a.stream);
    };
    function.numerics = online_numerics;
    register_softmax_contract("online_softmax", function);
    Idea idea;
    idea.name = "online_softmax";
    idea.call = function.call;
    idea.most_reads = 2;
    idea.reads_are = "one for maximum and sum together, one for the result";
    idea.reduction = {ReducedBy::either, 1, 2};
    register_idea(idea);
}

}  // namespace workshop::checks
