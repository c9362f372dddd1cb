// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The memory of the CPU device: one reserved range of addresses, handed out in blocks.
///
/// Every block starts on a 256-byte boundary, as cudaMalloc() promises, and is followed by at least
/// red_zone_bytes that belong to nobody. New memory is filled with a pattern that is a NaN in every
/// floating-point type, freed memory with another, so what was never written shows in the result.
/// Pages without any byte of a live block cannot be touched: far outside of every block, and in
/// large blocks that were freed, an access is a crash.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace workshop::emulator {

constexpr std::size_t allocation_alignment = 256;
constexpr std::size_t red_zone_bytes = 256;
constexpr std::uint16_t fresh_pattern = 0x7FFE;  ///< a NaN as half, bfloat16, float and double
constexpr std::uint16_t freed_pattern = 0x7FFD;  ///< the same

/// @brief One block that a program holds.
struct Allocation {
    char* base = nullptr;
    std::size_t bytes = 0;          ///< what was asked for
    std::size_t reserved = 0;       ///< with the red zone, rounded up
    bool managed = false;           ///< may be used by the host too
    bool in_stream_order = false;   ///< of cudaMallocAsync()
    bool of_kernel = false;         ///< of malloc or new in a kernel
    unsigned long long number = 0;  ///< counts the allocations of the process from 1
};

/// @brief The allocator. Thread-safe.
class Arena {
  public:
    /// @brief Reserves addresses; pages are used only when they are written.
    /// @param[in] bytes   how much; less when the system refuses, see capacity()
    /// @param[in] watched whether the checkers are told of every block
    explicit Arena(std::size_t bytes, bool watched = false);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// @brief Hands out a block filled with fresh_pattern.
    /// @param[in] bytes   1 or more
    /// @param[in] managed whether the host may use it too
    /// @param[in] in_stream_order whether it comes from cudaMallocAsync()
    /// @param[in] of_kernel whether a kernel asks
    /// @return its first byte, or null when no gap is large enough
    void* allocate(std::size_t bytes, bool managed = false, bool in_stream_order = false,
                   bool of_kernel = false);

    /// @brief Takes a block back and fills it with freed_pattern.
    /// @param[in] base exactly what allocate() returned
    /// @return false when no live block starts there
    bool release(void* base);

    /// @brief Takes every block back.
    void release_all();

    /// @brief The live block that holds an address, its end excluded.
    std::optional<Allocation> find(const void* address) const;

    /// @brief The live block closest to an address; none when there is no live block.
    std::optional<Allocation> nearest(const void* address) const;

    /// @brief The live block that begins at or before an address, wherever it ends.
    std::optional<Allocation> block_before(const void* address) const;

    /// @brief The first live block that begins after an address.
    std::optional<Allocation> block_after(const void* address) const;

    /// @brief The block that held an address, was freed, and whose place was not used again.
    std::optional<Allocation> freed_block(const void* address) const;

    std::vector<Allocation> live_blocks() const;

    /// @brief Whether an address lies in the reserved range, used or not.
    bool contains(const void* address) const;

    /// @brief Whether a block that started here was freed and its place not used again.
    bool was_freed(const void* base) const;

    const char* start() const { return start_; }
    std::size_t capacity() const { return capacity_; }
    std::size_t free_bytes() const;

    /// @brief Bytes from the start to behind the last that a block has ever used; whole pages.
    std::size_t used_bytes() const { return used_; }

  private:
    struct Gap {
        char* begin;
        char* end;
    };
    /// @return the gap that the range is part of now
    Gap return_gap(char* base, std::size_t bytes);
    char* take_gap(std::size_t reserved);
    bool open_pages(char* begin, char* end);
    void close_pages(const Gap& gap, char* begin, char* end);
    void empty_quarantine(std::size_t most_bytes);
    void release_locked(std::map<char*, Allocation>::iterator block);

    mutable std::mutex mutex_;
    char* start_ = nullptr;
    std::size_t capacity_ = 0;
    std::map<char*, Allocation> live_;
    std::map<char*, Allocation> freed_;  ///< what the program gave back, until used again
    std::map<char*, std::size_t> gaps_;  ///< by address, never two that touch
    std::deque<Allocation> quarantine_;  ///< freed, and not handed out again so soon
    std::size_t quarantined_ = 0;        ///< bytes in there
    unsigned long long count_ = 0;
    std::size_t used_ = 0;
    bool watched_ = false;
};

/// @brief The device's memory: as large as the model's, but at most WORKSHOP_DEVICE_MEMORY_MB MiB,
///        or half of the machine's memory when that is not set.
Arena& device_arena();

}  // namespace workshop::emulator
