// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How kernels use memory, counted exactly: for tests, idea checks and reports.
/// @code
/// start_profile();
/// kernel<<<grid, block>>>(...);
/// const std::vector<KernelProfile> profiles = stop_profile();
/// @endcode
/// Only kernels that were compiled with watching can be counted; see KernelProfile::complete.

#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

namespace workshop::emulator {

/// @brief What a warp asks of which memory.
enum class RequestKind {
    global_load,
    global_store,
    global_atomic,
    shared_load,
    shared_store,
    shared_atomic,
};
constexpr int request_kinds = 6;

/// @brief Whether a request goes to shared memory.
constexpr bool is_shared(RequestKind kind) {
    return kind >= RequestKind::shared_load;
}

/// @brief Sums over requests of one kind.
struct RequestCounts {
    std::uint64_t requests =
        0;                    ///< one is one access of a warp, or of those of its lanes that came
    std::uint64_t lanes = 0;  ///< accesses of single threads
    std::uint64_t bytes = 0;  ///< that threads asked for
    std::uint64_t wide_bytes = 0;   ///< of these, in accesses of 16 bytes
    std::uint64_t units = 0;        ///< global memory: 32-byte sectors; shared memory: waves
    std::uint64_t least_units = 0;  ///< the same, had the addresses been the best possible

    /// @brief Sectors or waves per request; 0 without requests.
    double units_per_request() const {
        return requests == 0 ? 0.0 : static_cast<double>(units) / static_cast<double>(requests);
    }
    /// @brief Threads that take part in a request, 32 at most.
    double lanes_per_request() const {
        return requests == 0 ? 0.0 : static_cast<double>(lanes) / static_cast<double>(requests);
    }
};

/// @brief Bytes by the width of the access: 1, 2, 4, 8 and 16 bytes.
struct WidthCounts {
    std::uint64_t bytes[5] = {};
    /// @brief Bytes of all widths.
    std::uint64_t total() const;
};

/// @brief One request as it happened.
struct ExampleRequest {
    RequestKind kind = RequestKind::global_load;
    bool is_costliest = false;  ///< otherwise it is the first of its access
    unsigned access_bytes = 4;
    unsigned lanes = 0;  ///< mask of those that took part
    unsigned units = 0;  ///< sectors or waves
    dim3 block;          ///< index in the grid
    unsigned warp = 0;   ///< number in the block
    std::uint64_t addresses[32] = {};
    std::string memory;      ///< name of the buffer or shared array; may be empty
    std::uint64_t base = 0;  ///< where that begins; 0 when unknown
};

/// @brief What one line of source did.
struct LineProfile {
    std::string file;  ///< empty when no line is known
    int line = 0;
    RequestCounts requests[request_kinds];
    WidthCounts global_widths;
    std::uint64_t divergent_branches = 0;  ///< how often the lanes of a warp parted
    std::uint64_t barriers = 0;            ///< by warp
    std::uint64_t warp_meetings = 0;       ///< shuffles, votes and __syncwarp, by warp
    std::vector<ExampleRequest> examples;  ///< the first of each access, and the costliest
};

/// @brief What a kernel did with one buffer of global memory, over all its launches.
struct BufferProfile {
    std::string name;  ///< as given to name_buffer(), or "buffer 1"
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
    unsigned element_bytes = 4;     ///< the narrowest access
    bool elements_counted = false;  ///< false: the buffer is too large; only bytes are known
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
    std::uint64_t elements_read = 0;  ///< read at least once
    std::uint64_t elements_written = 0;
    std::uint32_t most_reads = 0;  ///< of one element, in one launch
    std::uint32_t most_writes = 0;

    /// @brief Average over the elements that are read at all.
    double reads_per_element() const;
    /// @brief Average over the elements that are written at all.
    double writes_per_element() const;
};

/// @brief What a kernel did, over all launches with the same configuration.
struct KernelProfile {
    std::string kernel;
    dim3 grid;
    dim3 block;
    std::size_t dynamic_shared_bytes = 0;
    std::size_t static_shared_bytes = 0;
    std::uint64_t launches = 0;
    RequestCounts requests[request_kinds];
    WidthCounts global_widths;
    std::vector<std::uint64_t> loads_by_warp;  ///< of global memory, by threads, over all blocks
    std::uint64_t branches_divergent = 0;
    std::uint64_t barriers = 0;       ///< by warp
    std::uint64_t warp_meetings = 0;  ///< by warp
    std::uint64_t basic_blocks = 0;   ///< by warp, or the part of it that came together
    std::uint64_t basic_block_lanes = 0;
    bool complete = true;  ///< false: a launch failed, or the kernel was compiled without watching
    std::string incomplete_because;  ///< empty when complete
    std::vector<LineProfile> lines;  ///< by file and line
    std::vector<BufferProfile> buffers;

    /// @brief The sums over all requests of one kind.
    const RequestCounts& of(RequestKind kind) const { return requests[static_cast<int>(kind)]; }
    /// @brief The buffer of that name; null when the kernel did not touch it.
    const BufferProfile* buffer(const std::string& name) const;
    /// @brief Sums over the lines of a file; null when it did nothing there.
    const LineProfile* line(const std::string& file_ending, int number) const;
    /// @brief 32-byte sectors per request of global loads.
    double sectors_per_load() const { return of(RequestKind::global_load).units_per_request(); }
};

/// @brief Whether stop_profile() finds the source lines, which takes a moment.
enum class ProfileLines { find, leave_out };

/// @brief Begins to count every launch. Forgets what was counted before, and the names of buffers.
///        A trace of steps (step_trace.h) records no more. Not while a kernel runs.
void start_profile();

/// @brief Ends counting.
/// @return one entry for each kernel and launch configuration, in the order of first launches;
///         nothing when start_profile() was not called
std::vector<KernelProfile> stop_profile(ProfileLines lines = ProfileLines::find);

/// @brief Gives the buffer that holds an address a name, for reports; after start_profile().
/// @param[in] address where its elements begin; the pictures count from there
void name_buffer(const void* address, const std::string& name);

}  // namespace workshop::emulator
