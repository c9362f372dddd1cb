// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a kernel did, step by step and with the values that it had: for pictures of small
///        launches.
/// @code
/// start_step_trace();
/// trace_buffer(x, "x");
/// kernel<<<grid, block>>>(...);
/// const std::vector<TracedLaunch> launches = stop_step_trace();
/// @endcode
/// A step is what a warp does at one time: a request to memory, a shuffle, a barrier. Every access
/// is kept, at about 100 bytes each. While no trace was started it costs nothing.

#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

namespace workshop::emulator {

enum class StepKind {
    global_load,
    global_store,
    global_atomic,
    shared_load,
    shared_store,
    shared_atomic,
    collective,  ///< a shuffle, a vote or __syncwarp
    barrier,     ///< of the block or the grid
};

/// @brief "global_load", "barrier" ...
const char* step_name(StepKind kind);

/// @brief What one lane does in a step.
struct StepLane {
    unsigned lane = 0;
    std::uint64_t address = 0;    ///< of an access
    std::uint64_t value[2] = {};  ///< the bits read; of a store, what memory holds after it
    std::uint64_t operand = 0;    ///< of a collective: the bits that the lane brings
    std::uint64_t result = 0;     ///< and those that it gets
    unsigned source = 0;          ///< of a shuffle: the lane that it reads

    /// @brief Number `i` of the floats that were read or stored, 0 to 3.
    float value_as_float(unsigned i = 0) const;
    /// @brief What the lane brings to a collective, as a float.
    float operand_as_float() const;
    /// @brief What it gets from there, as a float.
    float result_as_float() const;
};

/// @brief One step of a warp, or of those of its lanes that came.
struct TraceStep {
    StepKind kind = StepKind::global_load;
    unsigned block = 0;     ///< number in the grid
    unsigned warp = 0;      ///< number in the block
    unsigned interval = 0;  ///< how many barriers lie before it
    std::string file;       ///< where it stands; empty when that is not known
    int line = 0;
    std::string call;           ///< of a collective: "__shfl_sync" ...
    unsigned access_bytes = 0;  ///< of one lane
    unsigned units = 0;         ///< sectors of global memory, or waves of shared memory
    std::string memory;         ///< name of the buffer or the shared array; may be empty
    std::uint64_t base = 0;     ///< where that begins; 0 when unknown
    std::vector<StepLane> lanes;

    /// @brief Bytes from the beginning of the memory.
    std::uint64_t offset(const StepLane& lane) const { return lane.address - base; }
    /// @brief An access to global memory.
    bool is_global() const { return kind <= StepKind::global_atomic; }
    /// @brief An access to shared memory.
    bool is_shared() const {
        return kind >= StepKind::shared_load && kind <= StepKind::shared_atomic;
    }
    /// @brief A collective in which a lane reads what another one brings.
    bool is_shuffle() const { return call.compare(0, 6, "__shfl") == 0; }
};

/// @brief A launch and all of its steps.
struct TracedLaunch {
    std::string kernel;
    dim3 grid;
    dim3 block;
    std::size_t dynamic_shared_bytes = 0;
    bool complete = true;          ///< false: the launch failed, or its kernel is not watched
    std::vector<TraceStep> steps;  ///< by block, interval and warp; of a warp in its order
};

/// @brief Begins to record every launch. Counting (profile.h) ends. Not while a kernel runs.
void start_step_trace();

/// @brief Ends recording.
/// @return one entry a launch; nothing when start_step_trace() was not called
std::vector<TracedLaunch> stop_step_trace();

/// @brief Gives the buffer that holds an address a name; after start_step_trace().
/// @param[in] address where its elements begin; when no buffer holds it, nothing gets the name
void trace_buffer(const void* address, const std::string& name);

}  // namespace workshop::emulator
