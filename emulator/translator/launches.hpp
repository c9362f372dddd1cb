// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief kernel<<<...>>>(...) and the runtime functions that launch.

#include "source.hpp"

namespace workshop::translator {

/// @brief Rewrites every launch.
/// @throws SourceError for a launch that is not complete
void translate_launches(Source& source);

}  // namespace workshop::translator
