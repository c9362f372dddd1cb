// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Declarations of shared memory, which a host compiler cannot read.

#include <map>
#include <string>

#include "source.hpp"

namespace workshop::translator {

/// @brief A macro that holds the beginning of such a declaration: `#define SHARED extern
///        __shared__ float`.
struct SharedWord {
    std::string type;        ///< what of the type is in it: "float"
    std::string place;       ///< file:line of its definition
    bool is_extern = false;  ///< the word extern is in it
    bool has_parameters = false;
};
/// By name. Those of included files are there when the including file is translated.
using SharedWords = std::map<std::string, SharedWord>;

/// @brief Rewrites `extern __shared__ T s[];` as a pointer to the block's dynamic shared memory,
///        and `static __shared__` as `__shared__`, which is static already.
/// @param[in,out] source the file
/// @param[in,out] words  macros of files that were looked at before; those of this one are added
/// @throws SourceError for a declaration that CUDA does not allow, or that cannot be put together
void translate_shared_memory(Source& source, SharedWords& words);

}  // namespace workshop::translator
