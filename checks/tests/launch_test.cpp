// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every fault that a launch can have is reported by the fixture, in words.

#include "support/launch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "host_softmax.hpp"
#include "support/common_checks.hpp"
#include "support/compare.hpp"
#include "support/device.hpp"
#include "support/different_results.hpp"
#include "support/report.hpp"
#include "workshop/matrix_arguments.hpp"

namespace workshop::checks {
namespace {

std::string failure_of(const FunctionUnderTest& function, LaunchPlan plan = {}) {
    if (!plan.input) plan.input = slopes_maker(6, 10);
    const std::vector<std::string> failures = failures_of([&] { check_launch(function, plan); });
    EXPECT_LE(failures.size(), 1U);
    return failures.empty() ? "" : failures.front();
}

void expect_words(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << "wanted: " << words << "\ngot: " << text;
}

void store(float* address, float value) {
    (void)cudaMemcpy(address, &value, sizeof value, cudaMemcpyHostToDevice);
}

/// The right function, with something done after it.
FunctionUnderTest right_and_then(const std::function<void(const Arguments&)>& more) {
    FunctionUnderTest function = host_function();
    function.call = [call = function.call, more](const Arguments& a) {
        const cudaError_t error = call(a);
        more(a);
        return error;
    };
    return function;
}

TEST(CheckLaunch, LetsARightFunctionPass) {
    EXPECT_EQ(failure_of(host_function()), "");
    LaunchPlan plan;
    plan.ldx_gap = 3;
    plan.ldy_gap = 5;
    plan.x_offset = 1;
    plan.y_offset = 3;
    EXPECT_EQ(failure_of(host_function(), plan), "");
    plan.in_place = true;
    EXPECT_EQ(failure_of(host_function(), plan), "");
}

TEST(CheckLaunch, SaysNeverWritten) {
    FunctionUnderTest function = host_function();
    function.call = [](const Arguments&) { return cudaSuccess; };
    const std::string text = failure_of(function);
    expect_words(text, "host_softmax on 6 x 10");
    expect_words(text, "60 of 60 elements are wrong: every element");
    expect_words(text, "never written");
    expect_words(text, "row 0, column 0");
}

TEST(CheckLaunch, DoesNotTakeTheOutputOfAnEarlierLaunchForThisOne) {
    int calls = 0;
    FunctionUnderTest function = host_function();
    function.call = [&calls, call = function.call](const Arguments& a) {
        return ++calls == 1 ? call(a) : cudaSuccess;
    };
    expect_words(failure_of(function), "second launch");
}

TEST(CheckLaunch, SeesAResultThatIsKeptForOtherData) {
    std::vector<float> kept;
    const std::string text = failure_of(host_function([&](const HostMatrix& x) {
        if (kept.empty()) kept = right_softmax(x);
        return kept;
    }));
    expect_words(text, "third launch, other data");
}

TEST(CheckLaunch, CallsAColumnByItsName) {
    FunctionUnderTest pairs;
    pairs.name = "pairs";
    pairs.output_names = {"max", "sum"};
    LaunchFacts facts;
    facts.function = &pairs;
    facts.arguments.rows = 3;
    const HostMatrix x = normals(3, 2, 1);
    Expected expected(3, 2);
    const auto report = [&](const std::vector<float>& got) {
        return describe_mismatch(facts, x, got, expected, compare(got, expected));
    };
    expect_words(report({0, 0, 0, 1, 0, 0}), "1 of 6 elements is wrong: only the sum of row 1.");
    expect_words(report({0, 1, 0, 2, 0, 4}), "3 of 6 elements are wrong: the sum of every row.");
    expect_words(report({1, 0, 2, 0, 4, 0}), "3 of 6 elements are wrong: the max of every row.");
    pairs.output_names.clear();
    expect_words(report({0, 0, 0, 1, 0, 0}), "only row 1, column 1.");
}

TEST(CheckLaunch, BlamesARaceOnlyWhereOneMayBe) {
    expect_words(cause_of_different_results(false, kRaceOfThreads), "Threads race");
    expect_words(cause_of_different_results(false, kRaceOfThreads), "does a sum start at 0?");
    EXPECT_EQ(cause_of_different_results(true, kRaceOfThreads).find("Threads race"),
              std::string::npos);
}

TEST(CheckLaunch, SeesResultsThatDifferInTheLastBit) {
    int calls = 0;
    const std::string text = failure_of(host_function([&](const HostMatrix& x) {
        std::vector<float> y = right_softmax(x);
        if (++calls == 2) y[17] = std::nextafter(y[17], 1.0F);
        return y;
    }));
    expect_words(text, "Two launches with the same input gave different results");
    // A race would have been a report on the CPU device.
    if (races_are_reported()) {
        expect_words(text, "likely cause: A local variable is used before it is set");
        EXPECT_EQ(text.find("Threads race"), std::string::npos) << text;
    }
    expect_words(text, "row 1, column 7");
}

TEST(CheckLaunch, SeesStoresOutsideTheOutput) {
    expect_words(failure_of(right_and_then([](const Arguments& a) { store(a.y - 1, 0.0F); })),
                 "1 element before its start");
    expect_words(
        failure_of(right_and_then([](const Arguments& a) { store(a.y + a.rows * a.ldy, 0.0F); })),
        "1 element past its end");
    expect_words(
        failure_of(right_and_then([](const Arguments& a) { store(a.y + a.rows * a.ldy, 0.0F); })),
        "Threads without a row do not leave: if (row >= rows) return;");
    LaunchPlan plan;
    plan.ldy_gap = 2;
    expect_words(
        failure_of(right_and_then([](const Arguments& a) { store(a.y + a.cols, 0.0F); }), plan),
        "in the gap");
    plan.ldx_gap = 5;
    expect_words(failure_of(right_and_then([](const Arguments& a) {
                                for (std::int64_t r = 0; r < a.rows; ++r)
                                    store(a.y + r * a.ldx, 0.0F);
                            }),
                            plan),
                 "begins at r * ldy, but the kernel takes r * ldx");
}

/// A right softmax, but each row's maximum is that of one element more, as fmaxf finds it.
FunctionUnderTest with_maximum_of_one_more() {
    FunctionUnderTest function = host_function();
    function.call = [](const Arguments& a) {
        return host_function([&](const HostMatrix& x) {
                   std::vector<float> y = right_softmax(x);
                   for (std::int64_t r = 0; r < x.rows; ++r) {
                       float next = 0.0F;
                       (void)cudaMemcpy(&next, a.x + r * a.ldx + a.cols, sizeof next,
                                        cudaMemcpyDeviceToHost);
                       // Below a huge maximum, all exponentials are 0.
                       if (next > 1e30F) y[static_cast<std::size_t>(r * x.cols)] = 0.0F;
                   }
                   return y;
               })
            .call(a);
    };
    return function;
}

TEST(CheckLaunch, SeesReadsOfWhatAMaximumSkips) {
    for (const std::int64_t gap : {0, 2}) {
        LaunchPlan plan;
        plan.ldx_gap = gap;  // without a gap, the last row ends at the guard
        const std::string text = failure_of(with_maximum_of_one_more(), plan);
        expect_words(text, "third launch, other data");
        expect_words(text, "The kernel reads outside the rows of x");
    }
}

TEST(CheckLaunch, DoesNotBlameTheSurroundingsForWhatIsWrongNowAndThen) {
    for (const int wrong_call : {3, 4}) {
        int calls = 0;
        const std::string text = failure_of(host_function([&](const HostMatrix& x) {
            std::vector<float> y = right_softmax(x);
            if (++calls == 3 || calls == wrong_call) y[0] = 0.5F;
            return y;
        }));
        expect_words(text, "1 of 60 elements is wrong");
        EXPECT_EQ(text.find("outside"), std::string::npos) << text;
    }
}

/// What was never written does not depend on what was read.
TEST(CheckLaunch, SaysThatALaterLaunchWroteNothing) {
    int calls = 0;
    FunctionUnderTest function = host_function();
    function.call = [&calls, call = function.call](const Arguments& a) {
        return ++calls % 4 == 3 ? cudaSuccess : call(a);
    };
    const std::string text = failure_of(function);
    expect_words(text, "third launch, other data");
    expect_words(text, "They were never written.");
    expect_words(text, "Does the function keep something from one call to the next");
    EXPECT_EQ(text.find("outside the rows"), std::string::npos) << text;
}

TEST(CheckLaunch, SaysThatOnlyInPlaceIsWrong) {
    // Each element is replaced before the rest of its row is read.
    bool clears_first = true;
    FunctionUnderTest function = host_function();
    function.call = [&, call = function.call](const Arguments& a) {
        for (std::int64_t r = 0; clears_first && r < a.rows; ++r)
            (void)cudaMemset(a.y + r * a.ldy, 0, static_cast<std::size_t>(a.cols) * sizeof(float));
        return call(a);
    };
    LaunchPlan plan;
    EXPECT_EQ(failure_of(function, plan), "");
    plan.in_place = true;
    expect_words(failure_of(function, plan), "With an output of its own the result is right");
    clears_first = false;
    function = host_function(
        [](const HostMatrix& x) { return std::vector<float>(x.values.size(), 0.3F); });
    const std::string wrong = failure_of(function, plan);
    EXPECT_EQ(wrong.find("of its own the result"), std::string::npos) << wrong;
}

TEST(CheckLaunch, SeesAChangedInput) {
    const std::string text = failure_of(
        right_and_then([](const Arguments& a) { store(const_cast<float*>(a.x) + 13, 7.0F); }));
    expect_words(text, "changed 1 element of its input x");
    expect_words(text, "row 1, column 3");
}

TEST(CheckLaunch, NamesTheErrorThatTheFunctionReturns) {
    FunctionUnderTest function = host_function();
    function.call = [](const Arguments&) { return cudaErrorInvalidConfiguration; };
    const std::string text = failure_of(function);
    expect_words(text, "cudaErrorInvalidConfiguration");
    expect_words(text, "more than 1024 threads");
}

TEST(CheckLaunch, NamesAnErrorThatTheFunctionHides) {
    const std::string text = failure_of(right_and_then([](const Arguments&) {
        void* memory = nullptr;
        (void)cudaMemcpy(memory, memory, 4, static_cast<cudaMemcpyKind>(77));  // a pending error
    }));
    expect_words(text, "but the function returned cudaSuccess");
    expect_words(text, "cudaErrorInvalid");
}

TEST(CheckLaunch, IsNotBlindedByAnErrorOfBefore) {
    (void)cudaMemcpy(nullptr, nullptr, 4, static_cast<cudaMemcpyKind>(77));
    EXPECT_EQ(failure_of(host_function()), "");
}

TEST(CheckLaunch, LooksOnlyForUnwrittenElementsWhenAsked) {
    const auto zeros = [](const HostMatrix& x) {
        return std::vector<float>(x.values.size(), 0.0F);
    };
    LaunchPlan plan;
    plan.values_matter = false;
    EXPECT_EQ(failure_of(host_function(zeros), plan), "");
    EXPECT_NE(failure_of(host_function(zeros)), "");
}

TEST(CheckLaunch, SaysWhichBlockSizesAreRight) {
    int threads = 0;
    FunctionUnderTest function = host_function([&](const HostMatrix& x) {
        std::vector<float> y = right_softmax(x);
        for (float& value : y)
            value *= threads > 32 ? 2.0F : 1.0F;
        return y;
    });
    function.call = [&threads, call = function.call](const Arguments& a) {
        threads = a.threads_per_block;
        return call(a);
    };
    function.name = "probed";
    function.shares_a_row = true;
    LaunchPlan plan;
    plan.input = slopes_maker(6, 10);
    const auto failures = failures_of([&] { check_launch(function, plan); });
    ASSERT_EQ(failures.size(), 2U);
    expect_words(failures[1],
                 "With a row of 1024 ones, where 0.0009765625 is wanted: right with 1, 31 and 32 "
                 "threads a block, wrong with 64 (got 0.001953125), 100");
    // Once is enough.
    EXPECT_EQ(failures_of([&] { check_launch(function, plan); }).size(), 1U);
}

/// Runs one check of the common lists.
std::vector<std::string> failures_of_check(const CheckList& list, const std::string& property) {
    for (const NamedCheck& check : list) {
        if (check.property == property) return failures_of(check.body);
    }
    ADD_FAILURE() << "no check " << property;
    return {};
}

TEST(ArgumentChecks, SeeFunctionsThatAcceptEverything) {
    FunctionUnderTest function = host_function();
    function.call = [](const Arguments&) { return cudaSuccess; };
    const auto failures = failures_of_check(argument_checks(function), "InvalidArguments");
    ASSERT_EQ(failures.size(), 1U);
    expect_words(failures.front(), "rows = -1");
}

TEST(ArgumentChecks, SeeAGridThatIsCutTo32Bits) {
    // Refuses what it has to, but not a grid that is too large.
    FunctionUnderTest function = host_function();
    function.has_block_size = false;
    function.call = [](const Arguments& a) {
        return check_matrix_arguments(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy);
    };
    // Where a block takes several rows, no number of rows is too large, and none is asked for.
    EXPECT_TRUE(failures_of_check(argument_checks(function), "InvalidArguments").empty());
    function.thread_a_row = true;
    const auto failures = failures_of_check(argument_checks(function), "InvalidArguments");
    ASSERT_EQ(failures.size(), 1U);
    expect_words(failures.front(), "rows = 2^42 + 1024");
    expect_words(failures.front(), "A grid has at most 2^31 - 1 blocks.");

    function.call = [call = function.call](const Arguments& a) {
        return a.rows > 2147483647LL * 1024 ? cudaErrorInvalidConfiguration : call(a);
    };
    EXPECT_TRUE(failures_of_check(argument_checks(function), "InvalidArguments").empty());
}

TEST(ArgumentChecks, SeeFunctionsThatRefuseTheEmptyMatrix) {
    FunctionUnderTest function = host_function();
    function.call = [](const Arguments&) { return cudaErrorInvalidConfiguration; };
    const auto failures = failures_of_check(argument_checks(function), "EmptyMatrix");
    ASSERT_EQ(failures.size(), 1U);
    expect_words(failures.front(), "rows = 0");
    expect_words(failures.front(), "a launch of zero blocks is an error");
}

TEST(ArgumentChecks, SeeFunctionsThatIgnoreTheStream) {
    FunctionUnderTest function = host_function();
    function.call = [call = function.call](Arguments a) {
        if (a.stream != nullptr) a.stream = nullptr;
        (void)call(a);
        return cudaSuccess;
    };
    EXPECT_EQ(failures_of_check(argument_checks(function), "LaunchErrorsAreReported").size(), 1U);
}

TEST(MemoryChecks, SeeAMixedUpLeadingDimension) {
    FunctionUnderTest function = host_function();
    function.call = [call = function.call](Arguments a) {
        std::swap(a.ldx, a.ldy);
        return a.ldx < a.cols || a.ldy < a.cols ? cudaErrorInvalidValue : call(a);
    };
    EXPECT_FALSE(failures_of_check(memory_checks(function), "LeadingDimensions").empty());
}

}  // namespace
}  // namespace workshop::checks
