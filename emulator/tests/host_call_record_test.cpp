// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What a call did: whether its work is in the order of a stream, where it waited, what it left.

#include <cuda_runtime.h>
#include <emulator/call_record.h>
#include <gtest/gtest.h>

using namespace workshop::emulator;

namespace {

/// Two streams, two events and some memory; every test records some calls between start and stop.
class CallRecords : public testing::Test {
  protected:
    CallRecords() {
        cudaStreamCreate(&stream);
        cudaStreamCreate(&other);
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        cudaMalloc(&memory, 4);
        start_call_record();
    }
    ~CallRecords() override {
        (void)stop_call_record();
        cudaFree(memory);
        cudaEventDestroy(end);
        cudaEventDestroy(begin);
        cudaStreamDestroy(other);
        cudaStreamDestroy(stream);
    }
    void work_in(cudaStream_t where) { cudaMemsetAsync(memory, 0, 4, where); }
    bool belongs() { return stop_call_record().belongs_to(stream); }

    cudaStream_t stream = nullptr;
    cudaStream_t other = nullptr;
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    int* memory = nullptr;
};

}  // namespace

TEST_F(CallRecords, NoWorkBelongsToEveryStream) {
    EXPECT_TRUE(belongs());
}

TEST_F(CallRecords, WorkInTheStreamBelongsToIt) {
    work_in(stream);
    EXPECT_TRUE(belongs());
}

TEST_F(CallRecords, WorkInAnotherStreamDoesNot) {
    work_in(stream);
    work_in(other);
    EXPECT_FALSE(belongs());
}

TEST_F(CallRecords, TheDefaultStreamIsAnother) {
    work_in(nullptr);
    EXPECT_FALSE(belongs());
}

TEST_F(CallRecords, WorkBesideBelongsWhenEventsJoinItAtBothEnds) {
    cudaEventRecord(begin, stream);
    cudaStreamWaitEvent(other, begin, 0);
    work_in(other);
    cudaEventRecord(end, other);
    cudaStreamWaitEvent(stream, end, 0);
    EXPECT_TRUE(belongs());
}

TEST_F(CallRecords, WorkBesideThatNobodyWaitsForDoesNot) {
    cudaEventRecord(begin, stream);
    cudaStreamWaitEvent(other, begin, 0);
    work_in(other);
    EXPECT_FALSE(belongs());
}

TEST_F(CallRecords, WorkBesideThatWaitsForNobodyDoesNot) {
    work_in(other);
    cudaEventRecord(end, other);
    cudaStreamWaitEvent(stream, end, 0);
    EXPECT_FALSE(belongs());
}

TEST_F(CallRecords, AnEventThatIsRecordedTooEarlyJoinsNothing) {
    cudaEventRecord(begin, stream);
    cudaStreamWaitEvent(other, begin, 0);
    cudaEventRecord(end, other);
    work_in(other);
    cudaStreamWaitEvent(stream, end, 0);
    EXPECT_FALSE(belongs());
}

TEST_F(CallRecords, AnEventThatIsRecordedAgainJoinsOnlyWhatCameLast) {
    cudaStream_t third = nullptr;
    cudaStreamCreate(&third);
    cudaEventRecord(begin, stream);
    cudaStreamWaitEvent(other, begin, 0);
    cudaStreamWaitEvent(third, begin, 0);
    work_in(other);
    cudaEventRecord(end, other);
    work_in(third);
    cudaEventRecord(end, third);  // nobody has waited for the first one
    cudaStreamWaitEvent(stream, end, 0);
    EXPECT_FALSE(belongs());
    cudaStreamDestroy(third);
}

TEST_F(CallRecords, AnEventMayServeTwice) {
    cudaEventRecord(begin, stream);
    cudaStreamWaitEvent(other, begin, 0);
    work_in(other);
    cudaEventRecord(begin, other);
    cudaStreamWaitEvent(stream, begin, 0);
    EXPECT_TRUE(belongs());
}

TEST_F(CallRecords, CopiesOfAllKindsWaitOrWork) {
    int value = 0;
    cudaMemcpy(&value, memory, 4, cudaMemcpyDeviceToHost);
    void* more = nullptr;
    cudaMalloc(&more, 4);
    cudaFree(more);
    cudaMallocHost(&more, 4);
    cudaFreeHost(more);
    cudaFreeHost(nullptr);
    EXPECT_EQ(stop_call_record().waits,
              (std::vector<std::string>{"cudaMemcpy", "cudaFree", "cudaFreeHost"}));
}

TEST_F(CallRecords, CallsThatWaitAreNamed) {
    cudaStreamSynchronize(stream);
    cudaDeviceSynchronize();
    cudaEventSynchronize(begin);
    EXPECT_EQ(stop_call_record().waits,
              (std::vector<std::string>{"cudaStreamSynchronize", "cudaDeviceSynchronize",
                                        "cudaEventSynchronize"}));
}

TEST_F(CallRecords, AskingOnceOrTwiceIsNoWait) {
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
    EXPECT_EQ(cudaStreamQuery(other), cudaErrorNotReady);
    EXPECT_EQ(cudaGetLastError(), cudaErrorNotReady);
    EXPECT_TRUE(stop_call_record().waits.empty());
    EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(CallRecords, AskingUntilItIsDoneIsAWait) {
    while (cudaStreamQuery(stream) == cudaErrorNotReady) {
    }
    EXPECT_EQ(cudaEventQuery(begin), cudaSuccess);  // never recorded
    cudaEventRecord(begin, stream);
    while (cudaEventQuery(begin) != cudaSuccess) {
    }
    EXPECT_EQ(cudaEventQuery(begin), cudaSuccess);
    EXPECT_EQ(stop_call_record().waits,
              (std::vector<std::string>{"cudaStreamQuery", "cudaEventQuery"}));
    (void)cudaGetLastError();
}

TEST_F(CallRecords, AFunctionOfTheHostIsWorkOfItsStream) {
    int calls = 0;
    const auto count = [](void* data) { ++*static_cast<int*>(data); };
    cudaLaunchHostFunc(stream, count, &calls);
    EXPECT_TRUE(belongs());
    start_call_record();
    cudaLaunchHostFunc(other, count, &calls);
    EXPECT_FALSE(belongs());
    start_call_record();
    const auto count_too = [](cudaStream_t, cudaError_t, void* data) {
        ++*static_cast<int*>(data);
    };
    cudaStreamAddCallback(other, count_too, &calls, 0);
    EXPECT_FALSE(belongs());
    EXPECT_EQ(calls, 3);
}

/// What happens to a block of cudaMallocAsync(), each in a stream.
class MemoryInStreams : public CallRecords {
  protected:
    void take(cudaStream_t where) { cudaMallocAsync(&block, 64, where); }
    void use(cudaStream_t where) { cudaMemsetAsync(static_cast<char*>(block) + 8, 0, 4, where); }
    void give_back(cudaStream_t where) { cudaFreeAsync(block, where); }
    void join(cudaStream_t earlier, cudaStream_t later, cudaEvent_t by) {
        cudaEventRecord(by, earlier);
        cudaStreamWaitEvent(later, by, 0);
    }
    bool in_order() { return stop_call_record().memory_is_in_order(); }
    void* block = nullptr;
};

TEST_F(MemoryInStreams, OneStreamForAllIsInOrder) {
    take(stream);
    use(stream);
    give_back(stream);
    EXPECT_TRUE(in_order());
}

TEST_F(MemoryInStreams, TakenInAnotherStreamIsNot) {
    take(other);
    use(stream);
    give_back(stream);
    EXPECT_FALSE(in_order());
}

TEST_F(MemoryInStreams, GivenBackInAnotherStreamIsNot) {
    take(stream);
    use(stream);
    give_back(nullptr);
    EXPECT_FALSE(in_order());
}

TEST_F(MemoryInStreams, EventsMakeItSo) {
    take(other);
    join(other, stream, begin);
    use(stream);
    join(stream, other, end);
    give_back(other);
    EXPECT_TRUE(in_order());
}

TEST_F(MemoryInStreams, AnEventBeforeTheUseDoesNot) {
    take(stream);
    join(stream, other, begin);
    use(stream);
    give_back(other);
    EXPECT_FALSE(in_order());
}

TEST_F(MemoryInStreams, MemoryThatIsNotUsedMayBeInAnyStream) {
    take(other);
    work_in(stream);
    give_back(other);
    EXPECT_TRUE(in_order());
}

TEST_F(MemoryInStreams, ACopyUsesBothItsEnds) {
    take(other);
    cudaMemcpyAsync(memory, block, 4, cudaMemcpyDeviceToDevice, stream);
    EXPECT_FALSE(in_order());
    start_call_record();
    cudaFree(block);
    take(other);
    cudaMemcpyAsync(block, memory, 4, cudaMemcpyDeviceToDevice, stream);
    EXPECT_FALSE(in_order());
    cudaFree(block);
}

// Memory that was given back may be handed out again, at the same address: by cudaMalloc() it is
// everybody's at once.
TEST_F(MemoryInStreams, ABlockOfTheSameAddressIsAnother) {
    CallRecord record;
    const auto step = [&](CallRecord::Step::Kind kind, cudaStream_t where) {
        record.steps.push_back({kind, where, nullptr, {memory}});
    };
    step(CallRecord::Step::Kind::allocate, stream);
    step(CallRecord::Step::Kind::work, stream);
    step(CallRecord::Step::Kind::release, stream);
    step(CallRecord::Step::Kind::work, other);
    EXPECT_TRUE(record.memory_is_in_order());
    step(CallRecord::Step::Kind::release, other);  // in order behind its own use
    EXPECT_TRUE(record.memory_is_in_order());
    step(CallRecord::Step::Kind::allocate, stream);
    step(CallRecord::Step::Kind::work, other);
    EXPECT_FALSE(record.memory_is_in_order());
}

TEST_F(MemoryInStreams, TheAddressOfABlockThatWasGivenBackMayBeUsedAgain) {
    take(stream);
    use(stream);
    give_back(stream);
    cudaStreamSynchronize(stream);
    void* again = nullptr;
    cudaMalloc(&again, 64);
    ASSERT_EQ(again, block);
    cudaMemsetAsync(again, 0, 4, other);
    EXPECT_TRUE(in_order());
    cudaFree(again);
}

// cudaFree() may give back memory of cudaMallocAsync(). It does not wait then: the host has to have
// done so.
TEST_F(MemoryInStreams, GivenBackByTheHostAfterAWaitIsInOrder) {
    take(stream);
    use(stream);
    cudaStreamSynchronize(stream);
    EXPECT_EQ(cudaFree(block), cudaSuccess);
    const CallRecord record = stop_call_record();
    EXPECT_TRUE(record.memory_is_in_order());
    EXPECT_EQ(record.waits, (std::vector<std::string>{"cudaStreamSynchronize"}));
}

TEST_F(MemoryInStreams, GivenBackByTheHostWithoutAWaitIsNot) {
    take(stream);
    use(stream);
    cudaFree(block);
    const CallRecord record = stop_call_record();
    EXPECT_FALSE(record.memory_is_in_order());
    EXPECT_TRUE(record.waits.empty());
}

TEST_F(MemoryInStreams, AWaitBeforeTheLastUseIsNotEnough) {
    take(stream);
    use(stream);
    cudaStreamSynchronize(stream);
    use(stream);
    cudaFree(block);
    EXPECT_FALSE(in_order());
}

TEST_F(MemoryInStreams, GivenBackByTheHostWithoutUseIsInOrder) {
    take(stream);
    cudaFree(block);
    EXPECT_TRUE(in_order());
}

TEST_F(MemoryInStreams, TheAddressOfABlockThatTheHostGaveBackMayBeUsedAgain) {
    take(stream);
    use(stream);
    cudaStreamSynchronize(stream);
    cudaFree(block);
    void* again = nullptr;
    cudaMalloc(&again, 64);
    ASSERT_EQ(again, block);
    cudaMemsetAsync(again, 0, 4, other);
    cudaFree(again);  // of cudaMalloc(): this one waits
    const CallRecord record = stop_call_record();
    EXPECT_TRUE(record.memory_is_in_order());
    EXPECT_EQ(record.waits, (std::vector<std::string>{"cudaStreamSynchronize", "cudaFree"}));
}

TEST_F(MemoryInStreams, MemoryOfBeforeTheCallCounts) {
    work_in(stream);
    cudaFreeAsync(memory, other);
    memory = nullptr;
    EXPECT_FALSE(in_order());
}

TEST_F(CallRecords, NothingIsRecordedAfterTheStop) {
    (void)stop_call_record();
    cudaDeviceSynchronize();
    work_in(other);
    const CallRecord record = stop_call_record();
    EXPECT_TRUE(record.waits.empty());
    EXPECT_TRUE(record.steps.empty());
}

TEST_F(CallRecords, WhatLivesIsCounted) {
    const LiveObjects before = live_objects();
    cudaStream_t one = nullptr;
    cudaEvent_t two = nullptr;
    void* three = nullptr;
    cudaStreamCreate(&one);
    cudaEventCreate(&two);
    cudaMalloc(&three, 8);
    void* four = nullptr;
    static int five[4];
    cudaMallocHost(&four, 8);
    cudaHostRegister(five, sizeof five, 0);
    const LiveObjects between = live_objects();
    EXPECT_EQ(between.streams, before.streams + 1);
    EXPECT_EQ(between.events, before.events + 1);
    EXPECT_EQ(between.allocations, before.allocations + 1);
    EXPECT_EQ(between.page_locked, before.page_locked + 2);
    cudaHostUnregister(five);
    cudaFreeHost(four);
    cudaFree(three);
    cudaEventDestroy(two);
    cudaStreamDestroy(one);
    const LiveObjects after = live_objects();
    EXPECT_EQ(after.streams, before.streams);
    EXPECT_EQ(after.events, before.events);
    EXPECT_EQ(after.allocations, before.allocations);
    EXPECT_EQ(after.page_locked, before.page_locked);
}

// The number of a destroyed stream or event is not given out again at once.
TEST_F(CallRecords, HandlesAreNotUsedAgain) {
    cudaStream_t first = nullptr;
    cudaStreamCreate(&first);
    cudaStreamDestroy(first);
    cudaEvent_t first_event = nullptr;
    cudaEventCreate(&first_event);
    cudaEventDestroy(first_event);
    for (int i = 0; i < 100; ++i) {
        cudaStream_t next = nullptr;
        cudaEvent_t next_event = nullptr;
        cudaStreamCreate(&next);
        cudaEventCreate(&next_event);
        EXPECT_NE(next, first);
        EXPECT_NE(next_event, first_event);
        cudaEventDestroy(next_event);
        cudaStreamDestroy(next);
    }
}
