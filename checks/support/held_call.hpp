// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A call in a stream that has other work to do first.

#include <cuda_runtime.h>

#include <functional>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief Page-locked host memory: a copy from it can wait in a stream.
class PinnedValues {
  public:
    /// @throws DeviceError when there is no such memory
    explicit PinnedValues(const std::vector<float>& values);
    ~PinnedValues();
    PinnedValues(const PinnedValues&) = delete;
    PinnedValues& operator=(const PinnedValues&) = delete;

    /// @brief Enqueues a copy of all values. @throws DeviceError when that is refused
    void copy_to(const float* device, cudaStream_t stream) const;

  private:
    void* memory_ = nullptr;
    std::size_t bytes_;
};

/// @brief A call, and the input that its stream brings just before it.
struct HeldCall {
    std::function<void(cudaStream_t)> bring;                           ///< enqueues the input
    std::function<cudaError_t(cudaStream_t)> call;                     ///< the function
    std::function<void(const std::string&, const std::string&)> tell;  ///< problem, likely cause
};

/// @brief Makes the call in a stream that first waits, then brings the input: a launch on any other
///        stream does not wait and sees the input of before. Returns when all is done, and tells of
///        errors, of waiting, and of what the call did beside its result.
/// @return true when there was nothing to tell
bool call_in_held_stream(const HeldCall& held_call);

/// @brief What to tell when the output is that of the input of before.
inline constexpr const char* kRanTooEarly =
    "The kernel did not wait for the work that was in its stream before it.";
inline constexpr const char* kCauseOfTooEarly =
    "The kernel was launched on another stream. Pass the stream: "
    "kernel<<<blocks, threads, shared bytes, stream>>>.";

/// @brief Outputs to compare the one of a stream with.
struct OtherOutputs {
    std::vector<float> wanted;  ///< of the same input, on the default stream
    std::vector<float> early;   ///< of the input of before
    std::vector<float>
        brought;  ///< what the stream brings to the place of the output: what is there
                  ///< when the work was done before; empty when it brings nothing
};

/// @brief Judges a result by that of the same call on the default stream: other checks look at the
///        values, and this one at the stream alone.
/// @param[in] got in a stream of its own
/// @return true when it is the wanted one
bool judge_by_default_stream(const HeldCall& held_call, const std::vector<float>& got,
                             const OtherOutputs& others);

}  // namespace workshop::checks
