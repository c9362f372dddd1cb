// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Barriers and fences. The file and line of a call are default arguments, so that every
///        report about a barrier names its line.

namespace workshop::emulator {

enum class BlockBarrier { plain, count, all, any };

/// @brief Waits for every thread of the block that has not finished.
/// @return what the kind of barrier computes from the predicates
int block_barrier(BlockBarrier kind, int predicate, const char* file, int line);

/// @brief Waits for every thread of a cooperative launch.
void grid_barrier(const char* file, int line);

/// @brief Lets other threads of the block run.
void yield_thread();

}  // namespace workshop::emulator

inline void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    workshop::emulator::block_barrier(workshop::emulator::BlockBarrier::plain, 0, file, line);
}

/// @return for every thread: how many threads gave a predicate other than 0
inline int __syncthreads_count(int predicate, const char* file = __builtin_FILE(),
                               int line = __builtin_LINE()) {
    return workshop::emulator::block_barrier(workshop::emulator::BlockBarrier::count, predicate,
                                             file, line);
}

/// @return other than 0 when every thread gave a predicate other than 0
inline int __syncthreads_and(int predicate, const char* file = __builtin_FILE(),
                             int line = __builtin_LINE()) {
    return workshop::emulator::block_barrier(workshop::emulator::BlockBarrier::all, predicate, file,
                                             line);
}

/// @return other than 0 when at least one thread gave a predicate other than 0
inline int __syncthreads_or(int predicate, const char* file = __builtin_FILE(),
                            int line = __builtin_LINE()) {
    return workshop::emulator::block_barrier(workshop::emulator::BlockBarrier::any, predicate, file,
                                             line);
}

/// @brief What cooperative groups call for grid_group::sync().
inline void emulator_grid_sync(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    workshop::emulator::grid_barrier(file, line);
}

// Threads of the CPU device see each other's writes in program order, so a fence orders nothing
// more. It still lets others run: a thread that spins on a flag usually has a fence in its loop.
void __threadfence_block();
void __threadfence();
void __threadfence_system();
void __nanosleep(unsigned int nanoseconds);
