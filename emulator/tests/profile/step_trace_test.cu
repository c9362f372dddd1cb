// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the step trace records of kernels whose steps can be written down by hand.

#include <cooperative_groups.h>
#include <emulator/step_trace.h>

#include "launch_fixture.hpp"

namespace workshop::emulator::profile_tests {

namespace {

constexpr unsigned kThreads = 40;  // a whole warp and one of 8 lanes

__global__ void turn_around(float* out, const float* in) {
    __shared__ float kept[kThreads];
    const unsigned t = threadIdx.x;
    kept[t] = in[t];
    __syncthreads();  // else the compiler leaves one of the stores out
    kept[t] += 100.0F;
    __syncthreads();
    const float other = kept[kThreads - 1 - t];
    const unsigned mask = t < 32 ? 0xFFFFFFFFU : 0xFFU;
    out[t] = __shfl_xor_sync(mask, other, 1);
}

__global__ void store_fours(float4* out) {
    const auto t = static_cast<float>(threadIdx.x);
    out[threadIdx.x] = make_float4(t, t + 0.25F, t + 0.5F, -INFINITY);
}

__global__ void keeps_through_the_grid(float* out) {
    __shared__ float kept;
    kept = static_cast<float>(blockIdx.x) + 0.5F;
    cooperative_groups::this_grid().sync();
    out[blockIdx.x] = kept;
}

__global__ void gives_up() {
    __shared__ float kept[kThreads];
    kept[threadIdx.x] = 1.0F;
    if (threadIdx.x == 3) __trap();
    __syncthreads();
}

__global__ void stores_into(float* given_back, float* out) {
    out[0] = 1.0F;
    given_back[0] = 2.0F;
}

class StepTraces : public ProfileTest {
  protected:
    static std::vector<float> ascending(unsigned count) {
        std::vector<float> values(count);
        for (unsigned i = 0; i < count; ++i)
            values[i] = static_cast<float>(i);
        return values;
    }
    DeviceArray<float> in{ascending(128 * 64)};
    DeviceArray<float> out{128 * 64};

    template <class Launch>
    TracedLaunch trace(const Launch& launch) {
        start_step_trace();
        trace_buffer(in.get(), "in");
        trace_buffer(out.get(), "out");
        launch();
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        std::vector<TracedLaunch> launches = stop_step_trace();
        EXPECT_EQ(launches.size(), 1U);
        if (launches.empty()) return {};
        EXPECT_TRUE(launches[0].complete);
        return launches[0];
    }
};

/// The steps of one warp of one kind.
std::vector<TraceStep> steps_of(const TracedLaunch& launch, StepKind kind, unsigned warp) {
    std::vector<TraceStep> steps;
    for (const TraceStep& step : launch.steps)
        if (step.kind == kind && step.warp == warp) steps.push_back(step);
    return steps;
}

TEST_F(StepTraces, StoresShowWhatMemoryHoldsAfterThem) {
    const TracedLaunch launch = trace([&] { turn_around<<<1, kThreads>>>(out.get(), in.get()); });
    const std::vector<TraceStep> stores = steps_of(launch, StepKind::shared_store, 0);
    ASSERT_EQ(stores.size(), 2U);
    ASSERT_EQ(stores[0].lanes.size(), 32U);
    EXPECT_EQ(stores[0].memory, "kept");
    EXPECT_EQ(stores[0].units, 1U);
    EXPECT_EQ(stores[0].lanes[5].value_as_float(), 5.0F);
    EXPECT_EQ(stores[1].lanes[5].value_as_float(), 105.0F);
    EXPECT_EQ(stores[1].offset(stores[1].lanes[5]), 20U);
    EXPECT_EQ(steps_of(launch, StepKind::shared_store, 1)[1].lanes[7].value_as_float(), 139.0F);
}

TEST_F(StepTraces, LoadsShowWhatWasRead) {
    const TracedLaunch launch = trace([&] { turn_around<<<1, kThreads>>>(out.get(), in.get()); });
    const std::vector<TraceStep> loads = steps_of(launch, StepKind::shared_load, 0);
    ASSERT_EQ(loads.size(), 2U);
    EXPECT_EQ(loads[0].lanes[31].value_as_float(), 31.0F);
    EXPECT_EQ(loads[1].interval, 2U);
    EXPECT_EQ(loads[1].lanes[0].value_as_float(), 139.0F);
    EXPECT_EQ(loads[1].lanes[31].value_as_float(), 108.0F);
    EXPECT_EQ(loads[1].offset(loads[1].lanes[31]), 32U);
    EXPECT_EQ(steps_of(launch, StepKind::global_load, 0)[0].memory, "in");
}

TEST_F(StepTraces, ShufflesShowWhoTakesWhatFromWhom) {
    const TracedLaunch launch = trace([&] { turn_around<<<1, kThreads>>>(out.get(), in.get()); });
    const std::vector<TraceStep> shuffles = steps_of(launch, StepKind::collective, 1);
    ASSERT_EQ(shuffles.size(), 1U);
    EXPECT_TRUE(shuffles[0].is_shuffle());
    ASSERT_EQ(shuffles[0].lanes.size(), 8U);
    EXPECT_EQ(shuffles[0].lanes[2].source, 3U);
    EXPECT_EQ(shuffles[0].lanes[2].operand_as_float(), 105.0F);
    EXPECT_EQ(shuffles[0].lanes[2].result_as_float(), 104.0F);
    const std::vector<TraceStep> stores = steps_of(launch, StepKind::global_store, 1);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(stores[0].lanes[2].value_as_float(), 104.0F);
    EXPECT_EQ(stores[0].memory, "out");
}

TEST_F(StepTraces, StepsComeByIntervalWithTheirLines) {
    const TracedLaunch launch = trace([&] { turn_around<<<1, kThreads>>>(out.get(), in.get()); });
    const int first_store = line_with("kept[t] = in[t];");
    unsigned before = 0;
    for (const TraceStep& step : launch.steps) {
        EXPECT_GE(step.interval, before);
        before = step.interval;
        EXPECT_NE(step.file.find("step_trace_test.cu"), std::string::npos);
        EXPECT_GT(step.line, 0);
    }
    EXPECT_EQ(before, 2U);
    EXPECT_EQ(steps_of(launch, StepKind::barrier, 1).size(), 2U);
    EXPECT_EQ(steps_of(launch, StepKind::shared_store, 0)[0].line, first_store);
}

TEST_F(StepTraces, AWideStoreHasFourValues) {
    auto* fours = reinterpret_cast<float4*>(out.get());
    const TracedLaunch launch = trace([&] { store_fours<<<1, 4>>>(fours); });
    const std::vector<TraceStep> stores = steps_of(launch, StepKind::global_store, 0);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(stores[0].access_bytes, 16U);
    EXPECT_EQ(stores[0].units, 2U);
    EXPECT_EQ(stores[0].lanes[3].value_as_float(0), 3.0F);
    EXPECT_EQ(stores[0].lanes[3].value_as_float(1), 3.25F);
    EXPECT_EQ(stores[0].lanes[3].value_as_float(2), 3.5F);
    EXPECT_EQ(stores[0].lanes[3].value_as_float(3), -INFINITY);
}

TEST_F(StepTraces, EachBlockOfAGridHasItsOwnSharedMemory) {
    float* to = out.get();
    void* arguments[] = {&to};
    const TracedLaunch launch = trace(
        [&] { cudaLaunchCooperativeKernel(keeps_through_the_grid, dim3(3), dim3(1), arguments); });
    const std::vector<TraceStep> stores = steps_of(launch, StepKind::shared_store, 0);
    ASSERT_EQ(stores.size(), 3U);
    for (const TraceStep& step : stores) {
        EXPECT_EQ(step.lanes[0].value_as_float(), static_cast<float>(step.block) + 0.5F);
        EXPECT_EQ(step.memory, "kept");
    }
}

TEST_F(StepTraces, RequestsAreThoseOfTheProfile) {
    const auto agree = [&](const auto& launch) {
        const TracedLaunch traced = trace(launch);
        start_profile();
        launch();
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        const std::vector<KernelProfile> profiles = stop_profile(ProfileLines::leave_out);
        ASSERT_EQ(profiles.size(), 1U);
        RequestCounts sums[request_kinds];
        for (const TraceStep& step : traced.steps) {
            if (!step.is_global() && !step.is_shared()) continue;
            RequestCounts& sum = sums[static_cast<int>(step.kind)];
            ++sum.requests;
            sum.units += step.units;
            sum.lanes += step.lanes.size();
        }
        for (int kind = 0; kind < request_kinds; ++kind) {
            EXPECT_EQ(sums[kind].requests, profiles[0].requests[kind].requests) << "kind " << kind;
            EXPECT_EQ(sums[kind].units, profiles[0].requests[kind].units) << "kind " << kind;
            EXPECT_EQ(sums[kind].lanes, profiles[0].requests[kind].lanes) << "kind " << kind;
        }
    };
    DeviceArray<unsigned> counter(1);
    agree([&] { launch_triangle(in.get(), out.get(), 64, 5); });
    agree([&] { launch_collatz(in.get(), out.get(), 96); });
    agree([&] { launch_far_function(in.get(), out.get(), 64); });
    agree([&] { launch_long_loop(in.get(), out.get(), 64, 500); });
    agree([&] { launch_one_works(in.get(), out.get(), 64, 2); });
    agree([&] { launch_meetings(out.get(), 64); });
    agree([&] { launch_atomics(counter.get(), 64); });
    agree([&] { launch_grid_barrier(in.get(), out.get(), 2, 64); });
}

TEST_F(StepTraces, NothingIsRecordedBeforeAndAfter) {
    turn_around<<<1, kThreads>>>(out.get(), in.get());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_TRUE(stop_step_trace().empty());
    const TracedLaunch launch = trace([&] { turn_around<<<1, kThreads>>>(out.get(), in.get()); });
    EXPECT_FALSE(launch.steps.empty());
    EXPECT_TRUE(stop_step_trace().empty());
}

TEST_F(StepTraces, AProfileThatBeginsMeanwhileGoesOn) {
    start_step_trace();
    start_profile();
    EXPECT_TRUE(stop_step_trace().empty());
    turn_around<<<1, kThreads>>>(out.get(), in.get());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<KernelProfile> profiles = stop_profile(ProfileLines::leave_out);
    ASSERT_EQ(profiles.size(), 1U);
    EXPECT_TRUE(profiles[0].complete);
}

TEST_F(StepTraces, ATraceThatBeginsMeanwhileGoesOn) {
    start_profile();
    start_step_trace();
    EXPECT_TRUE(stop_profile(ProfileLines::leave_out).empty());
    turn_around<<<1, kThreads>>>(out.get(), in.get());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<TracedLaunch> launches = stop_step_trace();
    ASSERT_EQ(launches.size(), 1U);
    EXPECT_TRUE(launches[0].complete);
}

TEST(StepTracesOfFaults, ALaunchThatIsGivenUpIsNotComplete) {
    start_step_trace();
    gives_up<<<2, kThreads>>>();
    EXPECT_NE(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<TracedLaunch> launches = stop_step_trace();
    ASSERT_EQ(launches.size(), 1U);
    EXPECT_FALSE(launches[0].complete);
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

// Memory that was given back belongs to no buffer, and a name for no buffer is not its name.
TEST(StepTracesOfFaults, UnknownMemoryHasNoName) {
    float on_the_host = 0.0F;
    DeviceArray<float> out(1);
    float* given_back = nullptr;
    ASSERT_EQ(cudaMalloc(&given_back, 4), cudaSuccess);
    ASSERT_EQ(cudaFree(given_back), cudaSuccess);
    start_step_trace();
    trace_buffer(out.get(), "out");
    trace_buffer(&on_the_host, "on the host");
    stores_into<<<1, 1>>>(given_back, out.get());
    (void)cudaDeviceSynchronize();
    const std::vector<TracedLaunch> launches = stop_step_trace();
    ASSERT_EQ(launches.size(), 1U);
    const std::vector<TraceStep> stores = steps_of(launches[0], StepKind::global_store, 0);
    ASSERT_EQ(stores.size(), 2U);
    EXPECT_EQ(stores[0].memory, "out");
    EXPECT_EQ(stores[1].memory, "");
    EXPECT_EQ(stores[1].base, 0U);
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

}  // namespace
}  // namespace workshop::emulator::profile_tests
