// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief From addresses of code to lines of source.

#include <string>

#include "faults.hpp"

namespace workshop::emulator {

struct SourceLine {
    std::string function;  ///< empty when unknown
    std::string file;      ///< empty when unknown
    int line = 0;
};

/// @brief The innermost call that stands in the person's own source: not in the CPU device, not in
///        its headers, not in a system library. Runs addr2line (part of binutils, as the linker
///        is); without it only the function is known.
/// @param[in] fault the frames that a signal handler captured
SourceLine own_source_line(const Fault& fault);

}  // namespace workshop::emulator
