// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the library does for the hooks in fast_hooks.cpp when something is out of the
///        ordinary.

#include <cstdint>

extern "C" {
#define WORKSHOP_CHECK(name)                                                                  \
    __attribute__((visibility("default"))) void workshop_check_##name(std::uintptr_t address, \
                                                                      const void* pc);
WORKSHOP_CHECK(read4)
WORKSHOP_CHECK(read8)
WORKSHOP_CHECK(read16)
WORKSHOP_CHECK(write4)
WORKSHOP_CHECK(write8)
WORKSHOP_CHECK(write16)
#undef WORKSHOP_CHECK

__attribute__((visibility("default"))) void workshop_deliver_basic_block(const void* pc);
}
