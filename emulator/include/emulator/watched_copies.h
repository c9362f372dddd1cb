// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Comes first in every watched file: memcpy and its kin are functions of the CPU device
///        there, which see what is copied. (The compiler puts no hook where it copies memory.)

#include <stddef.h>

extern "C" {
void* memcpy(void* to, const void* from, size_t bytes) noexcept __asm__("workshop_watched_memcpy");
void* memmove(void* to, const void* from, size_t bytes) noexcept
    __asm__("workshop_watched_memmove");
void* memset(void* to, int value, size_t bytes) noexcept __asm__("workshop_watched_memset");
}
