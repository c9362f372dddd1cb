// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief From many addresses of code to lines of source at once.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace workshop::emulator::profile {

struct SourcePlace {
    std::string file;  ///< empty when unknown
    int line = 0;
};

/// @brief The innermost line of the person's own source for each address: not one of the CPU
///        device's headers, not one of the system's. Runs addr2line once for each program file.
/// @param[in] addresses of instructions
std::map<std::uint64_t, SourcePlace> find_source_lines(const std::vector<std::uint64_t>& addresses);

/// @brief The lines of the person's own source at one address: where the innermost inlined function
///        stands, the call of it, and so on outwards. Runs addr2line.
std::vector<SourcePlace> inlined_lines(std::uint64_t address);

/// @brief The file of an instruction, which may be a header of the CPU device: where the innermost
///        function that was inlined there stands. Runs addr2line.
/// @return an empty string when it is not known
std::string innermost_file(std::uint64_t address);

/// @brief The address of the branch that ends a basic block: just before the next block begins.
/// @param[in] pc as delivered with the block: behind the call of the hook at its beginning
/// @return an address in the block's last instruction; pc - 1 where that cannot be found
std::uint64_t find_branch(std::uint64_t pc);

}  // namespace workshop::emulator::profile
