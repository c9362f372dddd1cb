// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "arena.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "device_model.hpp"
#include "exit_at_once.hpp"
#include "watch/arena_watch.hpp"
#include "watch/host_guard.hpp"
#include "watch/lifecycle.hpp"

namespace workshop::emulator {
namespace {

constexpr std::uintptr_t page_bytes = 4096;  // of every machine this runs on, or a part of one

char* page_begin(char* address) {
    return address - reinterpret_cast<std::uintptr_t>(address) % page_bytes;
}
char* page_end(char* address) {
    return page_begin(address + page_bytes - 1);
}

std::size_t round_up(std::size_t bytes, std::size_t multiple) {
    return (bytes + multiple - 1) / multiple * multiple;
}

void fill(char* base, std::size_t bytes, std::uint16_t pattern) {
    auto* halves = reinterpret_cast<std::uint16_t*>(base);
    std::fill(halves, halves + bytes / 2, pattern);
}

/// What the CPU device may lend, so that a wrong size in a kernel cannot take the machine down.
std::size_t memory_bound() {
    if (const char* text = std::getenv("WORKSHOP_DEVICE_MEMORY_MB"); text != nullptr && *text) {
        char* end = nullptr;
        const unsigned long long mebibytes = std::strtoull(text, &end, 10);
        if (*end == '\0' && mebibytes > 0 && mebibytes < (1ULL << 40)) {
            return static_cast<std::size_t>(mebibytes) << 20;
        }
        std::fprintf(stderr,
                     "error: WORKSHOP_DEVICE_MEMORY_MB is '%s'. Valid values: a whole number of "
                     "MiB, at least 1.\n",
                     text);
        exit_at_once();
    }
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::size_t{1} << 30;
    return static_cast<std::size_t>(pages) / 2 * static_cast<std::size_t>(page);
}

}  // namespace

Arena::Arena(std::size_t bytes, bool watched) : watched_(watched) {
    capacity_ = round_up(bytes, std::size_t{1} << 20);
    void* memory = MAP_FAILED;
    while (capacity_ > 0) {
        memory =
            mmap(nullptr, capacity_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory != MAP_FAILED) break;
        capacity_ /= 2;  // an address space limit: lend what there is
    }
    if (memory == MAP_FAILED) return;
    start_ = static_cast<char*>(memory);
    gaps_[start_] = capacity_;
}

Arena::~Arena() {
    if (start_ != nullptr) munmap(start_, capacity_);
}

void* Arena::allocate(std::size_t bytes, bool managed, bool in_stream_order, bool of_kernel) {
    const std::lock_guard lock(mutex_);
    if (bytes == 0 || bytes > capacity_) return nullptr;
    const std::size_t reserved = round_up(bytes + red_zone_bytes, allocation_alignment);
    char* base = take_gap(reserved);
    if (base == nullptr) {
        empty_quarantine(0);
        base = take_gap(reserved);
    }
    if (base == nullptr) return nullptr;
    freed_.erase(freed_.lower_bound(base), freed_.lower_bound(base + reserved));
    fill(base, reserved, fresh_pattern);
    live_[base] = Allocation{base, bytes, reserved, managed, in_stream_order, of_kernel, ++count_};
    const std::size_t end = static_cast<std::size_t>(base - start_) + reserved;
    used_ = std::max(used_, round_up(end, 4096));
    if (watched_) watch::allocated(base, bytes, managed);
    if (watched_ && managed) watch::count_managed(1);
    return base;
}

/// Cuts a piece off the first gap that is large enough; null when there is none.
char* Arena::take_gap(std::size_t reserved) {
    const auto gap = std::find_if(gaps_.begin(), gaps_.end(),
                                  [&](const auto& entry) { return entry.second >= reserved; });
    if (gap == gaps_.end()) return nullptr;
    char* base = gap->first;
    if (!open_pages(base, base + reserved)) return nullptr;
    const std::size_t left = gap->second - reserved;
    gaps_.erase(gap);
    if (left > 0) gaps_[base + reserved] = left;
    return base;
}

bool Arena::release(void* base) {
    const std::lock_guard lock(mutex_);
    const auto block = live_.find(static_cast<char*>(base));
    if (block == live_.end()) return false;
    release_locked(block);
    return true;
}

void Arena::release_all() {
    const std::lock_guard lock(mutex_);
    while (!live_.empty())
        release_locked(live_.begin());
}

void Arena::release_locked(std::map<char*, Allocation>::iterator block) {
    const Allocation allocation = block->second;
    live_.erase(block);
    fill(allocation.base, allocation.reserved, freed_pattern);
    freed_[allocation.base] = allocation;
    if (watched_) watch::released(allocation.base, allocation.reserved);
    if (watched_ && allocation.managed) watch::count_managed(-1);
    quarantine_.push_back(allocation);
    quarantined_ += allocation.reserved;
    empty_quarantine(watched_ ? watch::quarantine_bytes() : 0);
}

/// Makes the oldest freed blocks available again.
void Arena::empty_quarantine(std::size_t most_bytes) {
    while (quarantined_ > most_bytes) {
        const Allocation oldest = quarantine_.front();
        quarantine_.pop_front();
        quarantined_ -= oldest.reserved;
        const Gap gap = return_gap(oldest.base, oldest.reserved);
        close_pages(gap, oldest.base, oldest.base + oldest.reserved);
    }
}

bool Arena::open_pages(char* begin, char* end) {
    char* const first = page_begin(begin);
    return mprotect(first, static_cast<std::size_t>(page_end(end) - first),
                    PROT_READ | PROT_WRITE) == 0;
}

void Arena::close_pages(const Gap& gap, char* begin, char* end) {
    if (watched_ && watch::watching()) return;  // memcheck sees more than a crash does
    // Pages at the edge may hold bytes of another block, unless all of them lie in the gap.
    char* const first = std::max(page_begin(begin), page_end(gap.begin));
    char* const last = std::min(page_end(end), page_begin(gap.end));
    if (first < last) mprotect(first, static_cast<std::size_t>(last - first), PROT_NONE);
}

Arena::Gap Arena::return_gap(char* base, std::size_t bytes) {
    const auto after = gaps_.lower_bound(base);
    if (after != gaps_.end() && base + bytes == after->first) {
        bytes += after->second;
        gaps_.erase(after);
    }
    const auto next = gaps_.lower_bound(base);
    if (next != gaps_.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == base) {
            before->second += bytes;
            return {before->first, before->first + before->second};
        }
    }
    gaps_[base] = bytes;
    return {base, base + bytes};
}

std::optional<Allocation> Arena::find(const void* address) const {
    const std::lock_guard lock(mutex_);
    auto* byte = const_cast<char*>(static_cast<const char*>(address));
    auto block = live_.upper_bound(byte);
    if (block == live_.begin()) return std::nullopt;
    --block;
    if (byte >= block->first + block->second.bytes) return std::nullopt;
    return block->second;
}

std::optional<Allocation> Arena::nearest(const void* address) const {
    const std::lock_guard lock(mutex_);
    auto* byte = const_cast<char*>(static_cast<const char*>(address));
    const auto after = live_.upper_bound(byte);
    if (after == live_.begin()) {
        return after == live_.end() ? std::nullopt : std::optional(after->second);
    }
    const Allocation& before = std::prev(after)->second;
    const bool is_before =
        after == live_.end() || byte - (before.base + before.bytes) <= after->first - byte;
    return is_before ? before : after->second;
}

std::optional<Allocation> Arena::block_before(const void* address) const {
    const std::lock_guard lock(mutex_);
    auto block = live_.upper_bound(const_cast<char*>(static_cast<const char*>(address)));
    if (block == live_.begin()) return std::nullopt;
    return std::prev(block)->second;
}

std::optional<Allocation> Arena::block_after(const void* address) const {
    const std::lock_guard lock(mutex_);
    const auto block = live_.upper_bound(const_cast<char*>(static_cast<const char*>(address)));
    if (block == live_.end()) return std::nullopt;
    return block->second;
}

std::optional<Allocation> Arena::freed_block(const void* address) const {
    const std::lock_guard lock(mutex_);
    auto* byte = const_cast<char*>(static_cast<const char*>(address));
    const auto block = freed_.upper_bound(byte);
    if (block == freed_.begin()) return std::nullopt;
    const Allocation& freed = std::prev(block)->second;
    if (byte >= freed.base + freed.bytes) return std::nullopt;
    return freed;
}

std::vector<Allocation> Arena::live_blocks() const {
    const std::lock_guard lock(mutex_);
    std::vector<Allocation> blocks;
    for (const auto& block : live_)
        blocks.push_back(block.second);
    return blocks;
}

bool Arena::contains(const void* address) const {
    const auto* byte = static_cast<const char*>(address);
    return start_ != nullptr && byte >= start_ && byte < start_ + capacity_;
}

bool Arena::was_freed(const void* base) const {
    const std::lock_guard lock(mutex_);
    return freed_.count(const_cast<char*>(static_cast<const char*>(base))) > 0;
}

std::size_t Arena::free_bytes() const {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = quarantined_;
    for (const auto& gap : gaps_)
        bytes += gap.second;
    return bytes;
}

Arena& device_arena() {
    // Never destroyed: static objects of a program may free device memory at exit.
    static Arena& arena =
        *new Arena(std::min(current_device_model().memory_bytes, memory_bound()), true);
    return arena;
}

}  // namespace workshop::emulator
