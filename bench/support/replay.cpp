// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "replay.hpp"

#include <exception>

#include "support/device.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {
namespace {

/// Whole turns of the ring. On a GPU at least 16 launches, so that the gap between two sequences is
/// spread over several.
std::size_t length_for(std::size_t slots) {
    constexpr std::size_t kFewest = 16;
    if (checks::on_cpu_device()) return slots;
    return (kFewest + slots - 1) / slots * slots;
}

}  // namespace

Replay::Replay(Mode mode, std::size_t slots, Launch launch, cudaStream_t stream)
    : mode_(mode),
      slots_(slots),
      launches_(length_for(slots)),
      launch_(std::move(launch)),
      stream_(stream) {
    if (mode != Mode::eager && !checks::on_cpu_device()) capture();
}

void Replay::launch_all() const {
    for (std::size_t i = 0; i < launches_; ++i)
        launch_(mode_ == Mode::warm ? 0 : i % slots_);
}

#ifdef WORKSHOP_BACKEND_EMULATOR

// The CPU device has no graphs.
Replay::~Replay() = default;

void Replay::capture() {}

void Replay::enqueue(std::size_t times) const {
    for (std::size_t i = 0; i < times; ++i)
        launch_all();
}

#else

Replay::~Replay() {
    if (graph_ != nullptr) (void)cudaGraphExecDestroy(graph_);
}

void Replay::capture() {
    cudaGraph_t graph = nullptr;
    std::size_t nodes = 0;
    // Waiting inside a function under test, for example, ends a capture with an error.
    WORKSHOP_CUDA_CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    try {
        launch_all();
    } catch (const std::exception& error) {
        why_no_graph_ = error.what();
    }
    cudaError_t status = cudaStreamEndCapture(stream_, &graph);
    if (status == cudaSuccess) status = cudaGraphGetNodes(graph, nullptr, &nodes);
    if (status == cudaSuccess && why_no_graph_.empty() && nodes < launches_)
        why_no_graph_ = "not all work is in the stream that was given";
    if (status == cudaSuccess && why_no_graph_.empty())
        status = cudaGraphInstantiateWithFlags(&graph_, graph, 0);
    if (status != cudaSuccess && why_no_graph_.empty()) why_no_graph_ = cudaGetErrorName(status);
    if (graph != nullptr) (void)cudaGraphDestroy(graph);
    (void)cudaGetLastError();  // a refused capture leaves its error behind
}

void Replay::enqueue(std::size_t times) const {
    for (std::size_t i = 0; i < times; ++i) {
        if (is_graph()) {
            WORKSHOP_CUDA_CHECK(cudaGraphLaunch(graph_, stream_));
        } else {
            launch_all();
        }
    }
}

#endif

}  // namespace workshop::bench
