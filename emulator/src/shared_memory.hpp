// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The shared memory of the block that runs: the __shared__ arrays of the program, which
/// live
///        in thread-local storage, and one region for dynamic shared memory.

#include <cstddef>
#include <vector>

namespace workshop::emulator {

class SharedMemory {
  public:
    static constexpr std::size_t region_bytes = 1024 * 1024;  ///< addresses for the dynamic part

    SharedMemory();

    /// @brief Finds the arrays of the calling OS thread, and opens as much of the dynamic region as
    ///        a launch asked for; pages behind it cannot be touched.
    void prepare(std::size_t dynamic_bytes);

    /// @brief Fills all of it with a pattern that is a NaN in every floating-point type and -1 as
    /// an
    ///        integer: what a block has not written is never a value that happens to be right.
    void poison();

    /// @brief Copies all of it out, or in: when a block of a cooperative launch makes room.
    void save(std::vector<char>& copy) const;
    void load(const std::vector<char>& copy);

    void* dynamic() const { return dynamic_; }

    /// @brief Whether an address lies in or behind the region of dynamic shared memory.
    bool in_dynamic_region(const void* address) const;

  private:
    struct Range {
        char* begin;
        std::size_t bytes;
    };
    std::vector<Range> ranges_;  ///< the dynamic part is the last
    char* dynamic_ = nullptr;
    std::size_t open_bytes_ = 0;
};

SharedMemory& shared_memory();

}  // namespace workshop::emulator
