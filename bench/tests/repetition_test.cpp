// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// A repetition with a fake timer: what time is taken, and which kernels are found out.

#include "repetition.hpp"

#include <gtest/gtest.h>

#include "fakes.hpp"

namespace {

using namespace workshop;
using namespace workshop::bench;

/// A case that copies, as long as `works` says so, and takes 10 ms of fake time.
struct Bench {
    fakes::Device device;
    fakes::Timer timer{device};
    fakes::Clocks clocks{
        {ClockReading{true, 1500, 2600, 40, 0}, ClockReading{true, 1800, 2600, 41, 0}}};
    WarmUp warm_up{[this] { return device.now; }, {0, 0, 1e9}};
    int calls = 0;
    std::function<bool(int call)> works = [](int) { return true; };
    PreparedCases cases{[] { return std::size_t{1} << 40; }, nullptr};

    BenchCase one() {
        BenchCase copy = copy_case();
        copy.function.name = "spinning_copy";
        copy.function.call = [this](const checks::Arguments& a) {
            device.enqueue(0.010);
            if (!works(calls++)) return cudaSuccess;
            return cudaMemcpyAsync(a.y, a.x,
                                   static_cast<std::size_t>(a.rows * a.cols) * sizeof(float),
                                   cudaMemcpyDeviceToDevice, a.stream);
        };
        return copy;
    }
    Repetition run(int bursts = 3, double shortest_burst = 0) {
        return run_repetition(cases.get(one(), {4, 5}, 256), Mode::cold,
                              {timer, clocks, warm_up, shortest_burst}, fakes::bursts(bursts),
                              fakes::nobody);
    }
};

TEST(Repetition, TakesTheTimeOfTheDeviceAndNotOfTheLaunch) {
    Bench bench;
    const Repetition repetition = bench.run();
    EXPECT_NEAR(repetition.seconds_of_launch(), 0.010, 1e-12);
    EXPECT_GT(repetition.launches, 0);
    EXPECT_NEAR(repetition.seconds, 0.010 * static_cast<double>(repetition.launches), 1e-9);
    EXPECT_EQ(repetition.problem, "");
}

TEST(Repetition, WorkFromBeforeIsNotCounted) {
    Bench bench;
    bench.device.enqueue(5);
    EXPECT_NEAR(bench.run().seconds_of_launch(), 0.010, 1e-12);
}

TEST(Repetition, TellsEveryBurst) {
    Bench bench;
    double told = 0;
    const Repetition repetition =
        run_repetition(bench.cases.get(bench.one(), {4, 5}, 256), Mode::cold,
                       {bench.timer, bench.clocks, bench.warm_up, 0}, fakes::bursts(4),
                       [&](double seconds) { told += seconds; });
    EXPECT_NEAR(told, repetition.seconds, 1e-12);
}

TEST(Repetition, AShortSequenceIsRepeatedWithinABurst) {
    Bench bench;
    const std::int64_t launches = bench.run(1).launches;
    Bench longer;
    const Repetition repetition = longer.run(1, 0.5);
    EXPECT_GT(repetition.launches, launches);
    EXPECT_GE(repetition.seconds, 0.5);
    EXPECT_NEAR(repetition.seconds_of_launch(), 0.010, 1e-12);
}

TEST(Repetition, ReadsTheClocksBeforeAndAfter) {
    Bench bench;
    const Repetition repetition = bench.run();
    EXPECT_EQ(repetition.before.sm_mhz, 1500);
    EXPECT_EQ(repetition.after.sm_mhz, 1800);
    EXPECT_EQ(repetition.after.temperature_c, 41);
}

TEST(Repetition, WithoutClocksThereIsStillATime) {
    Bench bench;
    NoClocks none("no NVML");
    const Repetition repetition =
        run_repetition(bench.cases.get(bench.one(), {4, 5}, 256), Mode::cold,
                       {bench.timer, none, bench.warm_up, 0}, fakes::bursts(2), fakes::nobody);
    EXPECT_FALSE(repetition.after.known);
    EXPECT_NEAR(repetition.seconds_of_launch(), 0.010, 1e-12);
}

TEST(Repetition, AKernelThatNeverWorksIsFoundOut) {
    Bench bench;
    bench.works = [](int) { return false; };
    EXPECT_NE(bench.run().problem.find("got never written"), std::string::npos);
}

// Whatever the number of calls after which it stops: in the warm-up, within the timing, after it.
// The last calls of a repetition write to slots that only the next one looks at.
TEST(Repetition, AKernelThatSkipsItsWorkAfterSomeCallsIsFoundOut) {
    Bench honest;
    (void)honest.run();
    const int of_first = honest.calls;
    (void)honest.run();
    for (int working = 0; working < honest.calls; ++working) {
        Bench bench;
        bench.works = [working](int call) { return call < working; };
        std::string problem = bench.run().problem;
        const auto slots =
            static_cast<int>(bench.cases.get(bench.one(), {4, 5}, 256).ring().size());
        EXPECT_TRUE(!problem.empty() || working > of_first - slots) << working;
        if (problem.empty()) problem = bench.run().problem;
        EXPECT_NE(problem.find("never written"), std::string::npos) << working;
    }
}

TEST(Repetition, AKernelThatSkipsOnlyWhileItIsTimedIsFoundOut) {
    Bench bench;
    const int before =
        1 + static_cast<int>(bench.cases.get(bench.one(), {4, 5}, 256).ring().size());
    bool is_timed = false;
    bench.works = [&](int) { return !is_timed; };
    const Repetition repetition = run_repetition(
        bench.cases.get(bench.one(), {4, 5}, 256), Mode::cold,
        {bench.timer, bench.clocks, bench.warm_up, 0},
        [&](std::size_t) {
            EXPECT_TRUE(is_timed || bench.calls == before);
            is_timed = !is_timed;  // one burst
            return is_timed;
        },
        fakes::nobody);
    EXPECT_NE(repetition.problem.find("never written"), std::string::npos);
}

TEST(Repetition, AKernelThatSkipsOnlyLaterRepetitionsIsFoundOut) {
    Bench bench;
    EXPECT_EQ(bench.run().problem, "");
    const int first = bench.calls;
    EXPECT_EQ(bench.run().problem, "");
    bench.works = [first](int call) { return call < 2 * first; };
    EXPECT_NE(bench.run().problem, "");
}

TEST(Repetition, AnErrorOfTheFunctionIsThrown) {
    Bench bench;
    BenchCase refused = copy_case();
    refused.function.name = "refused";
    refused.function.call = [](const checks::Arguments&) { return cudaErrorInvalidValue; };
    EXPECT_THROW((void)run_repetition(bench.cases.get(refused, {4, 5}, 256), Mode::cold,
                                      {bench.timer, bench.clocks, bench.warm_up, 0},
                                      fakes::bursts(1), fakes::nobody),
                 CudaError);
}

TEST(WarmUp, BeforeTheFirstSampleAndAfterAPause) {
    double now = 100;
    WarmUp warm_up([&] { return now; }, {0.5, 0.1, 0.2});
    int calls = 0;
    const auto work = [&] {
        ++calls;
        now += 0.01;
    };
    warm_up.before_sample(work);
    EXPECT_GE(calls, 50);
    EXPECT_LE(calls, 52);
    calls = 0;
    now += 0.15;
    warm_up.before_sample(work);
    EXPECT_EQ(calls, 1);  // not idle for long
    calls = 0;
    now += 0.25;
    warm_up.before_sample(work);
    EXPECT_GE(calls, 10);
    EXPECT_LE(calls, 12);
    calls = 0;
    now += 0.15;
    warm_up.worked();
    now += 0.15;
    warm_up.before_sample(work);
    EXPECT_EQ(calls, 1);  // at work in between
}

}  // namespace
