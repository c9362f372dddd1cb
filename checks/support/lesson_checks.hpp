// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a file NN_slug_test.cpp defines.

namespace workshop::checks {

/// @brief Registers the checks of the lesson. Called once, at the start of the program.
void register_lesson_checks();

}  // namespace workshop::checks
