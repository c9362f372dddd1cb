// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a watched kernel does, event by event: the interface between the hooks that the
///        compiler puts into a kernel and those who count.
///
/// Events come from one OS thread, the one that runs the launch. `execution` (scheduler.hpp) tells
/// the launch, the block and the thread while an event is delivered. Kernels that were compiled
/// without watching give the events of launches, blocks, threads and barriers, but no accesses and
/// no basic blocks.

#include <cstdint>

#include "../block.hpp"
#include "../profile/lane_log.hpp"

namespace workshop::emulator::watch {

enum class AccessKind : std::uint8_t { read, write, atomic };

/// @brief What the address of an access belongs to.
enum class Space : std::uint8_t {
    global,  ///< the arena: cudaMalloc and its kin
    shared,  ///< a __shared__ array, or dynamic shared memory
    symbol,  ///< data of the program: __device__ and __constant__ variables, tables
    local,   ///< the stack of a thread
    host,    ///< anything else
};

/// @brief One access of one thread. It is delivered before it happens; an atomic as one event.
struct Access {
    const void* pc;       ///< behind the call of the hook, so pc - 1 is on the line
    const void* address;  ///< first byte
    std::uint32_t size;   ///< bytes: 1, 2, 4, 8 or 16; any number for copies of memory
    AccessKind kind;
    Space space;
    std::uint16_t thread;  ///< number of the thread in its block
};

/// @brief Receives events. Every function but logs_of() may be left out. None may throw, or
///        launch a kernel.
class EventSink {
  public:
    virtual ~EventSink() = default;

    /// @brief A launch was accepted; no block has begun.
    virtual void on_launch_begin() {}
    /// @brief The launch has finished or was given up.
    virtual void on_launch_end() {}

    /// @brief A block begins. In a cooperative launch others may have begun and wait for the grid.
    virtual void on_block_begin(const Block&) {}
    /// @brief A block of a cooperative launch makes room for others: its shared memory goes away.
    virtual void on_block_park(const Block&) {}
    /// @brief All threads of a block have finished.
    virtual void on_block_end(const Block&) {}
    /// @brief A thread has returned from the kernel.
    virtual void on_thread_end(const Thread&) {}

    /// @brief The logs of the threads of a block, which runs from now on. The hooks write ordinary
    ///        accesses of global and shared memory, and basic blocks, straight into them, as long
    ///        as there is room; the other events come through on_access() and on_basic_block().
    virtual profile::LaneLog* logs_of(const Block&) = 0;

    virtual void on_access(const Access&) {}
    /// @brief The current thread enters a basic block.
    /// @param[in] pc behind the call of the hook at its beginning
    virtual void on_basic_block(const void* pc) { (void)pc; }
    /// @brief The current thread enters a function that was not inlined, or returns from one.
    virtual void on_call() {}
    virtual void on_return() {}

    /// @brief All threads of the block have come to a barrier; none has gone on.
    virtual void on_barrier(const Block&) {}
    /// @brief All threads of the grid have come to its barrier.
    virtual void on_grid_barrier() {}
    /// @brief Lanes of a warp have met in a collective; none has gone on.
    /// @param[in] warp  number of the warp in the block
    /// @param[in] lanes the lanes that came
    virtual void on_warp_sync(const Block&, unsigned warp, Collective, unsigned lanes) {
        (void)warp;
        (void)lanes;
    }
};

/// @brief Makes a sink receive the events of the launches that follow. Not while a kernel runs.
/// @param[in] sink must live until it is replaced; null: nobody
void set_event_sink(EventSink* sink);

/// @brief Makes nobody receive them when this sink does; another one that took its place stays.
void remove_event_sink(const EventSink* sink);

}  // namespace workshop::emulator::watch
