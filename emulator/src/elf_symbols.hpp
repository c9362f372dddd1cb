// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Reads the symbol table of a program file.

#include <cstdint>
#include <string>
#include <vector>

namespace workshop::emulator {

struct ElfSymbol {
    std::string name;     ///< mangled
    std::uint64_t value;  ///< of a function or variable: address before loading; of a thread-local:
                          ///< its offset
    std::uint64_t size;
};

struct ElfSymbols {
    std::vector<ElfSymbol> functions;      ///< by address
    std::vector<ElfSymbol> thread_locals;  ///< by offset
    std::vector<ElfSymbol> variables;      ///< by address
};

/// @brief Reads the full symbol table (.symtab) of a 64-bit ELF file.
/// @return nothing when the file cannot be read or was stripped
ElfSymbols read_elf_symbols(const char* path);

}  // namespace workshop::emulator
