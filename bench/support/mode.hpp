// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How launches follow each other while they are timed.

#include <cstddef>
#include <string>
#include <vector>

namespace workshop::bench {

/// @brief How a case is measured. Each mode is a benchmark of its own.
enum class Mode {
    cold,   ///< a CUDA graph whose launches take turns on a ring larger than twice the L2 cache
    warm,   ///< a CUDA graph of as many launches, all on one slot of the ring
    eager,  ///< plain launches on the ring: what they cost the host is in the time as well
};

/// @brief All modes, in the order of the table.
const std::vector<Mode>& all_modes();

/// @brief "cold", "warm" or "eager".
const char* name_of(Mode mode);

/// @brief The modes of a list such as "cold,warm".
/// @throws std::runtime_error that quotes `option` when a word is no mode
std::vector<Mode> modes_of(const std::string& list, const std::string& option);

/// @brief "cold,warm"
std::string text_of(const std::vector<Mode>& modes);

}  // namespace workshop::bench
