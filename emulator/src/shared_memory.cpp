// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "shared_memory.hpp"

#include <emulator/launch.h>
#include <sys/mman.h>

#include <cstring>
#include <new>

#include "symbols.hpp"

namespace workshop::emulator {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr int poison_byte = 0xFF;

}  // namespace

SharedMemory::SharedMemory() {
    void* region =
        mmap(nullptr, region_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) throw std::bad_alloc();
    dynamic_ = static_cast<char*>(region);
}

void SharedMemory::prepare(std::size_t dynamic_bytes) {
    const std::size_t open = (dynamic_bytes + page_bytes - 1) / page_bytes * page_bytes;
    if (open > open_bytes_) mprotect(dynamic_, open, PROT_READ | PROT_WRITE);
    if (open < open_bytes_) mprotect(dynamic_ + open, open_bytes_ - open, PROT_NONE);
    open_bytes_ = open;
    ranges_.clear();
    for (const SharedArray& array : shared_arrays()) {
        ranges_.push_back({array.address, array.bytes});
    }
    // All that is open, so that what lies between the end and the page border is poison too.
    ranges_.push_back({dynamic_, open});
}

void SharedMemory::poison() {
    for (const Range& range : ranges_)
        std::memset(range.begin, poison_byte, range.bytes);
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
    return address >= dynamic_ && address < dynamic_ + region_bytes;
}

SharedMemory& shared_memory() {
    static SharedMemory& memory = *new SharedMemory;
    return memory;
}

DynamicSharedMemory dynamic_shared_memory() {
    return {shared_memory().dynamic()};
}

}  // namespace workshop::emulator
