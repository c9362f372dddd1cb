// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Copies and fills that the host asks for, held to enclosed matrices: see
///        watch_host_copies() in emulator/enclosed_matrix.h.

#include <emulator/enclosed_matrix.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "events.hpp"

namespace workshop::emulator::watch {

/// @brief Rows of bytes that a call of the host reads or writes.
struct HostAccess {
    const char* function;  ///< its name
    AccessKind kind;
    const void* begin;
    std::size_t pitch;  ///< bytes from one row to the next
    std::size_t width;  ///< bytes of a row
    std::size_t height;
};

/// @brief Reports the first byte that lies beside the elements of an enclosed matrix, and notes
/// what
///        is written to elements. Does nothing while nobody asks for it.
void look_at_host_access(const HostAccess& access);

/// @brief The first word of a range that such a call wrote since watch_host_copies(true).
std::optional<WrittenWord> first_host_write(std::uintptr_t begin, std::size_t bytes);

}  // namespace workshop::emulator::watch
