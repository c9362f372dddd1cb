// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Atomic functions. Each returns the value that was there before. Compiled into the
///        library, so that the program itself holds no plain access in their place.

#define WORKSHOP_ATOMIC(name, type, operation) type name(type* address, type value);
#define WORKSHOP_ATOMIC_COMPARE(name, type) type name(type* address, type compare, type value);
#include <emulator/atomic_list.h>
#undef WORKSHOP_ATOMIC
#undef WORKSHOP_ATOMIC_COMPARE
