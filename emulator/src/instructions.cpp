// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "instructions.hpp"

namespace workshop::emulator {
namespace {

/// movaps, movapd, movntps, movntpd, movdqa, movntdq: the same numbers with and without AVX.
bool is_aligned_move(unsigned opcode, bool repeated) {
    switch (opcode) {
        case 0x28:
        case 0x29:
        case 0x2B:
        case 0xE7:
            return true;
        case 0x6F:
        case 0x7F:
            return !repeated;  // with F3 it is movdqu
        default:
            return false;
    }
}

/// Packed arithmetic of SSE: logic, square roots, sums, products, integers.
bool is_packed_arithmetic(unsigned opcode) {
    constexpr unsigned store_of_8_bytes = 0xD6;
    return opcode == 0x14 || opcode == 0x15 || (opcode >= 0x51 && opcode <= 0x6D) ||
           (opcode >= 0x74 && opcode <= 0x76) || opcode == 0xC2 || opcode == 0xC6 ||
           (opcode >= 0xD1 && opcode != store_of_8_bytes);
}

}  // namespace

bool needs_alignment(const unsigned char* code) {
    bool repeated = false;  // F2 and F3 make an instruction scalar, or a move without alignment
    for (;; ++code) {
        if (*code == 0xF2 || *code == 0xF3) {
            repeated = true;
        } else if (*code != 0x66 && *code != 0x64 && *code != 0x65 && (*code & 0xF0) != 0x40) {
            break;
        }
    }
    if (*code == 0x0F) {
        if (is_aligned_move(code[1], repeated)) return true;
        return !repeated && is_packed_arithmetic(code[1]);
    }
    // AVX: only the moves need it.
    if (*code == 0xC5) return is_aligned_move(code[2], (code[1] & 3) >= 2);
    if (*code == 0xC4 && (code[1] & 0x1F) == 1) return is_aligned_move(code[3], (code[2] & 3) >= 2);
    return false;
}

}  // namespace workshop::emulator
