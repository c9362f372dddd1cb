// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A pool of stacks for fibers. Below each stack lie pages that cannot be touched, so that
///        an overflow is a fault that can be told from others.

#include <cstddef>
#include <vector>

namespace workshop::emulator {

struct FiberStack {
    char* bottom;  ///< lowest usable byte
    char* top;     ///< one past the highest usable byte
    std::size_t bytes() const { return static_cast<std::size_t>(top - bottom); }
};

class FiberStacks {
  public:
    /// What a GPU allows a thread for local arrays (512 KiB), and room for host functions. Only
    /// pages that are touched use memory.
    static constexpr std::size_t stack_bytes = 576 * 1024;

    /// @brief A free stack; makes more when there is none.
    /// @return null when the system has no memory left
    FiberStack* acquire();
    void release(FiberStack* stack) { free_.push_back(stack); }

    /// @brief Takes every stack back: the fibers on them are given up.
    void release_all();

    /// @brief Whether an address lies in a stack of the pool.
    bool contains(const void* address) const;

    /// @brief Whether an address lies in the guarded pages of a stack.
    bool is_guard(const void* address) const;

  private:
    bool grow();

    std::vector<FiberStack*> all_;
    std::vector<FiberStack*> free_;
    std::vector<char*> chunks_;
};

}  // namespace workshop::emulator
