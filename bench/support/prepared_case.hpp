// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a case needs at one shape, made once and kept.

#include <cuda_runtime.h>

#include <list>
#include <map>
#include <memory>
#include <string>

#include "bench.hpp"
#include "output_check.hpp"
#include "replay.hpp"
#include "ring.hpp"

namespace workshop::bench {

/// @brief "function/ROWSxCOLS"
std::string name_of(const BenchCase& one, const Shape& shape);

/// @brief A case at one shape: buffers with their input, and the launches of each mode.
class PreparedCase {
  public:
    /// @param[in] input what every input buffer gets
    /// @param[in] check outlives this
    PreparedCase(const BenchCase& one, const Shape& shape, int threads,
                 const checks::HostMatrix& input, OutputCheck& check, cudaStream_t stream);

    /// @brief The buffers that the launches take turns on.
    Ring& ring() { return ring_; }
    /// @brief The comparison of the output with the reference.
    OutputCheck& check() { return check_; }

    /// @brief Judges the outputs in some slots. Where all have the bits of one that was found
    ///        right, nothing is fetched. @return empty, or what is wrong
    std::string problem_in(std::size_t first_slot, std::size_t slots);

    /// @brief The launches of a mode. They are captured when they are first asked for.
    Replay& replay(Mode mode);

    /// @brief Launches once on a slot.
    void launch(std::size_t slot) const { launch_(slot); }

    /// @brief Floats that one call reads and writes.
    std::size_t floats() const { return ring_.input_floats() + ring_.output_floats(); }

    /// @brief The stream that the launches go to.
    cudaStream_t stream() const { return stream_; }

    /// @brief How often the sequence of a mode is repeated between two readings of the timer; 0:
    ///        not known yet.
    std::size_t& repeats(Mode mode) { return repeats_[mode]; }

    /// @brief Whether launches one by one may be faster than a graph: BenchCase.
    bool graph_may_be_slower() const { return graph_may_be_slower_; }

    /// @brief A slot, each time the next one.
    std::size_t next_slot() { return next_slot_++ % ring_.size(); }

  private:
    OutputCheck& check_;
    cudaStream_t stream_;
    Ring ring_;
    Launch launch_;
    std::unique_ptr<DeviceFloats> verified_;  ///< the output that was found right
    std::map<Mode, std::unique_ptr<Replay>> replays_;
    std::map<Mode, std::size_t> repeats_;
    std::size_t next_slot_ = 0;
    bool graph_may_be_slower_;
};

/// @brief Keeps the prepared cases as long as the device has memory for them: the repetitions
///        of all cases interleave, so each case comes back many times. The one that was not
///        used for the longest time makes room. What the outputs are compared with is kept on
///        the host in any case.
class PreparedCases {
  public:
    /// @param[in] free_bytes asks for the free memory of the device
    PreparedCases(std::function<std::size_t()> free_bytes, cudaStream_t stream)
        : free_bytes_(std::move(free_bytes)), stream_(stream) {}

    /// @brief The case, prepared now unless it is still there. Valid until the next call.
    PreparedCase& get(const BenchCase& one, const Shape& shape, int threads);

    /// @brief Number of cases.
    std::size_t size() const { return recent_.size(); }
    /// @brief Whether a case of that name is there.
    bool has(const std::string& name) const;

  private:
    using Entry = std::pair<std::string, std::unique_ptr<PreparedCase>>;

    void make_room(std::size_t bytes);
    OutputCheck& check_of(const BenchCase& one, const Shape& shape, int threads);

    std::function<std::size_t()> free_bytes_;
    cudaStream_t stream_;
    std::list<Entry> recent_;  // the last used comes first
    std::map<std::string, OutputCheck> checks_;
};

}  // namespace workshop::bench
