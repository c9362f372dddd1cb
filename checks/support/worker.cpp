// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "worker.hpp"

#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "call_effects.hpp"
#include "device.hpp"
#include "records.hpp"
#include "worker_process.hpp"

namespace workshop::checks {

namespace {

/// GoogleTest puts "Failed" in front of the text of a failure.
std::string report_text(const char* message) {
    std::string text = message;
    const std::string prefix = "Failed\n";
    if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    return text;
}

class RecordSender : public testing::EmptyTestEventListener {
  public:
    explicit RecordSender(int descriptor) : descriptor_(descriptor) {}

    void OnTestStart(const testing::TestInfo& info) override {
        faults_before_ = fault_count();
        tell_faults_in_full();
        note_objects_before_check(info.test_suite_name());
        started_ = std::chrono::steady_clock::now();
        send(RecordKind::start, std::string(info.test_suite_name()) + '.' + info.name());
    }

    void OnTestPartResult(const testing::TestPartResult& part) override {
        if (part.failed()) send(RecordKind::failure, report_text(part.message()));
        if (part.skipped()) send(RecordKind::skip, report_text(part.message()));
    }

    void OnTestEnd(const testing::TestInfo& info) override {
        const bool broken = device_is_broken();
        // For checks that launch without looking: a fault fails them, however right the values are.
        if (fault_count() > faults_before_ && !info.result()->Failed()) {
            send(RecordKind::failure,
                 "The CPU device saw a fault in the kernel; the report is below.");
        }
        mark_output_end();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started_;
        send(RecordKind::end, std::to_string(took.count()));
        // A sticky error stays until the process ends: the parent starts a fresh worker.
        if (broken) ::_exit(0);
    }

  private:
    bool device_is_broken() const {
        (void)cudaDeviceSynchronize();
        (void)cudaGetLastError();
        const cudaError_t error = cudaDeviceSynchronize();
        if (error == cudaSuccess) return false;
        send(RecordKind::sticky, cudaGetErrorName(error));
        return true;
    }
    void send(RecordKind kind, const std::string& text) const {
        send_record(descriptor_, {kind, text});
    }

    int descriptor_;
    unsigned long long faults_before_ = 0;
    std::chrono::steady_clock::time_point started_;
};

}  // namespace

int run_worker(int descriptor) {
    if (device_state() != cudaSuccess) {
        send_record(descriptor, {RecordKind::no_device, describe_device()});
        return 1;
    }
    send_record(descriptor, {RecordKind::device, describe_device()});
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new RecordSender(descriptor));
    return RUN_ALL_TESTS();
}

}  // namespace workshop::checks
