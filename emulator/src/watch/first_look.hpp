// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The first look at an access: where it is, and whether a read adds anything to what is
///        known.

#include "hot.hpp"

namespace workshop::emulator::watch {

/// @brief The number of an access in a window, counted in accesses of its size: beyond the last one
///        when it is not aligned, or not inside.
template <unsigned Bytes>
inline __attribute__((always_inline)) std::size_t place_in(const Window& window,
                                                           std::uintptr_t address) {
    constexpr unsigned shift = Bytes == 4 ? 2 : Bytes == 8 ? 3 : 4;
    // The lowest bits of an offset that is not aligned become the highest.
    const std::uintptr_t offset = address - window.begin;
    return offset >> shift | offset << (64 - shift);
}
template <unsigned Bytes>
inline __attribute__((always_inline)) bool is_in(const Window& window, std::size_t place) {
    static_assert(Bytes >= 4);
    return place < window.words / (Bytes / 4);
}

/// @brief Whether a read adds nothing to what is known, and is not to be delivered. Changes
///        nothing, so it does not matter which OS thread asks, and whether a kernel runs.
template <unsigned Bytes>
inline __attribute__((always_inline)) bool is_known_read(const Window& window, std::size_t place) {
    const Record* reads = window.reads + place * (Bytes / 4);
    Record difference = 0;
    for (unsigned i = 0; i < Bytes / 4; ++i)
        difference |= (reads[i] ^ hot.own_read) & hot.known_bits[reads[i] & reader_flags];
    return difference == 0;
}

}  // namespace workshop::emulator::watch
