// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which array a statement meant, when its index led so far away that any could be it: the
///        kernel got pointers, and the line says which of them it uses, and how.

#include <string>
#include <vector>

#include "../arena.hpp"
#include "findings.hpp"

namespace workshop::emulator::watch {

/// @brief The pointers of the launch that a line may use for an access of a kind, by the names of
///        the kernel's parameters.
/// @param[in] line the text of the line that made the access
///        What it uses with a number as the index is left out.
/// @return empty when the line names none, or when the names are not known
std::vector<const void*> arguments_in(const std::string& line, AccessKind kind);

/// @brief The array of device memory that an access far from everything meant.
struct MeantArray {
    bool is_far = false;                ///< so far that the nearest need not be it
    std::vector<Allocation> can_be_it;  ///< one: it is known
};

/// @brief Looks for the array.
/// @param[in] finding with the nearest allocation
/// @param[in] line    the text of the line that made the access
MeantArray meant_array(const Finding& finding, const std::string& line);

}  // namespace workshop::emulator::watch
