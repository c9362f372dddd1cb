// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Functions of the C library that the CPU device puts its own in front of.

#include <dlfcn.h>

namespace workshop::emulator {

/// @brief The function that the C library itself defines.
template <class Function>
Function* next_definition(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace workshop::emulator
