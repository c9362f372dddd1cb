// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "regions.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace workshop::emulator::watch {
namespace {

constexpr std::size_t page_bytes = 4096;

/// How much memory an array takes, with room behind its end.
template <class T>
std::size_t bytes_of(std::size_t count) {
    return (count + page_bytes) * sizeof(T);
}

/// Memory that is zero and uses no page until it is written; null when there is no room.
template <class T>
T* reserve(std::size_t count) {
    const std::size_t bytes = bytes_of<T>(count);
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<T*>(memory);
}

template <class T>
void give_back(T*& array, std::size_t count) {
    if (array != nullptr) munmap(array, bytes_of<T>(count));
    array = nullptr;
}

template <class T>
void drop(T* array, std::size_t begin, std::size_t end) {
    const auto page = static_cast<std::uintptr_t>(page_bytes);
    const auto first = reinterpret_cast<std::uintptr_t>(array + begin);
    const auto last = reinterpret_cast<std::uintptr_t>(array + end);
    const std::uintptr_t from = (first + page - 1) & -page;
    const std::uintptr_t to = last & -page;
    if (from >= to) {
        std::memset(reinterpret_cast<void*>(first), 0, last - first);
        return;
    }
    // Whole pages go back to the system; what shares a page with others is set to zero.
    std::memset(reinterpret_cast<void*>(first), 0, from - first);
    std::memset(reinterpret_cast<void*>(to), 0, last - to);
    madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
}

}  // namespace

void open_region(Region& region, std::uintptr_t begin, std::size_t bytes, Space space,
                 bool with_state, std::size_t raced_bytes) {
    region = Region();
    region.begin = begin;
    region.bytes = bytes;
    region.space = space;
    if (with_state) region.state = reserve<std::uint8_t>(bytes / 4);
    if (with_state && region.state == nullptr) {
        region.bytes = 0;  // not watched
        return;
    }
    region.cell_words = raced_bytes == 0 ? 0 : std::min(raced_bytes, bytes) / 4 + 1;
    const std::size_t words = region.cell_words;
    if (words == 0) return;
    region.reads = reserve<Record>(words);
    region.writes = reserve<Record>(words);
    region.more = reserve<MoreReaders>(words);
    region.byte_reads = reserve<Record>(words * 4);
    region.byte_writes = reserve<Record>(words * 4);
    region.more_of_bytes = reserve<MoreReaders>(words * 4);
    region.plain_writes = reserve<Record>(words);
    region.byte_plain_writes = reserve<Record>(words * 4);
    const bool complete = region.reads != nullptr && region.writes != nullptr &&
                          region.more != nullptr && region.byte_reads != nullptr &&
                          region.byte_writes != nullptr && region.more_of_bytes != nullptr &&
                          region.plain_writes != nullptr && region.byte_plain_writes != nullptr;
    region.raced_bytes = complete ? std::min(raced_bytes, bytes) : 0;
}

void close_region(Region& region) {
    if (region.bytes == 0) return;
    const std::size_t words = region.cell_words;
    give_back(region.state, region.bytes / 4);
    give_back(region.reads, words);
    give_back(region.writes, words);
    give_back(region.more, words);
    give_back(region.byte_reads, words * 4);
    give_back(region.byte_writes, words * 4);
    give_back(region.more_of_bytes, words * 4);
    give_back(region.plain_writes, words);
    give_back(region.byte_plain_writes, words * 4);
    region = Region();
}

namespace {

template <class T>
bool is_in(const T* array, std::size_t count, std::uintptr_t address) {
    return array != nullptr &&
           address - reinterpret_cast<std::uintptr_t>(array) < bytes_of<T>(count);
}

}  // namespace

bool is_shadow(const Region& region, std::uintptr_t address) {
    const std::size_t words = region.cell_words;
    return is_in(region.state, region.bytes / 4, address) || is_in(region.reads, words, address) ||
           is_in(region.writes, words, address) || is_in(region.more, words, address) ||
           is_in(region.byte_reads, words * 4, address) ||
           is_in(region.byte_writes, words * 4, address) ||
           is_in(region.more_of_bytes, words * 4, address) ||
           is_in(region.plain_writes, words, address) ||
           is_in(region.byte_plain_writes, words * 4, address);
}

namespace {

struct Words {
    std::size_t begin;
    std::size_t end;
};
/// The words with cells that a range touches.
Words words_of(const Region& region, std::uintptr_t begin, std::size_t bytes) {
    const std::size_t from = std::min(begin - region.begin, region.raced_bytes);
    const std::size_t to = std::min(begin - region.begin + bytes, region.raced_bytes);
    return {from / 4, (to + 3) / 4};
}

}  // namespace

void drop_cells(Region& region, std::uintptr_t begin, std::size_t bytes) {
    const auto [from, to] = words_of(region, begin, bytes);
    if (to <= from) return;
    drop(region.reads, from, to);
    drop(region.writes, from, to);
    drop(region.more, from, to);
    drop(region.byte_reads, from * 4, to * 4);
    drop(region.byte_writes, from * 4, to * 4);
    drop(region.more_of_bytes, from * 4, to * 4);
    drop(region.plain_writes, from, to);
    drop(region.byte_plain_writes, from * 4, to * 4);
}

void forget_records(Region& region, std::uintptr_t begin, std::size_t bytes) {
    const auto [from, to] = words_of(region, begin, bytes);
    if (to <= from) return;
    // Without these two nothing points to the other records of a word.
    std::fill(region.reads + from, region.reads + to, 0);
    std::fill(region.writes + from, region.writes + to, 0);
}

void set_state(Region& region, std::uintptr_t begin, std::size_t bytes, RangeState state) {
    if (region.state == nullptr || bytes == 0) return;
    std::uintptr_t offset = begin - region.begin;
    const std::uintptr_t end = offset + bytes;
    const auto set_bits = [&](std::uintptr_t byte) {
        const auto bits = static_cast<std::uint8_t>(0x11U << (byte & 3));
        std::uint8_t& word = region.state[byte / 4];
        word = static_cast<std::uint8_t>(word & ~bits);
        if (state == RangeState::usable) word = static_cast<std::uint8_t>(word | (bits & 0xF0));
        if (state == RangeState::initialised) word = static_cast<std::uint8_t>(word | bits);
    };
    while (offset < end && offset % 4 != 0)
        set_bits(offset++);
    const std::size_t words = (end - offset) / 4;
    const unsigned value = state == RangeState::unusable ? 0
                           : state == RangeState::usable ? usable_word
                                                         : initialised_word;
    std::memset(region.state + offset / 4, static_cast<int>(value), words);
    offset += words * 4;
    while (offset < end)
        set_bits(offset++);
}

void copy_state(Region& region, std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
    const auto copy_byte = [&](std::size_t byte) {
        const bool initialised = (state_of_byte(region, from + byte) & 1) != 0;
        set_state(region, to + byte, 1, initialised ? RangeState::initialised : RangeState::usable);
    };
    // Whole words in the middle, when both places begin alike.
    const bool alike = (to - from) % 4 == 0;
    const std::size_t head = alike ? std::min<std::size_t>(bytes, (4 - to % 4) % 4) : bytes;
    const std::size_t words = (bytes - head) / 4;
    const std::size_t tail = head + words * 4;
    std::uint8_t* const state = region.state;
    const auto copy_words = [&] {
        if (words == 0) return;
        std::memmove(state + (to + head - region.begin) / 4,
                     state + (from + head - region.begin) / 4, words);
    };
    // As memmove: the places may overlap.
    if (to > from) {
        for (std::size_t byte = bytes; byte > tail; --byte)
            copy_byte(byte - 1);
        copy_words();
        for (std::size_t byte = head; byte > 0; --byte)
            copy_byte(byte - 1);
    } else {
        for (std::size_t byte = 0; byte < head; ++byte)
            copy_byte(byte);
        copy_words();
        for (std::size_t byte = tail; byte < bytes; ++byte)
            copy_byte(byte);
    }
}

}  // namespace workshop::emulator::watch
