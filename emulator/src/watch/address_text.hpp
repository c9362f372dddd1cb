// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief memcheck's findings in words.

#include <string>

#include "../diagnostics.hpp"
#include "located_findings.hpp"

namespace workshop::emulator::watch {

/// @brief "read", "write" or "atomic".
std::string kind_word(AccessKind kind);

/// @brief "1 byte", "4 bytes".
std::string size_text(std::size_t bytes);

/// @brief The likely cause of a read of shared memory just behind what is used.
extern const std::string one_past_text;

/// @brief Says what is wrong with an address, what is there, and what to do.
/// @param[in,out] diagnostic place and excerpt are there already
void explain_address(const Located& located, Diagnostic& diagnostic);

}  // namespace workshop::emulator::watch
