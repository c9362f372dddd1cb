// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What one request of a warp costs the memory.

#include <cstdint>

namespace workshop::emulator::profile {

constexpr unsigned sector_bytes = 32;
constexpr unsigned bank_count = 32;
constexpr unsigned bank_bytes = 4;

/// @brief How many 32-byte sectors the lanes touch together. The memory delivers whole sectors.
/// @param[in] addresses by lane; only those of `lanes` are read
/// @param[in] lanes     the lanes that take part
/// @param[in] bytes     of each lane's access: 1, 2, 4, 8 or 16
unsigned count_sectors(const std::uint64_t* addresses, unsigned lanes, unsigned bytes);

/// @brief In how many waves shared memory serves the request.
///
/// Word w of 4 bytes lies in bank w mod 32. A bank gives one word a wave, to every lane that wants
/// it. Lanes are served together when their accesses are at most 4 bytes wide; with 8 bytes one
/// half of the warp comes after the other, with 16 bytes one quarter.
unsigned count_shared_waves(const std::uint64_t* addresses, unsigned lanes, unsigned bytes);

/// @brief The number of waves that as many lanes need at least with this width.
unsigned least_shared_waves(unsigned lanes, unsigned bytes);

/// @brief Whether the lanes touch memory without a gap, in the order of their numbers.
bool is_contiguous(const std::uint64_t* addresses, unsigned lanes, unsigned bytes);

}  // namespace workshop::emulator::profile
