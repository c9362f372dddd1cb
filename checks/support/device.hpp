// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the checks need to know about the device, and the few things that can only be done
///        in a way of its own on each backend.

#include <cuda_runtime.h>

#include <memory>
#include <string>
#include <vector>

namespace workshop::checks {

/// @return true when kernels run on the CPU device, false on a GPU
bool on_cpu_device();

/// @brief For the head line: "the CPU device playing an NVIDIA H200 (compute capability 9.0)" or
///        "NVIDIA H200 (compute capability 9.0)". When there is no usable device, says so with
///        CUDA's error.
std::string describe_device();

/// @return cudaSuccess when a kernel can be launched on some device, else CUDA's error
cudaError_t device_state();

/// @brief How many errors and warnings the CPU device has reported in this process, without those
///        during RefusedLaunches. Always 0 on a GPU.
unsigned long long device_reports();
/// @brief How many faults the CPU device's checkers (memcheck, racecheck, initcheck) have reported
///        so far; 0 on a GPU. The reports themselves are on stderr.
unsigned long long fault_count();

/// @return true when a race of a kernel would be a report, so that values which are wrong without
///         one have another cause: on the CPU device, unless WORKSHOP_WATCH turns racecheck off
bool races_are_reported();

/// @brief Those of them that are accesses beside a matrix, inside of its allocation.
unsigned long long outside_count();

/// @brief Lets the CPU device tell a fault with all details again, though it has told it before.
void tell_faults_in_full();

/// @brief Orders in which the CPU device can run threads and blocks; one, without a name, on a GPU,
///        which chooses by itself.
std::vector<std::string> schedules();
/// @brief Two of them, for launches that take long; on a GPU twice the one without a name.
std::vector<std::string> two_schedules();

/// @brief While one lives, kernels run in the order of a schedule.
class ScheduleScope {
  public:
    /// @param[in] schedule name of the schedule
    explicit ScheduleScope(const std::string& schedule);
    ~ScheduleScope();
    ScheduleScope(const ScheduleScope&) = delete;
    ScheduleScope& operator=(const ScheduleScope&) = delete;

  private:
    std::string before_;
};

/// @brief While one lives, a launch on stream() fails, in a way that is well defined.
///
/// On a GPU another stream is being captured, so that a launch on the default stream is refused
/// with cudaErrorStreamCaptureImplicit. On the CPU device stream() is a destroyed stream, which
/// that device refuses with cudaErrorInvalidResourceHandle (on a GPU this would be undefined).
class RefusedLaunches {
  public:
    RefusedLaunches();
    ~RefusedLaunches();
    RefusedLaunches(const RefusedLaunches&) = delete;
    RefusedLaunches& operator=(const RefusedLaunches&) = delete;
    /// @brief The stream whose launches are refused.
    cudaStream_t stream() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
    cudaStream_t captured_ = nullptr;
    int saved_stderr_ = -1;
    unsigned long long reports_before_ = 0;
};

/// @brief A stream that holds back everything enqueued after construction until release().
///
/// On a GPU a host function waits in the stream. On the CPU device work is done when it is
/// enqueued, so nothing is held back there, and holds_back() is false.
class HeldStream {
  public:
    HeldStream();
    ~HeldStream();
    HeldStream(const HeldStream&) = delete;
    HeldStream& operator=(const HeldStream&) = delete;
    /// @brief The stream that is held back.
    cudaStream_t stream() const { return stream_; }
    /// @brief Whether work on the stream really waits.
    bool holds_back() const;
    /// @brief Lets the work go on. May be called more than once.
    void release();
    /// @return true when the work went on by itself because release() did not come within 10
    ///         seconds: somebody waited for the stream
    bool gave_up_waiting() const;

  private:
    struct Gate;
    cudaStream_t stream_ = nullptr;
    std::unique_ptr<Gate> gate_;
};

}  // namespace workshop::checks
