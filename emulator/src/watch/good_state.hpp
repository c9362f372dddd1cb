// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief memcheck and initcheck of an access with which nothing is wrong.

#include <cstring>

#include "regions.hpp"

namespace workshop::emulator::watch {

/// @brief Whether memcheck and initcheck have nothing to say; a write becomes initialised.
template <unsigned Bytes, bool Write>
inline bool state_is_good(Region& region, std::uintptr_t offset) {
    const auto misaligned = static_cast<unsigned>(offset & (Bytes - 1));
    std::uint8_t* state = region.state + offset / 4;
    if constexpr (Bytes < 4) {
        const unsigned bytes = ((1U << Bytes) - 1) << (offset & 3);
        const unsigned needed = Write ? bytes << 4 : bytes | bytes << 4;
        if (((needed & ~*state) | misaligned) != 0) return false;
        if (Write) *state = static_cast<std::uint8_t>(*state | bytes);
        return true;
    } else {
        std::uint32_t value = 0;
        std::memcpy(&value, state, Bytes / 4);
        constexpr std::uint32_t all = Bytes == 16 ? 0xFFFFFFFFU : (1U << (Bytes * 2 % 32)) - 1;
        constexpr std::uint32_t needed = Write ? all & 0xF0F0F0F0U : all;
        if (((needed & ~value) | misaligned) != 0) return false;
        if (Write) std::memset(state, 0xFF, Bytes / 4);
        return true;
    }
}

}  // namespace workshop::emulator::watch
