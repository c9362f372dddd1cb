// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Parts that the texts of several kinds of findings share.

#include <cuda_runtime.h>

#include <string>

#include "../diagnostics.hpp"
#include "located_findings.hpp"

namespace workshop::emulator::watch {

/// @brief "(1,0,0)"
std::string index_text(uint3 index);

/// @brief The same of a thread of the block, by its number.
std::string thread_index(unsigned number);

/// @brief Whether both accesses of a race are of one block.
bool same_block(const Finding& finding);

/// @brief Adds a line of the source as a note, when it can be read.
void add_excerpt(Diagnostic& diagnostic, const profile::SourcePlace& place);

}  // namespace workshop::emulator::watch
