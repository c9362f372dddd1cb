// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Scans over a tile or a coalesced group.

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

/// @brief Thread r gets the combination of the values of threads 0 to r, in that order.
template <typename Group, typename T, typename Operation>
T inclusive_scan(const Group& group, T value, Operation&& operation, WORKSHOP_CALL_SITE) {
    const unsigned count = static_cast<unsigned>(__popc(group.lane_mask()));
    const unsigned rank = group.thread_rank();
    T result = value;
    for (unsigned distance = 1; distance < count; distance *= 2) {
        const bool partner = rank >= distance;
        const T other = workshop::emulator::shuffle_from(
            group.lane_mask(), result, group.lane(partner ? rank - distance : rank), file, line);
        if (partner) result = operation(other, result);
    }
    return result;
}
template <typename Group, typename T>
T inclusive_scan(const Group& group, T value) {
    return inclusive_scan(group, value, plus<T>());
}

/// @brief Thread r gets the combination of the values of threads 0 to r - 1; thread 0 gets T().
template <typename Group, typename T, typename Operation>
T exclusive_scan(const Group& group, T value, Operation&& operation, WORKSHOP_CALL_SITE) {
    const T inclusive = inclusive_scan(group, value, operation, file, line);
    const unsigned rank = group.thread_rank();
    const T before = workshop::emulator::shuffle_from(
        group.lane_mask(), inclusive, group.lane(rank > 0 ? rank - 1 : 0), file, line);
    return rank > 0 ? before : T();
}
template <typename Group, typename T>
T exclusive_scan(const Group& group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
