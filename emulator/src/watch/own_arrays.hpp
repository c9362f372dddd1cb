// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The shared arrays of the running kernel, told from those of other kernels of the program,
///        which lie beside them here.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "../profile/source_lines.hpp"

namespace workshop::emulator::watch {

/// @brief The shared array of the running kernel that a line meant, where the address has left it
///        and lies in, or beside, one of another function: the line names the former, and cannot
///        mean the latter. An array of another kernel is never meant, though it may be called the
///        same.
struct OwnArray {
    std::string name;
    std::uintptr_t begin;
    std::size_t bytes;
};
std::optional<OwnArray> own_array_meant(std::uintptr_t address, const profile::SourcePlace& place);

/// @brief How far an address is from that array: a sentence.
std::string distance_from(const OwnArray& array, std::uintptr_t address);

}  // namespace workshop::emulator::watch
