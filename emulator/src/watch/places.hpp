// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which addresses a launch may use: device memory, shared memory, variables of the program.

#include <cstddef>
#include <cstdint>

#include "../block.hpp"
#include "regions.hpp"

namespace workshop::emulator::watch {

/// @brief Gives hot's regions their places for the launch that begins.
void open_places();

/// @brief Looks what files the program consists of, for is_program_data(); open_places() does, too.
void find_program_data();

/// @brief Shared memory of a block that begins: the arrays may be used, nothing is initialised.
void reset_shared();

/// @brief Keeps the state of a block's shared memory while other blocks run, and brings it back.
void save_shared(const Block* block);
void load_shared(const Block* block);

/// @brief Forgets who read and wrote shared memory: another block did, with later stamps.
void forget_shared_records();

/// @brief Makes the usable bytes of a range initialised.
void mark_written(Region& region, std::uintptr_t address, std::size_t bytes);

/// @brief All of device memory counts as initialised: a kernel that is not watched has run.
void all_initialised();

}  // namespace workshop::emulator::watch
