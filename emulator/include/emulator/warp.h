// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Collectives of a warp. They meet on their mask: a lane waits for the lanes that its mask
///        names and that have not finished, and for no others.

#include <type_traits>

namespace workshop::emulator {

enum class Collective : unsigned char {
    sync,
    shuffle_index,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    ballot,
    any,
    all,
    match_any,
    match_all,
    reduce_add,
    reduce_min,
    reduce_max,
    reduce_min_unsigned,
    reduce_max_unsigned,
    reduce_and,
    reduce_or,
    reduce_xor,
    active_mask,
};

/// @brief Takes part in a collective.
/// @param[in] kind     which
/// @param[in] mask     the lanes that take part
/// @param[in] operand  the bits of this lane's value
/// @param[in] argument lane, delta or lane mask of a shuffle; of an active mask the number of
///        the call
/// @param[in] width    width of a shuffle
/// @param[in] file     of the call
/// @param[in] line     of the call
/// @return the bits of this lane's result
unsigned long long warp_collective(Collective kind, unsigned mask, unsigned long long operand,
                                   int argument, int width, const char* file, int line);

/// @brief The bytes of a value of at most 8 bytes, as a number.
template <class T>
unsigned long long to_bits(T value) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}

/// @brief The value that has these bytes.
template <class T>
T from_bits(unsigned long long bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

/// @brief What a shuffle can move: arithmetic types, and the 16- and 32-bit half types.
template <class T>
constexpr bool shuffle_type = sizeof(T) <= 8 &&
                              (std::is_arithmetic_v<T> || (std::is_class_v<T> && sizeof(T) <= 4));

/// @brief One of the shuffles, for a value of any type that can be moved.
template <class T>
T shuffle(Collective kind, unsigned mask, T value, int argument, int width, const char* file,
          int line) {
    static_assert(shuffle_type<T>, "a shuffle moves arithmetic values of at most 8 bytes");
    return from_bits<T>(warp_collective(kind, mask, to_bits(value), argument, width, file, line));
}

}  // namespace workshop::emulator

#define WORKSHOP_CALL_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/// @brief Value of the lane that source_lane names, counted inside each group of `width` lanes.
template <class T>
T __shfl_sync(unsigned mask, T value, int source_lane, int width = 32, WORKSHOP_CALL_SITE) {
    return workshop::emulator::shuffle(workshop::emulator::Collective::shuffle_index, mask, value,
                                       source_lane, width, file, line);
}

/// @brief Value of the lane `delta` below; the own value where there is none in the group.
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, WORKSHOP_CALL_SITE) {
    return workshop::emulator::shuffle(workshop::emulator::Collective::shuffle_up, mask, value,
                                       static_cast<int>(delta), width, file, line);
}

/// @brief Value of the lane `delta` above; the own value where there is none in the group.
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, WORKSHOP_CALL_SITE) {
    return workshop::emulator::shuffle(workshop::emulator::Collective::shuffle_down, mask, value,
                                       static_cast<int>(delta), width, file, line);
}

/// @brief Value of the lane whose number is the own one xor lane_mask.
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, WORKSHOP_CALL_SITE) {
    return workshop::emulator::shuffle(workshop::emulator::Collective::shuffle_xor, mask, value,
                                       lane_mask, width, file, line);
}

#define WORKSHOP_COLLECTIVE(kind, operand)                                                      \
    workshop::emulator::warp_collective(workshop::emulator::Collective::kind, mask, operand, 0, \
                                        32, file, line)

inline void __syncwarp(unsigned mask = 0xFFFFFFFFU, WORKSHOP_CALL_SITE) {
    WORKSHOP_COLLECTIVE(sync, 0);
}

/// @return one bit for each lane of the mask whose predicate is not 0
inline unsigned __ballot_sync(unsigned mask, int predicate, WORKSHOP_CALL_SITE) {
    return static_cast<unsigned>(WORKSHOP_COLLECTIVE(ballot, predicate != 0));
}
inline int __any_sync(unsigned mask, int predicate, WORKSHOP_CALL_SITE) {
    return static_cast<int>(WORKSHOP_COLLECTIVE(any, predicate != 0));
}
inline int __all_sync(unsigned mask, int predicate, WORKSHOP_CALL_SITE) {
    return static_cast<int>(WORKSHOP_COLLECTIVE(all, predicate != 0));
}

/// @brief The lanes of the warp that come to this line together. Lanes meet here as late as
///        possible, so the mask is the largest that a GPU could give.
/// @param[in] call tells calls on one line apart: see the macro
inline unsigned __activemask(int call, WORKSHOP_CALL_SITE) {
    return static_cast<unsigned>(workshop::emulator::warp_collective(
        workshop::emulator::Collective::active_mask, 0xFFFFFFFFU, 0, call, 32, file, line));
}
#define __activemask() __activemask(__COUNTER__)

/// @return the lanes of the mask that hold the same bits as this lane
template <class T>
unsigned __match_any_sync(unsigned mask, T value, WORKSHOP_CALL_SITE) {
    static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8, "4- and 8-byte arithmetic types only");
    return static_cast<unsigned>(
        WORKSHOP_COLLECTIVE(match_any, workshop::emulator::to_bits(value)));
}

/// @return the mask when every lane holds the same bits, else 0; *predicate says which
template <class T>
unsigned __match_all_sync(unsigned mask, T value, int* predicate, WORKSHOP_CALL_SITE) {
    static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8, "4- and 8-byte arithmetic types only");
    const auto result =
        static_cast<unsigned>(WORKSHOP_COLLECTIVE(match_all, workshop::emulator::to_bits(value)));
    *predicate = result != 0;
    return result;
}

#define WORKSHOP_REDUCTION(name, type, kind)                                               \
    inline type name(unsigned mask, type value, WORKSHOP_CALL_SITE) {                      \
        return static_cast<type>(WORKSHOP_COLLECTIVE(kind, static_cast<unsigned>(value))); \
    }
WORKSHOP_REDUCTION(__reduce_add_sync, int, reduce_add)
WORKSHOP_REDUCTION(__reduce_add_sync, unsigned, reduce_add)
WORKSHOP_REDUCTION(__reduce_min_sync, int, reduce_min)
WORKSHOP_REDUCTION(__reduce_min_sync, unsigned, reduce_min_unsigned)
WORKSHOP_REDUCTION(__reduce_max_sync, int, reduce_max)
WORKSHOP_REDUCTION(__reduce_max_sync, unsigned, reduce_max_unsigned)
WORKSHOP_REDUCTION(__reduce_and_sync, unsigned, reduce_and)
WORKSHOP_REDUCTION(__reduce_or_sync, unsigned, reduce_or)
WORKSHOP_REDUCTION(__reduce_xor_sync, unsigned, reduce_xor)
#undef WORKSHOP_REDUCTION
#undef WORKSHOP_COLLECTIVE
#undef WORKSHOP_CALL_SITE
