// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How often each element of each buffer is read and written.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "request_shape.hpp"

namespace workshop::emulator::profile {

/// @brief Where an address belongs; base is 0 when the address belongs to nobody.
struct Buffer {
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
};
using FindBuffer = std::function<Buffer(std::uint64_t address)>;

/// @brief What one launch did with one buffer.
struct BufferSummary {
    Buffer buffer;
    unsigned element_bytes = 4;     ///< the narrowest access
    bool elements_counted = false;  ///< false when the buffer is too large for that
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
    std::uint64_t elements_read = 0;  ///< elements that were read at least once
    std::uint64_t elements_written = 0;
    std::uint32_t most_reads = 0;  ///< of one element
    std::uint32_t most_writes = 0;
};

/// @brief Memory for at most this many counters; buffers beyond that are only summed up.
constexpr std::size_t max_counter_bytes = std::size_t{1} << 30;

/// @brief Counters of the buffers that a launch touches. They take memory only where it touches
///        them.
class ElementCounts {
  public:
    explicit ElementCounts(FindBuffer find);
    ~ElementCounts();
    ElementCounts(const ElementCounts&) = delete;
    ElementCounts& operator=(const ElementCounts&) = delete;

    /// @brief Counts one request. An atomic both reads and writes.
    void add(const RequestRuns& runs, bool reads, bool writes);

    /// @brief What was counted, by address of the buffer.
    std::vector<BufferSummary> summary() const;

    /// @brief Forgets everything.
    void clear();

  private:
    struct Counted;
    Counted* find(std::uint64_t address);
    void add_run(const LaneRun& run, unsigned bytes, bool reads, bool writes);
    void refine(Counted& counted, unsigned bytes);

    FindBuffer find_;
    std::vector<std::unique_ptr<Counted>> buffers_;
    Counted* last_ = nullptr;
    std::size_t counter_bytes_ = 0;
};

}  // namespace workshop::emulator::profile
