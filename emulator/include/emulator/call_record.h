// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief For tests: what a function of the host did with the device, beside its result.

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <vector>

namespace workshop::emulator {

/// @brief What lives on the device.
struct LiveObjects {
    std::size_t allocations = 0;  ///< of the host, and of kernels by malloc and new
    std::size_t streams = 0;
    std::size_t events = 0;
};

/// @brief What lives on the device now.
LiveObjects live_objects();

/// @brief What happened between start_call_record() and stop_call_record().
struct CallRecord {
    std::vector<std::string> waits;  ///< calls that make the host wait for the device, in order

    /// Kernel launches, asynchronous copies and fills, with what orders streams.
    struct Step {
        enum class Kind { work, record, wait } kind;
        cudaStream_t stream;
        cudaEvent_t event;  ///< null for work
    };
    std::vector<Step> steps;

    int refused_launches = 0;  ///< launches that returned an error and ran nothing

    /// @brief Whether all work is ordered behind what a stream held before the call, and is done
    ///        before what comes next in that stream: it is in the stream itself, or in another one
    ///        that an event of the stream started, and that joins it by an event at the end.
    bool belongs_to(cudaStream_t stream) const;
};

/// @brief Begins to record. The calls of all host threads count.
void start_call_record();

/// @brief Ends it. @return what was recorded since start_call_record()
CallRecord stop_call_record();

}  // namespace workshop::emulator
