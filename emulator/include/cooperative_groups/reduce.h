// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Reductions over a tile or a coalesced group: every thread gets the result.

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename T>
struct plus {
    T operator()(const T& a, const T& b) const { return static_cast<T>(a + b); }
};
/// @brief The smaller of two; as in CUDA, the name is that of the comparison.
template <typename T>
struct less {
    T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
/// @brief The larger of two.
template <typename T>
struct greater {
    T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
    T operator()(const T& a, const T& b) const { return static_cast<T>(a & b); }
};
template <typename T>
struct bit_or {
    T operator()(const T& a, const T& b) const { return static_cast<T>(a | b); }
};
template <typename T>
struct bit_xor {
    T operator()(const T& a, const T& b) const { return static_cast<T>(a ^ b); }
};

/// @brief Combines the values of all threads of the group.
///
/// The tree is fixed: at distance size/2, size/4, ... 1, thread r combines its value with that of
/// thread r + distance; thread 0 then gives the result to all.
///
/// @param[in] group     a tile or a coalesced group; all its threads call
/// @param[in] value     this thread's value
/// @param[in] operation associative and commutative
template <typename Group, typename T, typename Operation>
T reduce(const Group& group, T value, Operation&& operation, WORKSHOP_CALL_SITE) {
    static_assert(!std::is_same_v<Group, thread_block> && !std::is_same_v<Group, grid_group>,
                  "reduce takes a tile or a coalesced group");
    // Fewer than the size of the tile where a block ends inside it.
    const unsigned count = static_cast<unsigned>(__popc(group.lane_mask()));
    const unsigned rank = group.thread_rank();
    unsigned distance = 1;
    while (distance < count)
        distance *= 2;
    T result = value;
    for (distance /= 2; distance > 0; distance /= 2) {
        const bool partner = rank + distance < count;
        const T other = workshop::emulator::shuffle_from(
            group.lane_mask(), result, group.lane(partner ? rank + distance : rank), file, line);
        if (partner) result = operation(result, other);
    }
    return workshop::emulator::shuffle_from(group.lane_mask(), result, group.lane(0), file, line);
}

#define WORKSHOP_NO_ASYNCHRONOUS(function)                                        \
    template <typename Group, typename... Arguments>                              \
    void function(const Group&, Arguments&&...) {                                 \
        static_assert(workshop::emulator::always_false<Group>, #function          \
                      ": asynchronous reductions to memory are not supported by " \
                      "the CPU device; use reduce and an atomic");                \
    }
WORKSHOP_NO_ASYNCHRONOUS(reduce_update_async)
WORKSHOP_NO_ASYNCHRONOUS(reduce_store_async)
#undef WORKSHOP_NO_ASYNCHRONOUS

}  // namespace cooperative_groups
