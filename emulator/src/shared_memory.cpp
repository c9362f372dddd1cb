// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "shared_memory.hpp"

#include <emulator/launch.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "symbols.hpp"

namespace workshop::emulator {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t alignment = 16;
constexpr std::ptrdiff_t watched_before = 64;
constexpr int poison_byte = 0xFF;

std::size_t round_up(std::size_t bytes, std::size_t multiple) {
    return (bytes + multiple - 1) / multiple * multiple;
}

}  // namespace

SharedMemory::SharedMemory() {
    void* region =
        mmap(nullptr, region_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) throw std::bad_alloc();
    region_ = static_cast<char*>(region);
    limit_ = open_ = dynamic_ = region_ + region_bytes / 2;
}

void SharedMemory::prepare(std::size_t dynamic_bytes, bool all_open) {
    if (all_open != all_open_) {
        all_open_ = all_open;
        open_ = all_open ? region_ : limit_;
        mprotect(region_, region_bytes, all_open ? PROT_READ | PROT_WRITE : PROT_NONE);
    }
    const auto pages = static_cast<std::ptrdiff_t>(round_up(dynamic_bytes, page_bytes));
    char* const open = limit_ - pages;
    if (all_open) {
        // nothing is closed
    } else if (open < open_) {
        mprotect(open, static_cast<std::size_t>(open_ - open), PROT_READ | PROT_WRITE);
    } else if (open > open_) {
        mprotect(open_, static_cast<std::size_t>(open - open_), PROT_NONE);
    }
    if (!all_open) open_ = open;
    dynamic_ = limit_ - static_cast<std::ptrdiff_t>(round_up(dynamic_bytes, alignment));
    dynamic_bytes_ = dynamic_bytes;
    ranges_.clear();
    for (const SharedArray& array : shared_arrays()) {
        ranges_.push_back({array.address, array.bytes});
    }
    // With the bytes around the array, where poison is what shows that nobody wrote there.
    char* const first = std::max(open_, dynamic_ - watched_before);
    ranges_.push_back({first, static_cast<std::size_t>(limit_ - first)});
}

void SharedMemory::poison() {
    for (const Range& range : ranges_)
        std::memset(range.begin, poison_byte, range.bytes);
}

std::string SharedMemory::damage() const {
    const Range& range = ranges_.back();
    const auto written = [](char byte) { return static_cast<unsigned char>(byte) != poison_byte; };
    const char* const end = dynamic_ + dynamic_bytes_;
    const std::string array =
        " of its dynamic shared memory (" + std::to_string(dynamic_bytes_) + " bytes)";
    const char* const start = dynamic_;
    if (std::find_if(static_cast<const char*>(range.begin), start, written) != start) {
        return "right before the start" + array;
    }
    const char* const behind = std::find_if(end, static_cast<const char*>(limit_), written);
    if (behind == limit_) return {};
    return "to byte " + std::to_string(behind - dynamic_) + array + ", past its end";
}

void SharedMemory::save(std::vector<char>& copy) const {
    copy.clear();
    for (const Range& range : ranges_) {
        copy.insert(copy.end(), range.begin, range.begin + range.bytes);
    }
}

void SharedMemory::load(const std::vector<char>& copy) {
    std::size_t offset = 0;
    for (const Range& range : ranges_) {
        std::memcpy(range.begin, copy.data() + offset, range.bytes);
        offset += range.bytes;
    }
}

bool SharedMemory::in_dynamic_region(const void* address) const {
    return address >= region_ && address < region_ + region_bytes;
}

SharedMemory& shared_memory() {
    static SharedMemory& memory = *new SharedMemory;
    return memory;
}

DynamicSharedMemory dynamic_shared_memory() {
    return {shared_memory().dynamic()};
}

}  // namespace workshop::emulator
