// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Where the lines of a kernel are read.

#include <string>

namespace workshop::pictures {

/// @brief Where a kernel file of a trace is read. A cache of compiled objects may have it from
///        another folder, which may be gone: so what counts is the end of its path, solutions/NAME
///        of the sources or checks/... of the build. A translated file leads to its source.
/// @param[in] file          as the debug information has it
/// @param[in] source_folder of the sources
/// @param[in] build_folder  of this build
std::string readable_path(const std::string& file, const std::string& source_folder,
                          const std::string& build_folder);

}  // namespace workshop::pictures
