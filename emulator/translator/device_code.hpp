// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a host compiler cannot read in device code, besides shared memory: inline PTX
///        and others.

#include "source.hpp"

namespace workshop::translator {

/// @brief Turns what the CPU device does not have into an error that the compiler reports where the
///        code is used: inline PTX, cluster dimensions. Also writes __noinline__ as an attribute.
void translate_device_words(Source& source);

/// @brief Refuses launches and dynamic shared memory in files that the source includes: only the
///        source itself is translated.
/// @throws SourceError
void check_includes(const Source& source);

}  // namespace workshop::translator
