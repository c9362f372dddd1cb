// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief `extern __shared__ T name[];` outside of functions.

#include <string>
#include <vector>

#include "source.hpp"

namespace workshop::translator {

/// @brief One array of such a declaration.
struct FileScopeArray {
    std::string name;
    std::string definition;  ///< what it is inside of a function: "float *const s = ...;"
};

/// @brief Defines arrays that are declared outside of functions in each function of the device,
///        further down in the same file, that uses them by name. Each block has its own dynamic
///        shared memory, so their address is known only where a thread runs.
/// @param[in,out] source the file
/// @param[in] declared the first token behind the declaration
/// @param[in] arrays what it declares
void define_in_functions(Source& source, int declared, const std::vector<FileScopeArray>& arrays);

}  // namespace workshop::translator
