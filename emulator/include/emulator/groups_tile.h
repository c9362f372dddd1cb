// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Groups inside a warp: tiles of a size known to the compiler, and coalesced groups.

#include <emulator/groups_block.h>

#include <type_traits>

namespace workshop::emulator {

/// @brief What groups inside a warp can do, in terms of a mask. Derived classes say which lane has
///        which rank, and where they are among their siblings.
template <typename Derived>
class WarpGroup {
  public:
    /// @brief Waits for the threads of the group.
    void sync(WORKSHOP_CALL_SITE) const { __syncwarp(mask_, file, line); }
    /// @brief How many such groups the parent was split into.
    unsigned int meta_group_size() const { return siblings_; }
    /// @brief Which of them this one is, from 0.
    unsigned int meta_group_rank() const { return place_; }
    /// @brief Whether there is such a group: always.
    bool is_valid() const { return true; }

    /// @brief The value of the thread with that rank, modulo the size of the group.
    template <typename T>
    T shfl(T value, int rank, WORKSHOP_CALL_SITE) const {
        const unsigned size = self().num_threads();
        const unsigned wrapped = static_cast<unsigned>(rank) % size;
        return shuffle_from(mask_, value, self().lane(wrapped), file, line);
    }
    /// @brief The value of the thread `delta` above; the own value at the end of the group.
    template <typename T>
    T shfl_down(T value, unsigned int delta, WORKSHOP_CALL_SITE) const {
        const unsigned rank = self().thread_rank();
        const bool inside = rank + delta < self().num_threads() && rank + delta >= rank;
        return shuffle_from(mask_, value, self().lane(inside ? rank + delta : rank), file, line);
    }
    /// @brief The value of the thread `delta` below; the own value at the start of the group.
    template <typename T>
    T shfl_up(T value, unsigned int delta, WORKSHOP_CALL_SITE) const {
        const unsigned rank = self().thread_rank();
        return shuffle_from(mask_, value, self().lane(delta <= rank ? rank - delta : rank), file,
                            line);
    }
    /// @brief Whether the predicate holds for some thread of the group.
    int any(int predicate, WORKSHOP_CALL_SITE) const {
        return __any_sync(mask_, predicate, file, line);
    }
    /// @brief Whether it holds for all of them.
    int all(int predicate, WORKSHOP_CALL_SITE) const {
        return __all_sync(mask_, predicate, file, line);
    }
    /// @return bit r is the predicate of the thread of rank r
    unsigned int ballot(int predicate, WORKSHOP_CALL_SITE) const {
        return packed_lanes(__ballot_sync(mask_, predicate, file, line), mask_);
    }
    /// @return bit r: the thread of rank r has the same value as the caller
    template <typename T>
    unsigned int match_any(T value, WORKSHOP_CALL_SITE) const {
        return packed_lanes(__match_any_sync(mask_, value, file, line), mask_);
    }
    /// @brief All threads of the group when they have the same value, else 0; `predicate` says
    /// which.
    template <typename T>
    unsigned int match_all(T value, int& predicate, WORKSHOP_CALL_SITE) const {
        return packed_lanes(__match_all_sync(mask_, value, &predicate, file, line), mask_);
    }

    /// @brief The lanes of the warp that take part. (Not part of CUDA.)
    unsigned lane_mask() const { return mask_; }

  protected:
    /// @param[in] mask     the lanes of the warp that take part
    /// @param[in] siblings how many groups the parent was split into
    /// @param[in] place    which of them this one is
    WarpGroup(unsigned mask, unsigned siblings, unsigned place)
        : mask_(mask), siblings_(siblings), place_(place) {}

    unsigned mask_;
    unsigned siblings_;
    unsigned place_;

  private:
    const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace workshop::emulator

namespace cooperative_groups {

/// @brief A tile of Size neighbouring threads of a block.
template <unsigned int Size, typename Parent = void>
class thread_block_tile : public workshop::emulator::WarpGroup<thread_block_tile<Size, Parent>> {
    using Base = workshop::emulator::WarpGroup<thread_block_tile<Size, Parent>>;

  public:
    static_assert(Size != 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
    static_assert(Size <= 1024, "a tile is not larger than a block");

    /// @brief The tile that holds the calling thread.
    /// @param[in] siblings tiles of the parent
    /// @param[in] place    which of them this is
    thread_block_tile(unsigned siblings, unsigned place)
        : Base(tile_mask() & workshop::emulator::lanes_of_warp(), siblings, place) {
        // Programs that have such tiles on one of their ways run on the others.
        if constexpr (Size > 32) workshop::emulator::refuse_large_tile(Size);
    }

    /// @brief A tile of which the type does not say what it is part of, from one of which it does.
    template <typename Other,
              typename = std::enable_if_t<std::is_void_v<Parent> && !std::is_void_v<Other>>>
    thread_block_tile(const thread_block_tile<Size, Other>& tile)
        : Base(tile.lane_mask(), tile.meta_group_size(), tile.meta_group_rank()) {}

    static constexpr unsigned int size() { return Size; }
    static constexpr unsigned int num_threads() { return Size; }
    static unsigned int thread_rank() { return workshop::emulator::lane_of_thread() % Size; }

    /// @brief The value of the thread whose rank is the own one xor lane_mask.
    template <typename T>
    T shfl_xor(T value, unsigned int lane_mask, WORKSHOP_CALL_SITE) const {
        return workshop::emulator::shuffle_from(
            this->mask_, value, lane((thread_rank() ^ lane_mask) % Size), file, line);
    }

    /// @brief The lane of the warp that has a rank. (Not part of CUDA.)
    static unsigned lane(unsigned rank) { return first_lane() + rank; }

    operator thread_group() const;

  private:
    static unsigned first_lane() { return workshop::emulator::lane_of_thread() / Size * Size; }
    static unsigned tile_mask() {
        return (Size >= 32 ? 0xFFFFFFFFU : (1U << Size % 32) - 1U) << first_lane();
    }
};

/// @brief Threads of a warp that came to a place together, or that a partition put together.
class coalesced_group : public workshop::emulator::WarpGroup<coalesced_group> {
  public:
    explicit coalesced_group(unsigned mask, unsigned siblings = 1, unsigned place = 0)
        : WarpGroup(mask, siblings, place) {}

    unsigned int size() const { return num_threads(); }
    unsigned int num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
    unsigned int thread_rank() const {
        return static_cast<unsigned>(
            __popc(mask_ & ((1U << workshop::emulator::lane_of_thread()) - 1U)));
    }
    unsigned lane(unsigned rank) const { return workshop::emulator::nth_lane(mask_, rank); }

    operator thread_group() const;
};

/// @brief The lanes of the warp that come here together.
/// @param[in] call tells calls on one line apart: see the macro
inline coalesced_group coalesced_threads(int call, WORKSHOP_CALL_SITE) {
    return coalesced_group((__activemask)(call, file, line));
}
#define coalesced_threads() coalesced_threads(__COUNTER__)

/// @brief The tile of Size threads that holds the calling thread.
template <unsigned int Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block& parent) {
    return {(parent.num_threads() + Size - 1) / Size, parent.thread_rank() / Size};
}
template <unsigned int Size, unsigned int ParentSize, typename GrandParent>
thread_block_tile<Size, thread_block_tile<ParentSize, void>> tiled_partition(
    const thread_block_tile<ParentSize, GrandParent>& parent) {
    static_assert(Size <= ParentSize, "a tile is not larger than its parent");
    return {ParentSize / Size, parent.thread_rank() / Size};
}

}  // namespace cooperative_groups
