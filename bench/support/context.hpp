// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What must be known about a run to read its figures later: the context of the JSON.

#include <string>
#include <utility>
#include <vector>

#include "clocks.hpp"
#include "limits.hpp"
#include "options.hpp"

namespace workshop::bench {

/// @brief Name and value, in the order of the output.
using Context = std::vector<std::pair<std::string, std::string>>;

/// @brief Lesson and implementation, from the name of a program: bench_01_serial_softmax_starter.
struct ProgramName {
    std::string lesson = "unknown";
    std::string implementation = "unknown";
};

/// @brief Takes the name of a program apart.
ProgramName program_name(const std::string& path);

/// @brief Everything but the block size, which not every lesson has.
/// @param[in] other_load as describe() has it
Context context_of(const Options& options, DeviceClocks& clocks, const DeviceNumbers& device,
                   const std::string& other_load);

/// @brief Made by the build: the revision of the sources, and the options of the kernels' compiler.
extern const char* const kGitRevision;
extern const char* const kCompileFlags;

}  // namespace workshop::bench
