// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The check `Stream` sees what a call does beside its result, on whatever path it does it. On the
// CPU device copies are done when they are asked for, so a function can compute on the host and
// still wait for nothing.

#include "support/stream_check.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "host_softmax.hpp"
#include "support/call_effects.hpp"

namespace workshop::checks {
namespace {

/// What is wrong with a call, beside a right result.
using Fault = std::function<void(const Arguments&)>;

/// A right softmax, with a fault on the calls for which `when` is true.
FunctionUnderTest function_with(const std::function<bool(const Arguments&)>& when,
                                const Fault& fault) {
    FunctionUnderTest function = host_function();
    function.call = [when, fault](const Arguments& a) {
        constexpr std::size_t size = sizeof(float);
        HostMatrix x(a.rows, a.cols, "");
        const std::size_t width = static_cast<std::size_t>(a.cols) * size;
        const auto rows = static_cast<std::size_t>(a.rows);
        const auto pitch = [](std::int64_t ld) { return static_cast<std::size_t>(ld) * size; };
        (void)cudaMemcpy2DAsync(x.values.data(), width, a.x, pitch(a.ldx), width, rows,
                                cudaMemcpyDeviceToHost, a.stream);
        const std::vector<float> y = right_softmax(x);
        (void)cudaMemcpy2DAsync(a.y, pitch(a.ldy), y.data(), width, width, rows,
                                cudaMemcpyHostToDevice, a.stream);
        if (when(a)) fault(a);
        return cudaSuccess;
    };
    return function;
}

std::string report_on(const std::function<bool(const Arguments&)>& when, const Fault& fault) {
    const FunctionUnderTest function = function_with(when, fault);
    const auto failures = failures_of([&] { check_stream(function); });
    EXPECT_LE(failures.size(), 1U);
    return failures.empty() ? "" : failures.front();
}

void expect_words(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << "wanted: " << words << "\ngot: " << text;
}

bool always(const Arguments&) {
    return true;
}
bool wide(const Arguments& a) {
    return a.cols > 50000;
}
bool many_rows(const Arguments& a) {
    return a.rows > 4500;
}
bool in_place(const Arguments& a) {
    return a.x == a.y;
}

void wait(const Arguments&) {
    (void)cudaDeviceSynchronize();
}

TEST(StreamCheck, LetsARightFunctionPass) {
    EXPECT_EQ(report_on(always, [](const Arguments&) {}), "");
    FunctionUnderTest function = function_with(in_place, wait);
    function.may_be_in_place = false;  // then it is never called so
    EXPECT_TRUE(failures_of([&] { check_stream(function); }).empty());
}

TEST(StreamCheck, LooksAtEveryPath) {
    const std::string waited = "it called cudaDeviceSynchronize()";
    expect_words(report_on(always, wait), waited);
    expect_words(report_on(always, wait), "40 x 70");
    expect_words(report_on(wide, wait), waited);
    expect_words(report_on(wide, wait), "2 x 60004");
    expect_words(report_on(many_rows, wait), waited);
    expect_words(report_on(many_rows, wait), "5000 x 4");
    expect_words(report_on(in_place, wait), waited);
    expect_words(report_on(in_place, wait), "40 x 70");
    expect_words(report_on([](const Arguments& a) { return in_place(a) && wide(a); }, wait),
                 "2 x 60004");
}

TEST(StreamCheck, SeesWorkOfAnotherStream) {
    const std::string words = "A part of the work is not in the order of the stream";
    expect_words(report_on(in_place,
                           [](const Arguments&) {
                               (void)cudaLaunchHostFunc(
                                   nullptr, [](void*) {}, nullptr);
                           }),
                 words);
    expect_words(report_on(wide,
                           [](const Arguments& a) {
                               (void)cudaMemcpyAsync(a.y, a.y, 4, cudaMemcpyDeviceToDevice,
                                                     nullptr);
                           }),
                 words);
}

TEST(StreamCheck, SeesWhatTheFirstCallKeeps) {
    void* scratch = nullptr;
    const auto allocate_once = [&](const Arguments&) {
        if (scratch == nullptr) (void)cudaMalloc(&scratch, 64);
    };
    const std::string report = report_on(always, allocate_once);
    expect_words(report, "The first call left 1 allocation behind.");
    expect_words(report, "Something is made once and kept for later calls");
    (void)cudaFree(scratch);
    cudaEvent_t event = nullptr;
    const auto create_once = [&](const Arguments&) {
        if (event == nullptr) (void)cudaEventCreate(&event);
    };
    expect_words(report_on(always, create_once), "The first call left 1 event behind.");
    (void)cudaEventDestroy(event);
    // The first call may be one of an earlier check of the same function.
    note_objects_before_check("softmax");
    (void)cudaMalloc(&scratch, 64);
    note_objects_before_check("softmax");
    expect_words(report_on(always, allocate_once), "The first call left 1 allocation behind.");
    note_objects_before_check("another function");
    EXPECT_EQ(report_on(always, allocate_once), "");
    (void)cudaFree(scratch);
    note_objects_before_check("softmax");
    EXPECT_EQ(report_on(always, [](const Arguments&) {}), "");
    // What each call leaves has its own words.
    std::vector<void*> all;
    const auto allocate_each_time = [&](const Arguments&) {
        (void)cudaMalloc(&all.emplace_back(nullptr), 64);
    };
    expect_words(report_on(always, allocate_each_time), "The call left 1 allocation behind.");
    for (void* one : all)
        (void)cudaFree(one);
}

TEST(StreamCheck, SeesALoopThatAsks) {
    const auto ask = [](const Arguments& a) {
        while (cudaStreamQuery(a.stream) == cudaErrorNotReady) {
        }
        (void)cudaGetLastError();
    };
    expect_words(report_on(many_rows, ask), "it called cudaStreamQuery()");
    const auto ask_once = [](const Arguments& a) {
        (void)cudaStreamQuery(a.stream);
        (void)cudaGetLastError();
    };
    EXPECT_EQ(report_on(always, ask_once), "");
}

TEST(StreamCheck, SeesWhatIsLeftBehind) {
    expect_words(report_on(in_place,
                           [](const Arguments& a) {
                               void* left = nullptr;
                               (void)cudaMallocAsync(&left, 64, a.stream);
                           }),
                 "The call left 1 allocation behind.");
    expect_words(report_on(wide,
                           [](const Arguments&) {
                               void* left = nullptr;
                               (void)cudaMallocHost(&left, 64);
                           }),
                 "The call left 1 page-locked block behind.");
}

TEST(StreamCheck, SeesPageLockedMemoryThatIsGivenBack) {
    expect_words(report_on(wide,
                           [](const Arguments&) {
                               void* memory = nullptr;
                               (void)cudaMallocHost(&memory, 64);
                               (void)cudaFreeHost(memory);
                           }),
                 "it called cudaFreeHost()");
}

TEST(StreamCheck, SeesMemoryOfAnotherStream) {
    const auto use_memory = [](cudaStream_t taken, cudaStream_t used, cudaStream_t given_back) {
        void* memory = nullptr;
        (void)cudaMallocAsync(&memory, 64, taken);
        (void)cudaMemsetAsync(memory, 0, 64, used);
        (void)cudaFreeAsync(memory, given_back);
    };
    const std::string words = "Memory is taken or given back in another stream";
    expect_words(
        report_on(always, [&](const Arguments& a) { use_memory(nullptr, a.stream, a.stream); }),
        words);
    expect_words(
        report_on(many_rows, [&](const Arguments& a) { use_memory(a.stream, a.stream, nullptr); }),
        words);
    EXPECT_EQ(
        report_on(always, [&](const Arguments& a) { use_memory(a.stream, a.stream, a.stream); }),
        "");
}

TEST(StreamCheck, SeesMemoryThatTheHostGivesBackTooEarly) {
    expect_words(report_on(wide,
                           [](const Arguments& a) {
                               void* memory = nullptr;
                               (void)cudaMallocAsync(&memory, 64, a.stream);
                               (void)cudaMemsetAsync(memory, 0, 64, a.stream);
                               (void)cudaFree(memory);  // it does not wait for such memory
                           }),
                 "may be given to somebody else too early");
}

/// The result of a call in the stream differs from that of the default stream, though nothing else
/// tells of it.
TEST(StreamCheck, SeesAResultThatDependsOnTheStream) {
    expect_words(report_on(wide,
                           [](const Arguments& a) {
                               if (a.stream == nullptr) return;
                               (void)cudaMemsetAsync(a.y, 0, 4, a.stream);
                           }),
                 "another one than that of the same call on the default stream");
}

}  // namespace
}  // namespace workshop::checks
