// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// No junk passes: at every shape and for every input that the softmax suite uses, an output that is
// all zero, uniform, a copy of the input or never written is wrong by its bounds.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <string>

#include "host_softmax.hpp"
#include "support/compare.hpp"
#include "support/launch.hpp"
#include "support/max_sum_suite.hpp"
#include "support/oracle.hpp"
#include "support/poison.hpp"
#include "support/softmax_suite.hpp"

namespace workshop::checks {
namespace {

/// Whether junk is far from what is wanted, judged without the bounds: a number where NaN is
/// wanted, or the other way round, or an error above 1 % of the wanted element. No bound of the
/// suite is that wide: 1 % is 167,000 operations. Elements below 1e-30 are not judged: the bounds
/// allow 2^-126 = 1.2e-38 in addition, for hardware that flushes small numbers to zero, and this is
/// more than 1 % of an element below 1.2e-36.
bool is_wrong(const std::vector<float>& junk, const Expected& expected) {
    for (std::size_t i = 0; i < junk.size(); ++i) {
        const bool wants_nan = expected.kinds[i] == Wanted::nan;
        if (wants_nan != static_cast<bool>(std::isnan(junk[i]))) return true;
        if (wants_nan || expected.values[i] < 1e-30) continue;
        if (std::abs(junk[i] - expected.values[i]) > 0.01 * expected.values[i]) return true;
    }
    return false;
}

struct Junk {
    const char* name;
    std::function<std::vector<float>(const HostMatrix&)> make;
};

const Junk kJunk[] = {
    {"all zero", [](const HostMatrix& x) { return std::vector<float>(x.values.size(), 0.0F); }},
    {"uniform 1/N",
     [](const HostMatrix& x) {
         return std::vector<float>(x.values.size(), 1.0F / static_cast<float>(x.cols));
     }},
    {"the input", [](const HostMatrix& x) { return x.values; }},
    {"all NaN",
     [](const HostMatrix& x) { return std::vector<float>(x.values.size(), std::nanf("")); }},
};

TEST(Junk, FailsAtEveryShapeOfTheSuite) {
    std::set<std::pair<std::int64_t, std::int64_t>> shapes;
    std::int64_t judged = 0;
    FunctionUnderTest function = host_function();
    // The loosest bounds of all softmax lessons.
    function.oracle = [&](const HostMatrix& x, int threads) {
        const Expected expected = softmax_oracle(x, online_numerics(x.cols, threads));
        shapes.insert({x.rows, x.cols});
        for (const Junk& junk : kJunk) {
            const std::vector<float> output = junk.make(x);
            if (!is_wrong(output, expected)) continue;
            ++judged;
            EXPECT_FALSE(compare(output, expected).all_right())
                << junk.name << " passes on " << x.rows << " x " << x.cols << ", " << x.contents;
        }
        const std::vector<float> untouched(x.values.size(), std::bit_cast<float>(kNeverWritten));
        EXPECT_EQ(compare(untouched, expected).never_written_count,
                  static_cast<std::int64_t>(x.values.size()));
        return expected;
    };
    for (const NamedCheck& check : softmax_contract(function)) {
        // These two need a function that does not wait, and more memory than the host has.
        if (check.property == "Stream" || check.property == "MoreThan2To31Elements") continue;
        for (const std::string& failure : failures_of(check.body)) {
            ADD_FAILURE() << check.property << " fails for a right softmax:\n" << failure;
        }
    }
    EXPECT_GT(shapes.size(), 60U);
    EXPECT_GT(judged, 500);
}

TEST(Junk, AFunctionThatDoesNothingFailsAlmostEveryCheck) {
    FunctionUnderTest function = host_function();
    function.call = [](const Arguments&) { return cudaSuccess; };
    for (const NamedCheck& check : softmax_contract(function)) {
        // Nothing has to be done for an empty matrix.
        if (check.property == "EmptyMatrix" || check.property == "MoreThan2To31Elements") continue;
        EXPECT_FALSE(failures_of(check.body).empty()) << check.property;
    }
}

TEST(Junk, WrongOutputsFailAllChecksOfValues) {
    // Not about values, or in need of what the host function and the host do not have.
    const std::set<std::string> others = {
        "WritesEveryElement",      "Determinism", "EmptyMatrix",          "InvalidArguments",
        "LaunchErrorsAreReported", "Stream",      "MoreThan2To31Elements"};
    for (const Junk& junk : kJunk) {
        for (const NamedCheck& check : softmax_contract(host_function(junk.make))) {
            const bool uniform_is_right =
                std::string(junk.name) == "uniform 1/N" &&
                (check.property == "WidthOne" || check.property == "AllEqualMinus1000");
            if (others.count(check.property) > 0 || uniform_is_right) continue;
            EXPECT_FALSE(failures_of(check.body).empty())
                << check.property << " passes for an output that is " << junk.name;
        }
    }
}

}  // namespace
}  // namespace workshop::checks
