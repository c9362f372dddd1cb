// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the checkers have found in a launch: kept once for each kind of fault and each pair
///        of lines, with a count, and told when the launch has ended.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "../arena.hpp"
#include "events.hpp"

namespace workshop::emulator::watch {

enum class Fault : std::uint8_t {
    out_of_bounds,    ///< memcheck: in no allocation, no array
    after_free,       ///< memcheck
    misaligned,       ///< memcheck
    host_memory,      ///< memcheck: memory of the host
    variable_name,    ///< memcheck: a __device__ variable that the launch passed by its name
    page_locked_end,  ///< memcheck: beside page-locked memory of the host
    wrapped_index,    ///< memcheck: an unsigned index that went below 0
    far_away,         ///< memcheck: that, or an index far outside of an array
    foreign_local,    ///< memcheck: a local variable of another thread
    constant_write,   ///< memcheck: a kernel wrote to a __constant__ variable
    outside_matrix,   ///< memcheck: beside a matrix, in its allocation (enclosed_matrix.h)
    uninitialised,    ///< initcheck
    race,             ///< racecheck
};

/// @brief How two accesses race, in the order in which they happened here.
enum class Hazard : std::uint8_t { none, read_after_write, write_after_read, write_after_write };

/// @brief One thread's part in a finding.
struct Party {
    const void* pc = nullptr;
    uint3 block{};
    bool block_known = true;
    unsigned thread = 0;  ///< number in the block
    AccessKind kind = AccessKind::read;
};

struct Finding {
    Fault fault = Fault::race;
    Hazard hazard = Hazard::none;
    Space space = Space::global;
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    Party party;  ///< who made the access at which it was found
    Party other;  ///< the earlier access of a race
    /// Of an address outside of every allocation, or in a freed one: the allocation that was most
    /// likely meant. Looked up at once, because a kernel can free its own memory.
    std::optional<Allocation> meant;
    unsigned long long count = 0;
    bool across_warps = false;          ///< a race of which at least one is between warps
    unsigned long long same_value = 0;  ///< writes that changed nothing, of `count`
    bool block_scope = false;  ///< a race of atomics: one of them is atomic inside its block only
};

/// @brief How many different findings of a launch are kept. More are only counted.
constexpr std::size_t most_findings = 100;

/// @brief How many illegal accesses a launch may make before it ends. A GPU ends it at the first.
///        Here more of them help to see which threads are concerned. An endless run of them would
///        only take time.
constexpr unsigned long long most_illegal = 1000;

/// @brief Notes a finding about the access that the current thread is about to make. Does not come
///        back from the last illegal access that a launch may make: see most_illegal.
/// @param[in] other the earlier access of a race
/// @param[in] block_scope see Finding
void found(Fault fault, Space space, std::uintptr_t address, std::size_t bytes, AccessKind kind,
           const void* pc);
void found_race(Hazard hazard, Space space, std::uintptr_t address, std::size_t bytes,
                AccessKind kind, const void* pc, const Party& other, bool block_scope = false);

/// @brief Notes a write to a __constant__ variable, found when the launch has ended.
/// @param[in] address of a word or a byte that was written
void found_constant_write(std::uintptr_t address, std::size_t bytes, const Party& writer);

/// @brief Decides for the last racing writes whether they changed the value. Called before another
///        thread runs.
void settle_writes();

/// @brief Tells the person what was found in the launch, and forgets it.
/// @return what the next call that waits must return: the code of a GPU for what memcheck found,
///         cudaSuccess for anything else
cudaError_t report_findings();

/// @brief Findings that are errors, of the whole process.
unsigned long long error_count();

/// @brief Those of them that are Fault::outside_matrix.
unsigned long long outside_error_count();

}  // namespace workshop::emulator::watch
