// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The shared memory of the block that runs: the __shared__ arrays of the program, which
///        live in thread-local storage, and one region for dynamic shared memory.

#include <cstddef>
#include <string>
#include <vector>

namespace workshop::emulator {

class SharedMemory {
  public:
    static constexpr std::size_t region_bytes = 1024 * 1024;  ///< addresses for the dynamic part

    SharedMemory();

    /// @brief Finds the arrays of the calling OS thread, and opens as much of the dynamic region as
    ///        a launch asked for.
    ///
    /// The dynamic array ends at a page that cannot be touched, so the first access past its end is
    /// a crash. Its start is aligned to 16 bytes: up to 15 bytes may lie between its end and that
    /// page, and damage() finds what was written there.
    ///
    /// @param[in] dynamic_bytes what the launch asked for
    /// @param[in] all_open      open the whole region: memcheck tells what lies outside, and the
    ///                          kernel goes on
    void prepare(std::size_t dynamic_bytes, bool all_open);

    /// @brief Fills all of it with a pattern that is a NaN in every floating-point type and -1 as
    ///        an integer: what a block has not written is never a value that happens to be right.
    void poison();

    /// @brief What a block wrote right before or behind its dynamic shared memory, as far as that
    ///        can be seen after the fact.
    /// @return how a message goes on after "the block wrote", or an empty string
    std::string damage() const;

    /// @brief Copies all of it out, or in: when a block of a cooperative launch makes room.
    void save(std::vector<char>& copy) const;
    void load(const std::vector<char>& copy);

    void* dynamic() const { return dynamic_; }

    /// @brief Where the addresses around the dynamic part begin; region_bytes of them.
    void* region() const { return region_; }

    /// @brief Whether an address lies in, before or behind the dynamic shared memory.
    bool in_dynamic_region(const void* address) const;

  private:
    struct Range {
        char* begin;
        std::size_t bytes;
    };
    std::vector<Range> ranges_;  ///< the dynamic part is the last
    char* region_ = nullptr;     ///< addresses around the dynamic part
    char* limit_ = nullptr;  ///< where the dynamic part ends, and the pages that are opened for it
    char* open_ = nullptr;   ///< the first page that is open now; limit_ when none is
    bool all_open_ = false;
    char* dynamic_ = nullptr;
    std::size_t dynamic_bytes_ = 0;
};

SharedMemory& shared_memory();

}  // namespace workshop::emulator
