// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <memory>

#include "common_checks.hpp"
#include "compare.hpp"
#include "few_blocks.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "many_blocks.hpp"
#include "merge_suite.hpp"
#include "refused_calls.hpp"
#include "report.hpp"
#include "text_style.hpp"

namespace workshop::checks {

namespace {

std::vector<float> flat(const std::vector<Pair>& pairs) {
    std::vector<float> values(pairs.size() * 2);
    std::memcpy(values.data(), pairs.data(), values.size() * sizeof(float));
    return values;
}

/// One launch of the kernel on guarded buffers, with everything that a launch can break.
class PairLaunch {
  public:
    PairLaunch(const std::string& name, const MergePairsCall& call, std::size_t count,
               std::int64_t a_offset = 0, std::int64_t b_offset = 0, std::int64_t out_offset = 0)
        : count_(static_cast<std::int64_t>(count)),
          a_("a", count_, 2, 2, a_offset),
          b_("b", count_, 2, 2, b_offset),
          out_("the output", count_, 2, 2, out_offset) {
        function_.name = name;
        function_.has_leading_dimension_y = false;
        function_.has_block_size = false;
        function_.output_cols = 2;
        function_.call = [this, call](const Arguments& arguments) {
            return call(arguments.rows, arguments.x, b_.data(), arguments.y, arguments.stream);
        };
        facts_.function = &function_;
        facts_.arguments = {count_, 2, a_.data(), 2, out_.data(), 2, 0, nullptr};
        facts_.data = "pairs of (max, sum)";
        facts_.x_offset = a_offset;
        facts_.y_offset = out_offset;
    }
    PairLaunch(const PairLaunch&) = delete;
    PairLaunch& operator=(const PairLaunch&) = delete;

    bool run(const std::vector<Pair>& a, const std::vector<Pair>& b) {
        a_.upload(flat(a));
        b_.upload(flat(b));
        out_.upload_poison();
        if (!call_and_wait(facts_)) return false;
        for (GuardedMatrix* matrix : {&out_, &a_, &b_})
            matrix->download();
        for (const std::string& problem :
             {out_.damage(), a_.change(), b_.change(), a_.damage(), b_.damage()}) {
            if (problem.empty()) continue;
            fail(describe_problem(facts_, problem,
                                  "The index of a thread is not compared with count, or a store "
                                  "goes to the wrong array."));
            return false;
        }
        return everything_written();
    }

    std::vector<Pair> result() const {
        const std::vector<float> values = out_.values();
        std::vector<Pair> pairs(values.size() / 2);
        std::memcpy(pairs.data(), values.data(), values.size() * sizeof(float));
        return pairs;
    }

    LaunchFacts& facts() { return facts_; }
    const FunctionUnderTest& function() const { return function_; }

  private:
    bool everything_written() {
        const Comparison comparison = find_never_written(out_.values(), count_, 2);
        if (comparison.all_right()) return true;
        const HostMatrix none(count_, 2, "");
        fail(describe_mismatch(facts_, none, out_.values(), Expected(count_, 2), comparison));
        return false;
    }

    std::int64_t count_;
    GuardedMatrix a_;
    GuardedMatrix b_;
    GuardedMatrix out_;
    FunctionUnderTest function_;
    LaunchFacts facts_;
};

/// Pairs whose merge is {larger max, exactly a.sum + b.sum}: the maxima are equal, the sums small
/// whole numbers that differ from place to place.
std::pair<std::vector<Pair>, std::vector<Pair>> counting_pairs(std::size_t count, int seed) {
    std::vector<Pair> a;
    std::vector<Pair> b;
    for (std::size_t i = 0; i < count; ++i) {
        const auto max = static_cast<float>(i % 17) - 8.0F;
        a.push_back({max, static_cast<float>(i % 101 + 1)});
        b.push_back({max, static_cast<float>(i % 13 + static_cast<std::size_t>(seed))});
    }
    return {a, b};
}

/// Where a wrong pair comes from: other pairs, or the right ones.
std::string cause_of_wrong_pair(const std::vector<Pair>& a, const std::vector<Pair>& b,
                                std::size_t i, Pair got) {
    const auto is_sum = [&](std::size_t of_a, std::size_t of_b) {
        return got.sum == a[of_a].sum + b[of_b].sum &&
               (got.max == a[of_a].max || got.max == b[of_b].max);
    };
    for (std::size_t other = 0; other < a.size(); ++other) {
        if (is_sum(other, other) || is_sum(i, other) || is_sum(other, i))
            return "out[i] is not computed from a[i] and b[i].";
    }
    return "This is no sum of other pairs, so a[i] and b[i] may be the ones that were merged. Both "
           "have the same maximum: is each sum rescaled by exp of its own maximum minus the new "
           "one, and are both added?";
}

bool check_counting(PairLaunch& launch, const std::string& name, std::size_t count, int seed) {
    const auto [a, b] = counting_pairs(count, seed);
    if (!launch.run(a, b)) return false;
    const std::vector<Pair> got = launch.result();
    for (std::size_t i = 0; i < count; ++i) {
        if (got[i].max == a[i].max && got[i].sum == a[i].sum + b[i].sum) continue;
        fail(name + " on " + plural(count, "pair") + ": pair " + std::to_string(i) +
             " is wrong.\ngot {" + std::to_string(got[i].max) + ", " + std::to_string(got[i].sum) +
             "}, wanted {" + std::to_string(a[i].max) + ", " + std::to_string(a[i].sum + b[i].sum) +
             "}\n" + cause_line(cause_of_wrong_pair(a, b, i, got[i])));
        return false;
    }
    return true;
}

void writes_every_element(const std::string& name, const MergePairsCall& call) {
    for (const std::size_t count : {5U, 1U, 300U}) {
        PairLaunch launch(name, call, count);
        const auto [a, b] = counting_pairs(count, 1);
        if (!launch.run(a, b)) return;
    }
}

/// The kernel as a function of one matrix of pairs, each merged with itself: it keeps its maximum
/// and doubles its sum, exactly.
FunctionUnderTest merge_with_itself(const std::string& name, const MergePairsCall& call) {
    FunctionUnderTest function;
    function.name = name;
    function.has_leading_dimension_y = false;
    function.has_block_size = false;
    function.input_cols = 2;
    function.output_names = {"max", "sum"};
    function.call = [=](const Arguments& a) { return call(a.rows, a.x, a.x, a.y, a.stream); };
    function.oracle = [](const HostMatrix& x, int) {
        Expected expected(x.rows, 2);
        for (std::int64_t r = 0; r < x.rows; ++r) {
            expected.set(r, 0, x.at(r, 0), 0.0);
            expected.set(r, 1, 2.0 * x.at(r, 1), 0.0);
        }
        return expected;
    };
    return function;
}

/// More blocks of 256 threads than gridDim.y allows.
void many_blocks(const std::string& name, const MergePairsCall& call) {
    const FunctionUnderTest function = merge_with_itself(name, call);
    if (!check_equal_rows(function, kMostBlocksInY * 256 + 257, 2)) return;
    check_rows_beyond_32_bits(function, 2);
}

void counts(const std::string& name, const MergePairsCall& call) {
    for (const std::size_t count :
         {1U, 2U, 31U, 32U, 33U, 127U, 128U, 129U, 255U, 256U, 257U, 1023U, 1024U, 1025U, 70001U}) {
        PairLaunch launch(name, call, count);
        if (!check_counting(launch, name, count, 1)) return;
        if (!check_counting(launch, name, count, 2)) return;
    }
    many_blocks(name, call);
}

void unaligned_pointers(const std::string& name, const MergePairsCall& call) {
    for (std::int64_t offset = 0; offset < 4; ++offset) {
        PairLaunch launch(name, call, 70, offset, (offset + 1) % 4, (offset + 2) % 4);
        if (!check_counting(launch, name, 70, 1)) return;
    }
}

void arguments(const std::string& name, const MergePairsCall& call) {
    GuardedMatrix buffer("the output", 4, 2, 2, 0);
    buffer.upload_poison();
    float* p = buffer.data();
    GuardedMatrix room("the output", kTooManyRoom, 2, 2, 0);
    room.upload_poison();
    float* r = room.data();
    const std::string too_many = "count = 2^42 + " + std::to_string(kTooManyRoom);
    struct Call {
        const char* words;
        std::int64_t count;
        const float* a;
        const float* b;
        float* out;
        cudaError_t wanted;
    };
    for (const Call& c :
         {Call{"count = 0", 0, p, p, p, cudaSuccess},
          Call{"count = 0 and null pointers", 0, nullptr, nullptr, nullptr, cudaSuccess},
          Call{"count = -1", -1, p, p, p, cudaErrorInvalidValue},
          Call{"a = nullptr", 4, nullptr, p, p, cudaErrorInvalidValue},
          Call{"b = nullptr", 4, p, nullptr, p, cudaErrorInvalidValue},
          Call{"out = nullptr", 4, p, p, nullptr, cudaErrorInvalidValue},
          Call{too_many.c_str(), kTooMany, r, r, r, cudaErrorInvalidConfiguration}}) {
        const bool good = check_call_without_launch(
            name + " with " + c.words, [&] { return call(c.count, c.a, c.b, c.out, nullptr); },
            c.wanted,
            [&] {
                buffer.download();
                room.download();
                return std::vector<std::string>{buffer.change(), buffer.damage(), room.change(),
                                                room.damage()};
            });
        if (!good) return;
    }
}

void launch_errors_are_reported(const std::string& name, const MergePairsCall& call) {
    PairLaunch launch(name, call, 4);
    const auto [a, b] = counting_pairs(4, 1);
    if (!launch.run(a, b)) return;
    const Arguments& arguments = launch.facts().arguments;
    check_launch_error_is_returned(name, [&](cudaStream_t stream) {
        return call(4, arguments.x, arguments.x, arguments.y, stream);
    });
}

}  // namespace

CheckList merge_kernel_checks(const std::string& name, const MergePairsCall& call) {
    CheckList list{
        {"WritesEveryElement", [=] { writes_every_element(name, call); }},
        {"Counts", [=] { counts(name, call); }},
    };
    const MergeMany merge = [=](const std::vector<Pair>& a, const std::vector<Pair>& b,
                                std::vector<Pair>* out) {
        PairLaunch launch(name, call, a.size());
        if (!launch.run(a, b)) return false;
        *out = launch.result();
        return true;
    };
    for (const NamedCheck& law : merge_law_checks(name, merge))
        list.push_back(law);
    list.push_back({"UnalignedPointers", [=] { unaligned_pointers(name, call); }});
    list.push_back({"Arguments", [=] { arguments(name, call); }});
    list.push_back({"LaunchErrorsAreReported", [=] { launch_errors_are_reported(name, call); }});
    append(list, repetition_checks(merge_with_itself(name, call)));
    return list;
}

}  // namespace workshop::checks
