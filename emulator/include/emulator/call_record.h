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
    std::size_t page_locked = 0;  ///< blocks of host memory: allocated, or registered
};

/// @brief What lives on the device now.
LiveObjects live_objects();

/// @brief What happened between start_call_record() and stop_call_record().
struct CallRecord {
    /// Calls that make the host wait for the device, in order. Asking whether a stream or an event
    /// is done (cudaStreamQuery, cudaEventQuery) counts from the third time on.
    std::vector<std::string> waits;

    /// Kernel launches, asynchronous copies and fills, functions of the host in a stream, memory
    /// that is taken and given back in the order of a stream, and what orders streams. And memory
    /// of cudaMallocAsync() that cudaFree() gives back: in no stream, and without a wait.
    struct Step {
        enum class Kind { work, record, wait, allocate, release, release_by_host } kind;
        cudaStream_t stream;                ///< of release_by_host null
        cudaEvent_t event;                  ///< of record and wait; else null
        std::vector<const void*> memory{};  ///< allocations that it uses, takes or gives back; of a
                                            ///< kernel those that its arguments point to
        std::size_t waits_before = 0;       ///< how many of `waits` came before it
        unsigned threads_of_block = 0;      ///< of a kernel; else 0
    };
    std::vector<Step> steps;

    int refused_launches = 0;  ///< launches that returned an error and ran nothing

    /// @brief Whether all work is ordered behind what a stream held before the call, and is done
    ///        before what comes next in that stream: it is in the stream itself, or in another one
    ///        that an event of the stream started, and that joins it by an event at the end.
    bool belongs_to(cudaStream_t stream) const;

    /// @brief Whether work that uses memory of cudaMallocAsync() is ordered behind it, and in front
    ///        of the cudaFreeAsync() of what it uses: in one stream, or by events. In front of
    ///        cudaFree() the host has to wait for it; any of `waits` counts for all work before it.
    bool memory_is_in_order() const;
};

/// @brief Begins to record. The calls of all host threads count. Until the end of the record
///        cudaStreamQuery() and cudaEventQuery() say cudaErrorNotReady when they are asked for the
///        first and the second time about the same handle: on a GPU the work would not be done.
void start_call_record();

/// @brief Ends it. @return what was recorded since start_call_record()
CallRecord stop_call_record();

}  // namespace workshop::emulator
