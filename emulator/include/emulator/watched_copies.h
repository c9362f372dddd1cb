// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Comes first in every watched file: memcpy and its kin are functions of the CPU device
///        there, which see what is copied. (The compiler puts no hook where it copies memory.)

#include <stddef.h>

extern "C" {
/// @brief As in C; both ranges are watched.
void* memcpy(void* to, const void* from, size_t bytes) noexcept __asm__("workshop_watched_memcpy");
/// @brief As in C; both ranges are watched.
void* memmove(void* to, const void* from, size_t bytes) noexcept
    __asm__("workshop_watched_memmove");
/// @brief As in C; the range is watched.
void* memset(void* to, int value, size_t bytes) noexcept __asm__("workshop_watched_memset");
}
