// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Matrices inside of larger allocations, see emulator/enclosed_matrix.h.

#include <emulator/enclosed_matrix.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace workshop::emulator::watch {

/// @brief Whether an address is in the allocation of an enclosed matrix.
bool is_beside_matrix(std::uintptr_t address);

/// @brief The matrix in whose allocation an address is.
std::optional<EnclosedMatrix> matrix_around(std::uintptr_t address);

/// @brief The name of that matrix; empty when there is none.
std::string enclosed_name(std::uintptr_t address);

/// @brief "it is x[12][5], one column behind the last one of row 12": where the first byte of an
///        access lies that is no element.
std::string enclosed_text(std::uintptr_t address, std::size_t bytes);

}  // namespace workshop::emulator::watch
