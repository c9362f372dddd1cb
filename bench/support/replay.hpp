// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The launches of a mode, prepared once and enqueued as often as wanted.

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <string>

#include "mode.hpp"

namespace workshop::bench {

/// @brief Launches on a slot of a ring; throws when the function returns an error.
using Launch = std::function<void(std::size_t slot)>;

/// @brief A sequence of launches: whole turns of the ring, or as many on its first slot for
///        Mode::warm. On a GPU, cold and warm are CUDA graphs, so that no time of the host is
///        between two launches. What cannot be captured is launched one by one.
class Replay {
  public:
    /// @param[in] slots of the ring
    /// @param[in] launch launches on `stream`; it must have been called before: what a first call
    ///            allocates or loads cannot be captured
    Replay(Mode mode, std::size_t slots, Launch launch, cudaStream_t stream);
    ~Replay();
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    /// @brief Enqueues the whole sequence, `times` times. Does not wait.
    void enqueue(std::size_t times) const;

    /// @brief Launches of one sequence.
    std::size_t launches() const { return launches_; }

    /// @brief Whether the launches come from a graph.
    bool is_graph() const { return graph_ != nullptr && uses_graph_; }

    /// @brief Whether there is a graph, used or put aside.
    bool has_graph() const { return graph_ != nullptr; }

    /// @brief Puts the graph aside, for launches one by one, or takes it up again.
    void use_graph(bool wanted) { uses_graph_ = wanted; }

    /// @brief Why there is no graph though the mode asks for one; empty: there is no reason.
    const std::string& why_no_graph() const { return why_no_graph_; }

  private:
    void launch_all() const;
    void capture();

    Mode mode_;
    std::size_t slots_;
    std::size_t launches_;
    Launch launch_;
    cudaStream_t stream_;
    cudaGraphExec_t graph_ = nullptr;
    bool uses_graph_ = true;
    std::string why_no_graph_;
};

}  // namespace workshop::bench
