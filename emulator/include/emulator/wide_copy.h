// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Copies of 2, 4, 8 or 16 bytes as one access, and of 32 as two.

#if defined(__GNUC__) && !defined(__clang__)
// CUDA's vector types may be filled with memcpy and memset. They have a copy constructor here, so
// g++ would warn about each such line of a kernel.
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#endif

namespace workshop::emulator {

// The words that copies go through. They may alias anything, and 16 bytes are a vector register.
using Word2 = unsigned short __attribute__((may_alias));
using Word4 = unsigned int __attribute__((may_alias));
using Word8 = unsigned long long __attribute__((may_alias));
using Word16 = long long __attribute__((vector_size(16), may_alias));

/// @brief Copies an object of Bytes bytes with the widest access that a GPU would use.
/// @param[out] to   aligned to min(Bytes, 16)
/// @param[in]  from aligned to min(Bytes, 16)
template <int Bytes>
inline __attribute__((always_inline)) void wide_copy(void* to, const void* from) {
    static_assert(Bytes == 2 || Bytes == 4 || Bytes == 8 || Bytes == 16 || Bytes == 32, "size");
    if constexpr (Bytes == 2) {
        *static_cast<Word2*>(to) = *static_cast<const Word2*>(from);
    } else if constexpr (Bytes == 4) {
        *static_cast<Word4*>(to) = *static_cast<const Word4*>(from);
    } else if constexpr (Bytes == 8) {
        *static_cast<Word8*>(to) = *static_cast<const Word8*>(from);
    } else if constexpr (Bytes == 16) {
        *static_cast<Word16*>(to) = *static_cast<const Word16*>(from);
    } else {
        const auto* source = static_cast<const Word16*>(from);
        const Word16 low = source[0];
        const Word16 high = source[1];
        static_cast<Word16*>(to)[0] = low;
        static_cast<Word16*>(to)[1] = high;
    }
}

/// @brief The value in a constant expression, where words cannot be used; zero otherwise, without a
///        read. (A constexpr constructor must initialise every member.)
template <typename Element>
constexpr __attribute__((always_inline)) Element constant_only(const Element& value) {
    return __builtin_is_constant_evaluated() ? value : Element();
}

}  // namespace workshop::emulator
