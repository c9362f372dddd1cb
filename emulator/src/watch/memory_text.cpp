// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory_text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>

#include "../api_messages.hpp"
#include "../arena.hpp"
#include "../device_heap.hpp"
#include "../pointers.hpp"
#include "../scheduler.hpp"
#include "../shared_memory.hpp"
#include "../symbols.hpp"
#include "argument_names.hpp"
#include "far_access.hpp"
#include "hot.hpp"

namespace workshop::emulator::watch {
namespace {

const char* pointer(std::uintptr_t address) {
    return reinterpret_cast<const char*>(address);
}

/// "element", or "16-byte element": names of the launch count in smaller ones then.
std::string element_word(std::size_t bytes) {
    constexpr std::size_t largest_number = 8;
    return bytes > largest_number ? std::to_string(bytes) + "-byte element " : "element ";
}

/// @param[in] bytes of an element; 0: it is not known
std::string index_text(std::size_t offset, std::size_t bytes) {
    std::string text;
    if (bytes != 0 && offset % bytes == 0) {
        text = element_word(bytes) + std::to_string(offset / bytes) + " of ";
    }
    return text;
}

std::string offset_text(std::size_t offset, std::size_t size) {
    return " (byte " + std::to_string(offset) + " of " + std::to_string(size) + ")";
}

/// "y[3], " when the launch has a name for a place in or near an allocation.
std::string name_text(std::uintptr_t address, const Allocation& block) {
    const std::string name = name_in_launch(address, block.base, block.bytes);
    return name.empty() ? name : name + ", ";
}

/// An array of shared memory as a message calls it.
struct SharedPlace {
    std::string name;
    const char* base;
    std::size_t bytes;
};

std::vector<SharedPlace> shared_places() {
    std::vector<SharedPlace> places;
    for (const SharedArray& array : shared_arrays()) {
        const std::string of = array.function.empty() ? std::string() : " of " + array.function;
        places.push_back({"the shared array " + array.name + of, array.address, array.bytes});
    }
    places.push_back({"dynamic shared memory", static_cast<const char*>(shared_memory().dynamic()),
                      execution.configuration->dynamic_shared_bytes});
    return places;
}

/// The last array that begins at or before an address.
const SharedPlace* shared_before(const std::vector<SharedPlace>& places, const char* address) {
    const SharedPlace* found = nullptr;
    for (const SharedPlace& place : places) {
        if (place.base > address) continue;
        if (found == nullptr || place.base > found->base) found = &place;
    }
    return found;
}

std::string shared_text(std::uintptr_t address, std::size_t bytes) {
    const std::vector<SharedPlace> places = shared_places();
    const SharedPlace* place = shared_before(places, pointer(address));
    if (place == nullptr) return "shared memory";
    const auto offset = static_cast<std::size_t>(pointer(address) - place->base);
    return index_text(offset, bytes) + place->name + offset_text(offset, place->bytes);
}

std::string distance(const char* what, std::ptrdiff_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte " : " bytes ") + what;
}

std::vector<std::string> shared_distance(std::uintptr_t address) {
    const std::vector<SharedPlace> places = shared_places();
    const SharedPlace* place = shared_before(places, pointer(address));
    std::ptrdiff_t behind = PTRDIFF_MAX;
    if (place != nullptr)
        behind = pointer(address) - place->base - static_cast<std::ptrdiff_t>(place->bytes);
    // The nearer of the two is most likely the one that was meant.
    for (const SharedPlace& next : places) {
        const std::ptrdiff_t ahead = next.base - pointer(address);
        if (ahead > 0 && ahead < behind)
            return {"the address is " + distance("before ", ahead) + next.name};
    }
    if (place == nullptr) return {};
    if (behind < 0) return {"a part of it is behind " + place->name};
    return {"the address is " + distance("behind the last byte of ", behind + 1) + place->name +
            " (" + std::to_string(place->bytes) + " bytes)"};
}

/// Whether a thread has allocated a block itself.
bool is_own(const std::optional<Allocation>& block, const Party& party) {
    if (!block) return false;
    const auto heap = heap_block(*block);
    return heap && heap->thread == party.thread && heap->block.x == party.block.x &&
           heap->block.y == party.block.y && heap->block.z == party.block.z;
}

std::vector<std::string> global_distance(std::uintptr_t address, std::size_t bytes,
                                         const std::optional<Allocation>& meant) {
    if (!meant) return {"no device memory is allocated"};
    const char* byte = pointer(address);
    const auto size = static_cast<std::ptrdiff_t>(meant->bytes);
    const std::ptrdiff_t offset = byte - meant->base;
    const std::string name = name_text(address, *meant);
    if (offset < 0)
        return {"the address is " + name + distance("before ", -offset) + allocation_name(*meant)};
    if (offset < size && device_arena().freed_block(byte)) {
        std::vector<std::string> notes = {"the address is in freed memory: " + name +
                                          index_text(static_cast<std::size_t>(offset), bytes) +
                                          allocation_name(*meant)};
        const auto heap = heap_block(*meant);
        if (heap) notes.push_back("it was " + heap_freed_text(*heap));
        return notes;
    }
    if (offset < size) return {"a part of it is behind " + allocation_name(*meant)};
    std::vector<std::string> notes = {"the address is " + name +
                                      distance("behind the last byte of ", offset - size + 1) +
                                      allocation_name(*meant)};
    if (bytes != 0 && static_cast<std::size_t>(offset) % bytes == 0) {
        const std::size_t elements = meant->bytes / bytes;
        notes.push_back(
            "it would be " + element_word(bytes) +
            std::to_string(static_cast<std::size_t>(offset) / bytes) + ", and there " +
            (elements == 1 ? "is 1 element" : "are " + std::to_string(elements) + " elements"));
    }
    return notes;
}

/// A variable that is an array has elements.
std::string variable_text(std::uintptr_t address, std::size_t bytes) {
    const auto variable = variable_at(pointer(address));
    if (!variable) return "a variable of the program";
    const std::string name = "the variable " + variable->name;
    if (variable->bytes <= bytes || bytes == 0) return name;
    const auto offset = static_cast<std::size_t>(pointer(address) - variable->address);
    return index_text(offset, bytes) + name + offset_text(offset, variable->bytes);
}

std::string page_locked_base(std::uintptr_t address) {
    return address_text(find_memory(pointer(address)).base);
}

/// Of host memory, kernels may use what is page-locked.
std::string host_text(std::uintptr_t address, std::size_t bytes) {
    const MemoryRange memory = find_memory(pointer(address));
    if (memory.place != MemoryPlace::page_locked)
        return "address " + address_text(pointer(address));
    const auto offset = static_cast<std::size_t>(pointer(address) - memory.base);
    const std::string name = name_in_launch(address, memory.base, memory.bytes);
    return (name.empty() ? name : name + ", ") + index_text(offset, bytes) +
           "page-locked memory of " + std::to_string(memory.bytes) +
           (memory.bytes == 1 ? " byte at " : " bytes at ") + address_text(memory.base);
}

const std::vector<std::string>& lines_of(const std::string& file) {
    static std::map<std::string, std::vector<std::string>>& files =
        *new std::map<std::string, std::vector<std::string>>;
    const auto known = files.find(file);
    if (known != files.end()) return known->second;
    std::vector<std::string>& lines = files[file];
    std::ifstream stream(file);
    constexpr std::size_t most_lines = 100'000;
    for (std::string line; lines.size() < most_lines && std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

}  // namespace

std::string allocation_name(const Allocation& block) {
    if (const auto heap = heap_block(block)) return heap_text(*heap);
    return "allocation " + std::to_string(block.number) + " of the program, " +
           std::to_string(block.bytes) + " bytes at " + address_text(block.base);
}

std::string space_word(Space space) {
    switch (space) {
        case Space::shared:
            return "__shared__";
        case Space::local:
            return "__local__";
        default:
            return "__global__";
    }
}

std::string place_text(Space space, std::uintptr_t address, std::size_t bytes) {
    if (space == Space::shared) return shared_text(address, bytes);
    if (space == Space::symbol) {
        return variable_text(address, bytes);
    }
    if (space == Space::host) return host_text(address, bytes);
    if (space != Space::global) return "address " + address_text(pointer(address));
    auto block = device_arena().find(pointer(address));
    if (!block) block = device_arena().freed_block(pointer(address));  // since then
    if (!block) return "address " + address_text(pointer(address));
    const auto offset = static_cast<std::size_t>(pointer(address) - block->base);
    const std::string name = name_text(address, *block);
    // Of several bytes of an element one can be meant: the name counts in elements then.
    const std::string same_index = '[' + std::to_string(offset) + "], ";
    const bool is_byte =
        bytes == 0 ||
        (bytes == 1 && !name.empty() &&
         (name.size() < same_index.size() ||
          name.compare(name.size() - same_index.size(), same_index.size(), same_index) != 0));
    const std::string index =
        is_byte ? "byte " + std::to_string(offset) + " of " : index_text(offset, bytes);
    return name + index + allocation_name(*block);
}

std::optional<Allocation> meant_allocation(std::uintptr_t address, const Party& party) {
    const char* byte = pointer(address);
    if (const auto freed = device_arena().freed_block(byte)) return freed;
    const auto before = device_arena().block_before(byte);
    const auto after = device_arena().block_after(byte);
    if (!before || !after) return before ? before : after;
    const std::ptrdiff_t behind = byte - before->base - static_cast<std::ptrdiff_t>(before->bytes);
    const std::ptrdiff_t ahead = after->base - byte;
    // A thread's own memory is most likely meant; a few elements in front of another, that.
    constexpr std::ptrdiff_t few = 64;
    if (ahead >= few && is_own(before, party) && !is_own(after, party)) return before;
    return behind <= ahead ? before : after;
}

std::string array_of(const Finding& finding) {
    switch (finding.fault) {
        case Fault::host_memory:
        case Fault::variable_name:
        case Fault::page_locked_end:
        case Fault::far_away:
        case Fault::foreign_local:
        case Fault::race:
            return {};
        default:
            break;
    }
    if (finding.space == Space::symbol || finding.space == Space::shared)
        return array_at(finding.space, finding.address);
    return finding.meant ? allocation_name(*finding.meant) : std::string();
}

std::string array_at(Space space, std::uintptr_t address) {
    if (space == Space::symbol) return variable_name(pointer(address));
    if (space == Space::shared) {
        const std::vector<SharedPlace> places = shared_places();
        const SharedPlace* place = shared_before(places, pointer(address));
        return place == nullptr ? std::string() : place->name;
    }
    if (space == Space::host) return "page-locked memory at " + page_locked_base(address);
    auto block = device_arena().find(pointer(address));
    if (!block) block = device_arena().freed_block(pointer(address));
    return block ? allocation_name(*block) : std::string();
}

std::vector<std::string> distance_text(const Finding& finding) {
    if (finding.space == Space::shared) return shared_distance(finding.address);
    if (finding.space != Space::global) return {};
    return global_distance(finding.address, finding.bytes, finding.meant);
}

std::optional<SharedIndex> shared_index(std::uintptr_t address, std::size_t bytes) {
    const std::vector<SharedPlace> places = shared_places();
    const SharedPlace* place = shared_before(places, pointer(address));
    if (place == nullptr || bytes == 0) return std::nullopt;
    const auto offset = static_cast<std::size_t>(pointer(address) - place->base);
    if (offset % bytes != 0) return std::nullopt;
    return SharedIndex{offset / bytes, place->bytes / bytes};
}

std::string source_excerpt(const std::string& file, int line) {
    const std::vector<std::string>& lines = lines_of(file);
    if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return {};
    constexpr std::size_t most_characters = 120;
    char number[16];
    std::snprintf(number, sizeof number, "%5d | ", line);
    return number + lines[static_cast<std::size_t>(line) - 1].substr(0, most_characters);
}

}  // namespace workshop::emulator::watch
