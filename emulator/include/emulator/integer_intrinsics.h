// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Integer functions of device code.
///
/// CUDA's own functions are documented there; documented here is what differs, or is ours.

inline int __popc(unsigned value) {
    return __builtin_popcount(value);
}
inline int __popcll(unsigned long long value) {
    return __builtin_popcountll(value);
}

/// @brief Place of the lowest bit that is set, counted from 1; 0 when there is none.
inline int __ffs(int value) {
    return __builtin_ffs(value);
}
inline int __ffsll(long long value) {
    return __builtin_ffsll(value);
}

/// @brief Leading zeros; the width of the type for 0.
inline int __clz(int value) {
    return value == 0 ? 32 : __builtin_clz(static_cast<unsigned>(value));
}
inline int __clzll(long long value) {
    return value == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(value));
}

/// @brief The bits in reverse order.
inline unsigned __brev(unsigned value) {
    value = __builtin_bswap32(value);
    value = ((value >> 4) & 0x0F0F0F0FU) | ((value & 0x0F0F0F0FU) << 4);
    value = ((value >> 2) & 0x33333333U) | ((value & 0x33333333U) << 2);
    return ((value >> 1) & 0x55555555U) | ((value & 0x55555555U) << 1);
}
inline unsigned long long __brevll(unsigned long long value) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(value))) << 32 |
           __brev(static_cast<unsigned>(value >> 32));
}

/// @brief Four bytes picked from the eight of (high, low), each by the lower three bits of four.
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selectors) {
    const unsigned long long bytes = static_cast<unsigned long long>(high) << 32 | low;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        result |= static_cast<unsigned>(bytes >> (8 * ((selectors >> (4 * i)) & 7)) & 0xFF)
                  << (8 * i);
    }
    return result;
}

/// @brief Shifts the 64 bits (high, low) and returns the upper (left) or lower (right) half. The
///        plain forms take the shift modulo 32, the forms ending in c clamp it at 32.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    const unsigned long long bits = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(bits << (shift & 31) >> 32);
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    const unsigned long long bits = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(bits >> (shift & 31));
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/// @brief Upper half of the product.
inline int __mulhi(int a, int b) {
    return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
    __extension__ using Wide = __int128;
    return static_cast<long long>(static_cast<Wide>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<unsigned long long>(static_cast<Wide>(a) * b >> 64);
}

/// @brief Product of the lower 24 bits.
inline int __mul24(int a, int b) {
    const auto sign_extend = [](int value) {
        return static_cast<int>(static_cast<unsigned>(value) << 8) >> 8;
    };
    return static_cast<int>(static_cast<unsigned>(sign_extend(a)) *
                            static_cast<unsigned>(sign_extend(b)));
}
inline unsigned __umul24(unsigned a, unsigned b) {
    return (a & 0xFFFFFFU) * (b & 0xFFFFFFU);
}

/// @brief |a - b| + c.
inline unsigned __sad(int a, int b, unsigned c) {
    return (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                  : static_cast<unsigned>(b) - static_cast<unsigned>(a)) +
           c;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) {
    return (a > b ? a - b : b - a) + c;
}

/// @brief Average, rounded down (plain) or up (r), without overflow.
inline int __hadd(int a, int b) {
    return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
    return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
inline unsigned __uhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
inline unsigned __urhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

/// @brief Dot product of four bytes, added to an accumulator.
inline int __dp4a(int a, int b, int accumulator) {
    auto sum = static_cast<unsigned>(accumulator);
    for (int i = 0; i < 32; i += 8) {
        sum += static_cast<unsigned>(static_cast<signed char>(a >> i) *
                                     static_cast<signed char>(b >> i));
    }
    return static_cast<int>(sum);
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned accumulator) {
    for (int i = 0; i < 32; i += 8)
        accumulator += (a >> i & 0xFF) * (b >> i & 0xFF);
    return accumulator;
}
