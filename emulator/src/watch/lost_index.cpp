// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "lost_index.hpp"

#include <vector>

#include "../scheduler.hpp"
#include "../symbols.hpp"
#include "far_access.hpp"
#include "hot.hpp"

namespace workshop::emulator::watch {
namespace {

/// Beside an allocation: a row of a large matrix.
constexpr std::uintptr_t near_block = std::uintptr_t{1} << 20;
/// Beside shared memory and variables, of which there are many.
constexpr std::uintptr_t near_array = std::uintptr_t{1} << 16;
/// An argument as near as that says that the address is no wrapped index of another one.
constexpr std::uintptr_t near_argument = std::uintptr_t{1} << 30;

bool is_near(std::uintptr_t begin, std::uintptr_t bytes, std::uintptr_t address,
             std::uintptr_t distance) {
    return bytes != 0 && address + distance >= begin && address < begin + bytes + distance;
}

std::optional<Allocation> block_near(std::uintptr_t address) {
    const auto block = device_arena().nearest(reinterpret_cast<const void*>(address));
    if (!block) return std::nullopt;
    const auto begin = reinterpret_cast<std::uintptr_t>(block->base);
    return is_near(begin, block->bytes, address, near_block) ? block : std::nullopt;
}

/// What lies behind an int among the arguments can look like an address of the device.
bool leads_somewhere(std::uintptr_t argument) {
    return !device_arena().contains(reinterpret_cast<const void*>(argument)) ||
           block_near(argument);
}

bool is_near_array(std::uintptr_t address) {
    if (is_near(hot.static_shared.begin, hot.static_shared.bytes, address, near_array)) return true;
    if (is_near(hot.dynamic_shared.begin, hot.dynamic_shared.bytes, address, near_array)) {
        return true;
    }
    const VariableRange variables = range_of_variables(execution.call->address);
    return is_near(variables.begin, variables.end - variables.begin, address, near_array);
}

std::optional<MemoryRange> page_locked_at(std::uintptr_t address) {
    const MemoryRange range = find_memory(reinterpret_cast<const void*>(address));
    if (range.place == MemoryPlace::page_locked) return range;
    return page_locked_beside(address);
}

/// What an element of an array may measure: the access, or what an argument points to.
std::vector<std::size_t> element_sizes(std::size_t bytes) {
    std::vector<std::size_t> sizes;
    const LaunchArguments& all = execution.call->arguments;
    for (std::size_t i = 0; i < all.count; ++i) {
        if (all.first[i].element_bytes > bytes) sizes.push_back(all.first[i].element_bytes);
    }
    sizes.insert(sizes.begin(), bytes);
    return sizes;
}

/// Whether elements of an allocation can be of a size: that of the access, or what an argument that
/// points there says.
bool has_elements(const char* base, std::size_t bytes, std::size_t size, std::size_t access) {
    if (size == access) return true;
    const LaunchArguments& all = execution.call->arguments;
    for (std::size_t i = 0; i < all.count; ++i) {
        const auto* place = static_cast<const char*>(all.first[i].address);
        const std::uintptr_t offset =
            reinterpret_cast<std::uintptr_t>(place) - reinterpret_cast<std::uintptr_t>(base);
        if (offset < bytes && all.first[i].element_bytes == size) return true;
    }
    return false;
}

}  // namespace

std::optional<MemoryRange> page_locked_beside(std::uintptr_t address) {
    const auto argument = nearest_argument(address);
    if (!argument) return std::nullopt;
    const MemoryRange range = find_memory(reinterpret_cast<const void*>(*argument));
    const auto begin = reinterpret_cast<std::uintptr_t>(range.base);
    if (range.place != MemoryPlace::page_locked ||
        !is_near(begin, range.bytes, address, near_block)) {
        return std::nullopt;
    }
    return range;
}

std::optional<WrappedIndex> wrapped_index(std::uintptr_t address, std::size_t bytes) {
    const auto argument = nearest_argument(address);
    if (argument && leads_somewhere(*argument) && is_near(*argument, 1, address, near_argument)) {
        return std::nullopt;
    }
    for (const std::size_t size : element_sizes(bytes)) {
        WrappedIndex index{size, std::nullopt, std::nullopt};
        if (size >= 1U << 16 || address < index.too_far()) continue;
        const std::uintptr_t place = address - index.too_far();
        index.block = block_near(place);
        if (index.block && !has_elements(index.block->base, index.block->bytes, size, bytes)) {
            index.block.reset();
            continue;
        }
        if (index.block) return index;
        index.page_locked = page_locked_at(place);
        if (index.page_locked || is_near_array(place)) return index;
    }
    return std::nullopt;
}

std::string wrapped_text(std::uintptr_t index) {
    constexpr std::uintptr_t all = std::uintptr_t{1} << 32;
    return index < all ? "2^32 - " + std::to_string(all - index)
                       : "2^32 + " + std::to_string(index - all);
}

bool leads_far_from_argument(std::uintptr_t address) {
    const auto argument = nearest_argument(address);
    if (!argument || !is_near(*argument, 1, address, farthest_index)) return false;
    return device_arena().find(reinterpret_cast<const void*>(*argument)).has_value();
}

}  // namespace workshop::emulator::watch
