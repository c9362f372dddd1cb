// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the bytes of an instruction tell about a crash.

namespace workshop::emulator {

/// @brief Whether an x86-64 instruction accesses 16 bytes or more that have to be aligned.
///        Usable in a signal handler.
/// @param[in] code first byte of an instruction that can be executed
/// @return true for movaps and its kin, and for packed SSE arithmetic with an operand in memory
bool needs_alignment(const unsigned char* code);

}  // namespace workshop::emulator
