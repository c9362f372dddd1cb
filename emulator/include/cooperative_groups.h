// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Cooperative groups: the grid, the block, tiles of a warp, coalesced groups, partitions.

#include <emulator/groups_tile.h>

namespace workshop::emulator {

/// @brief Makes a thread_group out of a group inside a warp.
class AnyGroup : public cooperative_groups::thread_group {
  public:
    /// @param[in] mask the lanes of the warp that take part
    /// @param[in] size how many these are
    /// @param[in] rank of the calling thread among them
    AnyGroup(unsigned mask, unsigned size, unsigned rank) : thread_group(false, mask, size, rank) {}
};

/// @brief Splits the lanes of a group by the lanes that each has in common with the caller.
template <typename Group>
cooperative_groups::coalesced_group split(const Group& group, unsigned mine, const char* file,
                                          int line) {
    const unsigned first = static_cast<unsigned>(__ffs(static_cast<int>(mine))) - 1U;
    const bool leads = lane_of_thread() == first;
    const unsigned leaders = __ballot_sync(group.lane_mask(), leads, file, line);
    return cooperative_groups::coalesced_group(
        mine, static_cast<unsigned>(__popc(leaders)),
        static_cast<unsigned>(__popc(leaders & ((1U << first) - 1U))));
}

}  // namespace workshop::emulator

namespace cooperative_groups {

template <unsigned int Size, typename Parent>
thread_block_tile<Size, Parent>::operator thread_group() const {
    return workshop::emulator::AnyGroup(this->mask_, Size, thread_rank());
}
inline coalesced_group::operator thread_group() const {
    return workshop::emulator::AnyGroup(mask_, num_threads(), thread_rank());
}

/// @brief The tile that holds the calling thread, of a size known at run time: 1, 2, 4, ... 32.
inline thread_group tiled_partition(const thread_group& parent, unsigned int size) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
        printf("cooperative groups: tiled_partition takes 1, 2, 4, 8, 16 or 32 threads, not %u\n",
               size);
        __trap();
    }
    const unsigned rank = static_cast<unsigned>(parent.thread_rank());
    const unsigned lanes = parent.whole_block_ ? workshop::emulator::lanes_of_warp() : parent.mask_;
    unsigned mask = 0;
    const unsigned first = parent.whole_block_ ? rank / size * size % 32 : rank / size * size;
    for (unsigned i = 0; i < size; ++i) {
        const bool exists = first + i < static_cast<unsigned>(__popc(lanes));
        if (exists) mask |= 1U << workshop::emulator::nth_lane(lanes, first + i);
    }
    return workshop::emulator::AnyGroup(mask, size, rank % size);
}

/// @brief Puts the threads of a group together that give the same label.
template <typename Group, typename Label>
coalesced_group labeled_partition(const Group& group, Label label, WORKSHOP_CALL_SITE) {
    const unsigned mine = __match_any_sync(group.lane_mask(), label, file, line);
    return workshop::emulator::split(group, mine, file, line);
}

/// @brief Puts the threads of a group together that give the same answer.
template <typename Group>
coalesced_group binary_partition(const Group& group, bool predicate, WORKSHOP_CALL_SITE) {
    const unsigned yes = __ballot_sync(group.lane_mask(), predicate, file, line);
    const unsigned mine = predicate ? yes : group.lane_mask() & ~yes;
    return workshop::emulator::split(group, mine, file, line);
}

template <typename Group>
void sync(const Group& group, WORKSHOP_CALL_SITE) {
    group.sync(file, line);
}
template <typename Group>
auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template <typename Group>
auto group_size(const Group& group) {
    return group.num_threads();
}

/// @brief Calls a function in one thread of the group.
template <typename Group, typename Function, typename... Arguments>
void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}

/// @brief Calls a function in one thread of a tile or coalesced group; all get its result.
template <typename Group, typename Function, typename... Arguments>
auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
    decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
    return group.shfl(result, 0);
}

}  // namespace cooperative_groups
