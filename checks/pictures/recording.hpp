// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Calls of a lesson's functions, recorded by the CPU device.

#include <emulator/step_trace.h>

#include <functional>
#include <string>
#include <vector>

namespace workshop::pictures {

using emulator::StepKind;
using emulator::StepLane;
using emulator::TracedLaunch;
using emulator::TraceStep;

/// @brief Floats in device memory.
class DeviceFloats {
  public:
    /// @brief A copy of the values.
    explicit DeviceFloats(const std::vector<float>& values);
    /// @brief So many zeros.
    explicit DeviceFloats(std::size_t count) : DeviceFloats(std::vector<float>(count)) {}
    ~DeviceFloats();
    DeviceFloats(const DeviceFloats&) = delete;
    DeviceFloats& operator=(const DeviceFloats&) = delete;

    /// @brief The device pointer.
    float* get() const { return pointer_; }

  private:
    float* pointer_ = nullptr;
};

/// @brief A name for what lies at an address.
struct Named {
    const void* address;
    std::string name;
};

/// @brief What is drawn, and kept as JSON.
struct Recording {
    std::string call;  ///< "row_sum_tree: 1 row of 10 columns, 6 threads"
    TracedLaunch launch;
    std::function<bool(const TraceStep&)> kept;  ///< which steps the JSON has; empty: all
    bool with_values = true;
    std::string more;  ///< for the JSON: a member that was not recorded as a step; may be empty
};

/// @brief Makes one call, and records the launch that it makes.
/// @throws std::runtime_error when it fails, makes more than one launch, or is not watched
Recording record(const std::string& call, const std::vector<Named>& names,
                 const std::function<cudaError_t()>& function);

/// @brief The line of source where a step stands, without comment and indentation.
std::string code_of(const TraceStep& step);

/// @brief The statement around that line: it too, and the lines before and after that belong to it.
std::string statement_of(const TraceStep& step);

/// @brief Number of the float that a lane touches first, counted from where its memory begins.
std::uint64_t element_of(const TraceStep& step, const StepLane& lane);

/// @brief The recordings as JSON, one step a line. Lines of source stand for their numbers, which
///        change more often. The compiler is named: how wide the accesses are depends on it.
std::string trace_json(const std::string& lesson, const std::vector<Recording>& recordings);

}  // namespace workshop::pictures
