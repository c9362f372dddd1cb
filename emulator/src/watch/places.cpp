// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "places.hpp"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "../arena.hpp"
#include "../scheduler.hpp"
#include "../shared_memory.hpp"
#include "../symbols.hpp"
#include "hot.hpp"
#include "lifecycle.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

constexpr std::size_t most_raced_symbols = std::size_t{64} << 20;

struct Segment {
    std::uintptr_t begin;
    std::uintptr_t end;
    std::uintptr_t module;
    bool writable;
    bool foreign;  ///< of the CPU device itself, or of a library of the system
};

struct Places {
    std::vector<std::uint8_t> static_state;  ///< of a block that begins
    std::uintptr_t dynamic_begin = 0;
    std::size_t dynamic_bytes = 0;
    std::unordered_map<const Block*, std::vector<std::uint8_t>> saved;
    std::vector<Segment> segments;
    unsigned long long loads = 0;
    std::uintptr_t symbol_module = 0;
};
Places& places() {
    static Places& all = *new Places;
    return all;
}

int add_segments(dl_phdr_info* object, std::size_t, void* argument) {
    auto& all = *static_cast<Places*>(argument);
    all.loads = object->dlpi_adds;
    const std::string path = object->dlpi_name;
    const std::string own = "/libworkshop_emulator.so";
    const bool foreign =
        path.compare(0, 5, "/lib/") == 0 || path.compare(0, 7, "/lib64/") == 0 ||
        path.compare(0, 9, "/usr/lib/") == 0 ||
        (path.size() > own.size() && path.compare(path.size() - own.size(), own.size(), own) == 0);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD) continue;
        const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
        all.segments.push_back({begin, begin + segment.p_memsz, object->dlpi_addr,
                                (segment.p_flags & PF_W) != 0, foreign});
    }
    return 0;
}

int read_loads(dl_phdr_info* object, std::size_t, void* loads) {
    *static_cast<unsigned long long*>(loads) = object->dlpi_adds;
    return 1;
}

void refresh_segments() {
    Places& all = places();
    unsigned long long loads = 0;
    dl_iterate_phdr(read_loads, &loads);
    if (loads == all.loads) return;
    all.segments.clear();
    dl_iterate_phdr(add_segments, &all);
}

const Segment* segment_of(std::uintptr_t address) {
    for (const Segment& segment : places().segments) {
        if (address >= segment.begin && address < segment.end) return &segment;
    }
    return nullptr;
}

/// The variables of the file that holds the kernel.
void open_symbols() {
    Places& all = places();
    refresh_segments();
    const Segment* code = segment_of(reinterpret_cast<std::uintptr_t>(execution.call->address));
    // Overloading can hide which kernel it is; the first object is the program itself.
    const std::uintptr_t module = code != nullptr ? code->module : all.segments.front().module;
    if (hot.symbols.bytes != 0 && all.symbol_module == module) return;
    all.symbol_module = module;
    for (const Segment& segment : all.segments) {
        if (segment.module != module || !segment.writable) continue;
        const std::uintptr_t begin = segment.begin & ~std::uintptr_t{15};
        close_region(hot.symbols);
        open_region(hot.symbols, begin, segment.end - begin, Space::symbol, false,
                    checkers().racecheck ? most_raced_symbols : 0);
        return;
    }
}

void open_static_shared() {
    const std::vector<SharedArray> arrays = shared_arrays();
    Region& region = hot.static_shared;
    if (arrays.empty()) {
        region.bytes = 0;
        return;
    }
    std::uintptr_t begin = UINTPTR_MAX;
    std::uintptr_t end = 0;
    for (const SharedArray& array : arrays) {
        const auto first = reinterpret_cast<std::uintptr_t>(array.address);
        begin = std::min(begin, first);
        end = std::max(end, first + array.bytes);
    }
    begin &= ~std::uintptr_t{15};
    const std::size_t bytes = end - begin;
    if (region.begin != begin || region.bytes != bytes) {
        close_region(region);
        open_region(region, begin, bytes, Space::shared, true, checkers().racecheck ? bytes : 0);
    }
    for (const SharedArray& array : arrays) {
        set_state(region, reinterpret_cast<std::uintptr_t>(array.address), array.bytes,
                  RangeState::usable);
    }
    if (region.state == nullptr) return;
    places().static_state.assign(region.state, region.state + bytes / 4 + 1);
}

void open_dynamic_shared() {
    Region& region = hot.dynamic_shared;
    constexpr std::size_t region_bytes = SharedMemory::region_bytes;
    if (region.bytes == 0) {
        open_region(region, reinterpret_cast<std::uintptr_t>(shared_memory().region()),
                    region_bytes, Space::shared, true, checkers().racecheck ? region_bytes : 0);
    }
    Places& all = places();
    set_state(region, all.dynamic_begin, all.dynamic_bytes, RangeState::unusable);
    all.dynamic_begin = reinterpret_cast<std::uintptr_t>(shared_memory().dynamic());
    all.dynamic_bytes = execution.configuration->dynamic_shared_bytes;
}

std::size_t dynamic_words() {
    return (places().dynamic_bytes + 3) / 4;
}

std::uint8_t* dynamic_state() {
    return hot.dynamic_shared.state + (places().dynamic_begin - hot.dynamic_shared.begin) / 4;
}

}  // namespace

void open_places() {
    open_symbols();
    open_static_shared();
    open_dynamic_shared();
    places().saved.clear();
}

void reset_shared() {
    const Places& all = places();
    if (hot.static_shared.bytes != 0 && hot.static_shared.state != nullptr) {
        std::memcpy(hot.static_shared.state, all.static_state.data(), all.static_state.size());
    }
    set_state(hot.dynamic_shared, all.dynamic_begin, all.dynamic_bytes, RangeState::usable);
}

void save_shared(const Block* block) {
    std::vector<std::uint8_t>& state = places().saved[block];
    state.clear();
    if (hot.static_shared.bytes != 0 && hot.static_shared.state != nullptr) {
        state.assign(hot.static_shared.state,
                     hot.static_shared.state + places().static_state.size());
    }
    if (hot.dynamic_shared.state == nullptr) return;
    state.insert(state.end(), dynamic_state(), dynamic_state() + dynamic_words());
}

void load_shared(const Block* block) {
    const std::vector<std::uint8_t>& state = places().saved[block];
    std::size_t statics = 0;
    if (hot.static_shared.bytes != 0 && hot.static_shared.state != nullptr) {
        statics = places().static_state.size();
        std::memcpy(hot.static_shared.state, state.data(), statics);
    }
    if (hot.dynamic_shared.state == nullptr || dynamic_words() == 0) return;
    std::memcpy(dynamic_state(), state.data() + statics, dynamic_words());
}

void forget_shared_records() {
    if (hot.static_shared.bytes != 0) {
        forget_records(hot.static_shared, hot.static_shared.begin, hot.static_shared.bytes);
    }
    if (hot.dynamic_shared.bytes != 0 && places().dynamic_bytes != 0) {
        forget_records(hot.dynamic_shared, places().dynamic_begin, places().dynamic_bytes);
    }
}

void find_program_data() {
    refresh_segments();
}

bool is_program_data(const void* address) {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const Segment* segment = segment_of(number);
    if (segment == nullptr) return false;
    if (!segment->foreign) return true;
    const auto is_in = [number](const auto& variable) {
        return number - reinterpret_cast<std::uintptr_t>(&variable) < sizeof(variable);
    };
    return is_in(threadIdx) || is_in(blockIdx) || is_in(blockDim) || is_in(gridDim) ||
           is_in(warpSize);
}

void mark_written(Region& region, std::uintptr_t address, std::size_t bytes) {
    if (region.state == nullptr) return;
    for (std::size_t i = 0; i < bytes; ++i) {
        if ((state_of_byte(region, address + i) & 0x10) == 0) continue;
        set_state(region, address + i, 1, RangeState::initialised);
    }
}

void all_initialised() {
    for (const Allocation& block : device_arena().live_blocks()) {
        set_state(hot.global, reinterpret_cast<std::uintptr_t>(block.base), block.bytes,
                  RangeState::initialised);
    }
}

}  // namespace workshop::emulator::watch
