// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Where the bodies of kernels and device functions are.

#include "source.hpp"

namespace workshop::translator {

/// @brief The { of the function that the word at token i makes one of the device.
/// @return -1 where the word is not `__global__` or `__device__`, or where it belongs to a
/// variable,
///         to a declaration alone, or to a function that the host calls too (`__host__`) or that is
///         worked out when it is compiled (`constexpr`)
int device_body(const Source& source, int i);

/// @brief The ( of that function's parameters, in front of its body; -1: there is none.
int parameters_of(const Source& source, int body);

}  // namespace workshop::translator
