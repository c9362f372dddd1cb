// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Which launches a mode has, and what becomes of those that cannot be captured. With CUDA, the few
// functions for graphs are replaced by fakes, so that no GPU is needed.

#include "replay.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "fakes.hpp"
#include "faster_way.hpp"
#include "workshop/cuda_check.hpp"

namespace {

using namespace workshop::bench;

std::vector<std::size_t> launched;  // slots, since the last clear()

const Launch kRecord = [](std::size_t slot) { launched.push_back(slot); };

TEST(Replay, EagerLaunchesTakeTurns) {
    launched.clear();
    const Replay replay(Mode::eager, 3, kRecord, nullptr);
    EXPECT_TRUE(launched.empty());
    EXPECT_EQ(replay.launches() % 3, 0U);
    replay.enqueue(2);
    ASSERT_EQ(launched.size(), 2 * replay.launches());
    for (std::size_t i = 0; i < launched.size(); ++i)
        EXPECT_EQ(launched[i], i % 3);
    EXPECT_FALSE(replay.is_graph());
    EXPECT_EQ(replay.why_no_graph(), "");
}

}  // namespace

#ifndef WORKSHOP_BACKEND_EMULATOR

namespace {

/// The fakes' state.
struct FakeGraphs {
    bool capturing = false;
    cudaError_t end_of_capture = cudaSuccess;
    std::size_t lost = 0;  // launches that went to another stream
    std::size_t nodes = 0;
    int graphs = 0;
    int executables = 0;
    int launches = 0;
    double seconds = 0;  // of a graph
};
FakeGraphs fake;
fakes::Device device;

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) {
    fake.capturing = true;
    launched.clear();
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t* graph) {
    fake.capturing = false;
    fake.nodes = launched.size() - fake.lost;
    *graph = nullptr;
    if (fake.end_of_capture != cudaSuccess) return fake.end_of_capture;
    ++fake.graphs;
    *graph = reinterpret_cast<cudaGraph_t>(&fake);
    return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t*, std::size_t* count) {
    *count = fake.nodes;
    return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t,
                                          unsigned long long) {
    ++fake.executables;
    *executable = reinterpret_cast<cudaGraphExec_t>(&fake);
    return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t) {
    ++fake.launches;
    device.enqueue(fake.seconds);
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t) {
    --fake.graphs;
    return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) {
    --fake.executables;
    return cudaSuccess;
}

}  // extern "C"

namespace {

TEST(Replay, AGraphHoldsWholeTurnsOfTheRing) {
    fake = {};
    {
        const Replay replay(Mode::cold, 3, kRecord, nullptr);
        EXPECT_TRUE(replay.is_graph());
        ASSERT_EQ(launched.size(), replay.launches());
        EXPECT_EQ(replay.launches() % 3, 0U);
        EXPECT_GE(replay.launches(), 16U);
        for (std::size_t i = 0; i < launched.size(); ++i)
            EXPECT_EQ(launched[i], i % 3);
        launched.clear();
        replay.enqueue(5);
        EXPECT_EQ(fake.launches, 5);
        EXPECT_TRUE(launched.empty());  // nothing is launched one by one
        EXPECT_EQ(fake.executables, 1);
    }
    EXPECT_EQ(fake.executables, 0);
    EXPECT_EQ(fake.graphs, 0);
}

TEST(Replay, WarmHasAsManyLaunchesOnOneSlot) {
    fake = {};
    const Replay replay(Mode::warm, 100, kRecord, nullptr);
    EXPECT_EQ(launched, std::vector<std::size_t>(100, 0));
    EXPECT_TRUE(replay.is_graph());
}

/// A replay that had to go without a graph, and still launches.
void expect_one_by_one(const Replay& replay, const std::string& reason) {
    EXPECT_FALSE(replay.is_graph());
    EXPECT_NE(replay.why_no_graph().find(reason), std::string::npos) << replay.why_no_graph();
    launched.clear();
    replay.enqueue(2);
    EXPECT_EQ(launched.size(), 2 * replay.launches());
    EXPECT_EQ(fake.launches, 0);
    EXPECT_EQ(fake.graphs, 0);
}

TEST(Replay, AFunctionThatIsRefusedDuringCapture) {
    fake = {};
    fake.end_of_capture = cudaErrorStreamCaptureInvalidated;
    const Launch waits = [](std::size_t slot) {
        if (fake.capturing) WORKSHOP_CUDA_CHECK(cudaErrorStreamCaptureUnsupported);
        launched.push_back(slot);
    };
    const Replay replay(Mode::cold, 2, waits, nullptr);
    expect_one_by_one(replay, "cudaErrorStreamCaptureUnsupported");
}

TEST(Replay, ACaptureThatFailsAtItsEnd) {
    fake = {};
    fake.end_of_capture = cudaErrorStreamCaptureInvalidated;
    const Replay replay(Mode::warm, 2, kRecord, nullptr);
    expect_one_by_one(replay, "cudaErrorStreamCaptureInvalidated");
}

TEST(Replay, WorkOutsideOfTheStreamIsNoticed) {
    fake = {};
    fake.lost = 1;
    const Replay replay(Mode::cold, 2, kRecord, nullptr);
    expect_one_by_one(replay, "not all work is in the stream");
}

/// Whether the graph is kept, when a launch of its 16 takes so long on its own and all of them in
/// it.
bool keeps_graph(double seconds_of_launch, double seconds_of_graph) {
    fake = {};
    device = {};
    const Launch takes_time = [=](std::size_t slot) {
        launched.push_back(slot);
        if (!fake.capturing) device.enqueue(seconds_of_launch);
    };
    Replay replay(Mode::cold, 2, takes_time, nullptr);
    EXPECT_EQ(replay.launches(), 16U);
    fake.seconds = seconds_of_graph;
    fakes::Timer timer(device);
    keep_the_faster_way(replay, timer, nullptr);
    return replay.is_graph();
}

TEST(KeepTheFasterWay, AGraphThatIsFaster) {
    EXPECT_TRUE(keeps_graph(0.25, 3));
}

TEST(KeepTheFasterWay, LaunchesThatAreFaster) {
    EXPECT_FALSE(keeps_graph(0.25, 5));
}

TEST(KeepTheFasterWay, AGraphWhereNeitherIs) {
    EXPECT_TRUE(keeps_graph(0.25, 4));
}

}  // namespace

#endif
