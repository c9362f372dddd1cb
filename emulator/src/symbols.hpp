// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the program's own symbol table tells about kernels and shared arrays.

#include <cstddef>
#include <string>
#include <vector>

namespace workshop::emulator {

/// @brief Bytes of the __shared__ arrays that a kernel declares itself, plus those declared outside
///        any function in the same program file. Arrays of the __device__ functions that it calls
///        are not counted.
/// @param[in] kernel address of the __global__ function
/// @return 0 when the program has no symbol table
std::size_t static_shared_bytes(const void* kernel);

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

}  // namespace workshop::emulator
