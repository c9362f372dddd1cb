// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <fcntl.h>
#include <unistd.h>

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/enclosed_matrix.h>
#include <emulator/watch.h>
#endif

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "guarded_matrix.hpp"
#ifdef WORKSHOP_BACKEND_EMULATOR
#include "emulator/src/diagnostics.hpp"
#endif

namespace workshop::checks {

namespace {

unsigned long long wanted_reports = 0;  // those that the checks themselves provoke

unsigned long long all_reports() {
#ifdef WORKSHOP_BACKEND_EMULATOR
    const emulator::DiagnosticCounts counts = emulator::diagnostic_counts();
    return counts.errors + counts.warnings;
#else
    return 0;
#endif
}

}  // namespace

unsigned long long device_reports() {
    return all_reports() - wanted_reports;
}

bool on_cpu_device() {
#ifdef WORKSHOP_BACKEND_EMULATOR
    return true;
#else
    return false;
#endif
}

bool races_are_reported() {
    if (!on_cpu_device()) return false;
    const char* const text = std::getenv("WORKSHOP_WATCH");
    const std::string watched = text == nullptr ? "" : text;
    return watched.empty() || watched == "all" || watched.find("racecheck") != std::string::npos;
}

#ifdef WORKSHOP_BACKEND_EMULATOR
unsigned long long fault_count() {
    return emulator::finding_count();
}

unsigned long long outside_count() {
    return emulator::outside_finding_count();
}

void tell_faults_in_full() {
    emulator::repeat_findings_in_full();
}

std::vector<std::string> schedules() {
    return {"forward", "reverse", "random:1", "random:2"};
}

std::vector<std::string> two_schedules() {
    return {"forward", "reverse"};
}

ScheduleScope::ScheduleScope(const std::string& schedule) : before_(emulator::schedule_text()) {
    if (!emulator::set_schedule(schedule)) throw std::invalid_argument(schedule);
}
ScheduleScope::~ScheduleScope() {
    (void)emulator::set_schedule(before_);
}
#else
unsigned long long fault_count() {
    return 0;
}

unsigned long long outside_count() {
    return 0;
}

void tell_faults_in_full() {}

std::vector<std::string> schedules() {
    return {""};
}

std::vector<std::string> two_schedules() {
    return {"", ""};  // twice all the same: the order of a GPU is not always the same
}

ScheduleScope::ScheduleScope(const std::string&) {}
ScheduleScope::~ScheduleScope() = default;
#endif

cudaError_t device_state() {
    int count = 0;
    const cudaError_t counted = cudaGetDeviceCount(&count);
    (void)cudaGetLastError();
    if (counted != cudaSuccess) return counted;
    return count > 0 ? cudaSuccess : cudaErrorNoDevice;
}

std::string describe_device() {
    const cudaError_t state = device_state();
    if (state != cudaSuccess) {
        return std::string("no usable device: ") + cudaGetErrorName(state) + " (" +
               cudaGetErrorString(state) + ")";
    }
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
        (void)cudaGetLastError();
        return "an unknown device";
    }
    std::ostringstream text;
    if (on_cpu_device()) text << "the ";  // its name begins with "CPU device"
    text << properties.name << " (compute capability " << properties.major << '.'
         << properties.minor << ')';
    return text.str();
}

RefusedLaunches::RefusedLaunches() : reports_before_(all_reports()) {
#ifdef WORKSHOP_BACKEND_EMULATOR
    // The CPU device explains every refusal on stderr. This one is wanted, so nobody needs to read
    // it.
    std::fflush(stderr);
    saved_stderr_ = ::dup(STDERR_FILENO);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)::dup2(nowhere, STDERR_FILENO);
    (void)::close(nowhere);
    require(cudaStreamCreate(&stream_), "cudaStreamCreate");
    require(cudaStreamDestroy(stream_), "cudaStreamDestroy");
#else
    require(cudaStreamCreate(&captured_), "cudaStreamCreate");
    require(cudaStreamBeginCapture(captured_, cudaStreamCaptureModeGlobal),
            "cudaStreamBeginCapture");
#endif
}

RefusedLaunches::~RefusedLaunches() {
#ifndef WORKSHOP_BACKEND_EMULATOR
    cudaGraph_t graph = nullptr;
    (void)cudaStreamEndCapture(captured_, &graph);
    if (graph != nullptr) (void)cudaGraphDestroy(graph);
    (void)cudaStreamDestroy(captured_);
#else
    std::fflush(stderr);
    (void)::dup2(saved_stderr_, STDERR_FILENO);
    (void)::close(saved_stderr_);
#endif
    wanted_reports += all_reports() - reports_before_;
    (void)cudaGetLastError();
}

/// What the waiting host function and the checks share.
struct HeldStream::Gate {
    std::mutex mutex;
    std::condition_variable changed;
    bool open = false;
    bool gave_up = false;

    static void wait(void* gate_address) {
        auto* gate = static_cast<Gate*>(gate_address);
        std::unique_lock<std::mutex> lock(gate->mutex);
        // Long enough that a machine which is busy or paused for a while is not taken for a wait.
        gate->gave_up =
            !gate->changed.wait_for(lock, std::chrono::seconds(10), [gate] { return gate->open; });
    }
};

HeldStream::HeldStream() : gate_(std::make_unique<Gate>()) {
    // Non-blocking: a launch on the default stream by mistake does not wait for this one.
    require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
            "cudaStreamCreateWithFlags");
#ifndef WORKSHOP_BACKEND_EMULATOR
    require(cudaLaunchHostFunc(stream_, &Gate::wait, gate_.get()), "cudaLaunchHostFunc");
#endif
}

HeldStream::~HeldStream() {
    release();
    (void)cudaStreamSynchronize(stream_);
    (void)cudaStreamDestroy(stream_);
}

bool HeldStream::holds_back() const {
    return !on_cpu_device();
}

void HeldStream::release() {
    const std::lock_guard<std::mutex> lock(gate_->mutex);
    gate_->open = true;
    gate_->changed.notify_all();
}

bool HeldStream::gave_up_waiting() const {
    const std::lock_guard<std::mutex> lock(gate_->mutex);
    return gate_->gave_up;
}

}  // namespace workshop::checks
