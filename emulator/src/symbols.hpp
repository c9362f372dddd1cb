// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the program's own symbol table tells about kernels and shared arrays.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace workshop::emulator {

/// @brief Bytes of the __shared__ arrays that a kernel declares itself, plus those declared outside
///        any function in the same program file. Arrays of the __device__ functions that it calls
///        are not counted.
/// @param[in] kernel address of the __global__ function
/// @param[in] with_outer whether arrays outside any function count: which kernels use them is not
///                       known
/// @return 0 when the program has no symbol table
std::size_t static_shared_bytes(const void* kernel, bool with_outer = true);

/// @brief The name of a kernel as a person writes it: without return type and parameters.
/// @param[in] kernel address of the __global__ function
/// @return the name, valid until the process ends, or "unknown kernel"
const char* kernel_name(const void* kernel);

/// @brief A __shared__ array of the program.
struct SharedArray {
    std::string name;      ///< "tile"
    std::string function;  ///< the function that declares it, or empty
    char* address;         ///< in the storage of the calling OS thread
    std::size_t bytes;
};

/// @brief Every __shared__ array of the program, in the storage of the calling OS thread.
std::vector<SharedArray> shared_arrays();

/// @brief The function that holds an address, from the symbol table: for messages when no line is
///        known.
/// @return its demangled name, or an empty string
std::string function_name(const void* address);

/// @brief The variable of the program that holds an address.
/// @return its demangled name, or an empty string
std::string variable_name(const void* address);

/// @brief A variable of the program, and what the tags in its symbol's name tell.
struct TaggedVariable {
    std::string name;  ///< demangled
    const char* address;
    std::size_t bytes;
    bool constant;  ///< __constant__
    bool managed;   ///< __managed__
};

/// @brief The variable of the program that holds an address, if any.
std::optional<TaggedVariable> variable_at(const void* address);

/// @brief A __managed__ variable of the program.
struct ManagedVariable {
    const char* address;
    std::size_t bytes;
};

/// @brief The __managed__ variable that holds an address, if any.
std::optional<ManagedVariable> managed_variable(const void* address);

/// @brief A variable of a program file.
struct ProgramVariable {
    std::string name;  ///< demangled
    const char* address;
    std::size_t bytes;
};

/// @brief The variable of the program, or of a library, that holds an address, if any.
std::optional<ProgramVariable> program_variable(const void* address);

/// @brief The variables of the program file that holds a kernel, by address.
/// @param[in] kernel its address; when it is not known, the program itself is asked
/// @param[in] wanted whether a variable is, by its mangled name and its address
std::vector<ProgramVariable> program_variables(
    const void* kernel, const std::function<bool(const std::string&, const char*)>& wanted);

/// @brief The __constant__ variables among them.
std::vector<ProgramVariable> constant_variables(const void* kernel);

/// @brief The places where the variables of that file begin and end; 0 and 0 when it has none.
struct VariableRange {
    std::uintptr_t begin;
    std::uintptr_t end;
};
VariableRange range_of_variables(const void* kernel);

}  // namespace workshop::emulator
