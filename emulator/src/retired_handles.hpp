// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Streams and events that were destroyed, so that their handles are not given out again.

#include <cstddef>
#include <deque>
#include <memory>

namespace workshop::emulator {

/// @brief Keeps the last destroyed objects. A handle is an address: as long as the object is
///        kept, no new one gets its address, and a use after destroy is seen.
template <class Object>
class RetiredHandles {
  public:
    void keep(std::unique_ptr<Object> object) {
        // Enough for what a program destroys by mistake and uses again; some 100 KB in all.
        constexpr std::size_t most = 1000;
        objects_.push_back(std::move(object));
        if (objects_.size() > most) objects_.pop_front();
    }

  private:
    std::deque<std::unique_ptr<Object>> objects_;
};

}  // namespace workshop::emulator
