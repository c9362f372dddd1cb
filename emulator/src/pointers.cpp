// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "pointers.hpp"

#include <map>
#include <mutex>

#include "api_messages.hpp"
#include "arena.hpp"
#include "device_heap.hpp"
#include "device_variables.hpp"
#include "symbols.hpp"

namespace workshop::emulator {
namespace {

struct PageLocked {
    std::size_t bytes;
    bool allocated;
};

struct Symbol {
    std::size_t bytes = 0;
    bool address_given = false;
};

struct KnownMemory {
    std::mutex mutex;
    std::map<const char*, PageLocked> page_locked;
    std::map<const char*, FreedPageLocked> freed;
    std::map<const char*, Symbol> symbols;
};

KnownMemory& known_memory() {
    static KnownMemory& known = *new KnownMemory;  // used by static objects at exit
    return known;
}

const char* name_of(Side side) {
    return side == Side::source ? "source" : "destination";
}

/// "source 0x... " and what it is: how a message begins.
std::string describe(Side side, const void* address, const MemoryRange& range) {
    return std::string(name_of(side)) + " " + address_text(address) + " is " +
           std::to_string(static_cast<const char*>(address) - range.base) +
           " bytes into a block of " + std::to_string(range.bytes) + " bytes";
}

bool fits(const void* address, std::size_t bytes, const MemoryRange& range) {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - range.base);
    return bytes <= range.bytes - offset;
}

/// Where a person finds the size of memory of a kind.
std::string size_of_place(const MemoryRange& range) {
    if (range.place == MemoryPlace::page_locked) return "the one given to cudaMallocHost";
    return device_arena().contains(range.base) ? "the one given to cudaMalloc"
                                               : "sizeof of the variable";
}

bool refuse_overrun(const char* function, Side side, const void* address, std::size_t bytes,
                    const MemoryRange& range) {
    refuse(cudaErrorInvalidValue, function,
           describe(side, address, range) + ", and " + std::to_string(bytes) +
               " bytes from there pass its end",
           "a size in elements where bytes are meant, or the wrong size",
           "compare the number of bytes with " + size_of_place(range));
    return false;
}

}  // namespace

MemoryRange find_memory(const void* address) {
    const Arena& arena = device_arena();
    if (arena.contains(address)) {
        const auto block = arena.find(address);
        if (!block) return {MemoryPlace::not_owned, nullptr, 0};
        const MemoryPlace place = block->managed     ? MemoryPlace::managed
                                  : block->of_kernel ? MemoryPlace::device_heap
                                                     : MemoryPlace::device;
        return {place, block->base, block->bytes};
    }
    KnownMemory& known = known_memory();
    const std::lock_guard lock(known.mutex);
    const auto* byte = static_cast<const char*>(address);
    if (auto next = known.page_locked.upper_bound(byte); next != known.page_locked.begin()) {
        --next;
        if (byte < next->first + next->second.bytes) {
            return {MemoryPlace::page_locked, next->first, next->second.bytes};
        }
    }
    if (const auto variable = managed_variable(address)) {
        return {MemoryPlace::managed, variable->address, variable->bytes};
    }
    if (auto next = known.symbols.upper_bound(byte); next != known.symbols.begin()) {
        --next;
        if (byte < next->first + next->second.bytes) {
            return {MemoryPlace::symbol, next->first, next->second.bytes};
        }
    }
    return {};
}

namespace {

/// What overlaps a range is page-locked again, or a part of it.
void forget_freed(KnownMemory& known, const char* first, std::size_t bytes) {
    for (auto next = known.freed.lower_bound(first + bytes); next != known.freed.begin();) {
        --next;
        if (next->first + next->second.bytes > first) next = known.freed.erase(next);
    }
}

}  // namespace

bool add_page_locked(void* base, std::size_t bytes, bool allocated) {
    KnownMemory& known = known_memory();
    const std::lock_guard lock(known.mutex);
    const auto* first = static_cast<const char*>(base);
    const auto next = known.page_locked.lower_bound(first);
    if (next != known.page_locked.end() && next->first < first + bytes) return false;
    if (next != known.page_locked.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second.bytes > first) return false;
    }
    known.page_locked[first] = PageLocked{bytes, allocated};
    forget_freed(known, first, bytes);
    return true;
}

bool remove_page_locked(void* base, bool allocated) {
    KnownMemory& known = known_memory();
    const std::lock_guard lock(known.mutex);
    const auto block = known.page_locked.find(static_cast<const char*>(base));
    if (block == known.page_locked.end() || block->second.allocated != allocated) return false;
    constexpr std::size_t most_freed = 4096;
    if (known.freed.size() == most_freed) known.freed.clear();
    const std::size_t bytes = block->second.bytes;
    known.freed[block->first] = FreedPageLocked{bytes, allocated};
    known.page_locked.erase(block);
    return true;
}

std::optional<FreedPageLocked> freed_page_locked(const void* address) {
    KnownMemory& known = known_memory();
    const std::lock_guard lock(known.mutex);
    const auto* byte = static_cast<const char*>(address);
    auto next = known.freed.upper_bound(byte);
    if (next == known.freed.begin()) return std::nullopt;
    --next;
    if (byte >= next->first + next->second.bytes) return std::nullopt;
    return next->second;
}

std::size_t page_locked_blocks() {
    KnownMemory& known = known_memory();
    const std::lock_guard lock(known.mutex);
    return known.page_locked.size();
}

void add_symbol(const void* address, std::size_t bytes, bool address_given) {
    KnownMemory& known = known_memory();
    const std::lock_guard lock(known.mutex);
    Symbol& symbol = known.symbols[static_cast<const char*>(address)];
    if (bytes > symbol.bytes) symbol.bytes = bytes;
    symbol.address_given |= address_given;
}

bool symbol_address_was_given(const void* begin, std::size_t bytes) {
    KnownMemory& known = known_memory();
    const std::lock_guard lock(known.mutex);
    const auto* first = static_cast<const char*>(begin);
    for (auto next = known.symbols.lower_bound(first);
         next != known.symbols.end() && next->first < first + bytes; ++next) {
        if (next->second.address_given) return true;
    }
    return false;
}

namespace {

/// Refuses a __device__ or __constant__ variable that is given by its name to a function that takes
/// a pointer.
/// @return whether it is one
bool refuse_name(const char* function, Side side, const void* address) {
    const auto any = variable_at(address);
    if (!any || symbol_address_was_given(any->address, any->bytes)) return false;
    const auto variable = device_variable(address, calling_file());
    if (!variable) return false;
    const std::string name = function;
    const bool fills = name.find("Memset") != std::string::npos;
    const bool async = name.find("Async") != std::string::npos;
    const std::string by_symbol =
        std::string(side == Side::source ? "cudaMemcpyFromSymbol" : "cudaMemcpyToSymbol") +
        (async ? "Async()" : "()");
    refuse(cudaErrorInvalidValue, function,
           std::string(name_of(side)) + " " + address_text(address) + " is not device memory",
           "the name of a " + std::string(variable->kind) + " variable, " + variable->name +
               ", is not its address on the host",
           fills ? "pass the pointer that cudaGetSymbolAddress() gives for " + variable->name
                 : "use " + by_symbol + " for " + variable->name +
                       ", or pass the pointer that cudaGetSymbolAddress() gives for it");
    return true;
}

bool takes_symbols(const char* function) {
    return std::string(function).find("Symbol") != std::string::npos;
}

}  // namespace

bool check_device_range(const char* function, Side side, const void* address, std::size_t bytes) {
    const std::string who = std::string(name_of(side)) + " " + address_text(address);
    const MemoryRange range = find_memory(address);
    switch (range.place) {
        case MemoryPlace::symbol:
            if (!takes_symbols(function) && refuse_name(function, side, address)) return false;
            return fits(address, bytes, range) ||
                   refuse_overrun(function, side, address, bytes, range);
        case MemoryPlace::host:
            if (refuse_name(function, side, address)) return false;
            refuse(cudaErrorInvalidValue, function, who + " is not device memory",
                   address == nullptr
                       ? "a null pointer: nothing was allocated, or its cudaMalloc failed"
                       : "a host pointer, source and destination swapped, or the wrong direction",
                   "pass the pointer that cudaMalloc wrote, or the right cudaMemcpyKind");
            return false;
        case MemoryPlace::not_owned:
            refuse(cudaErrorInvalidValue, function, who + " is in no live device allocation",
                   "memory that was freed, or an address past the end of a block",
                   "look for the cudaFree, or for the arithmetic on the pointer");
            return false;
        default:
            return fits(address, bytes, range) ||
                   refuse_overrun(function, side, address, bytes, range);
    }
}

HeapPointer heap_pointer(const void* address) {
    const auto allocation = device_arena().find(address);
    const auto block = allocation ? heap_block(*allocation) : std::nullopt;
    return {" is in memory of a kernel's own malloc or new" +
                (block ? ": " + heap_text(*block) : std::string()),
            "a pointer that a kernel stored: what kernels allocate, only kernels can use and free",
            "let the host allocate by cudaMalloc what it wants to copy or to free; or let a kernel "
            "copy it there"};
}

bool check_not_of_kernel(const char* function, Side side, const void* address) {
    if (find_memory(address).place != MemoryPlace::device_heap) return true;
    const HeapPointer heap = heap_pointer(address);
    refuse(cudaErrorInvalidValue, function,
           std::string(name_of(side)) + " " + address_text(address) + heap.what, heap.cause,
           heap.next);
    return false;
}

bool check_host_range(const char* function, Side side, const void* address, std::size_t bytes) {
    const std::string who = std::string(name_of(side)) + " " + address_text(address);
    if (address == nullptr) {
        refuse(cudaErrorInvalidValue, function, who + " is a null pointer");
        return false;
    }
    const MemoryRange range = find_memory(address);
    switch (range.place) {
        case MemoryPlace::device:
        case MemoryPlace::device_heap:
        case MemoryPlace::symbol:
        case MemoryPlace::not_owned:
            refuse(cudaErrorInvalidValue, function,
                   who + " is device memory, but the direction says host",
                   "source and destination swapped, or the wrong direction",
                   "the order is (destination, source, bytes, direction)");
            return false;
        case MemoryPlace::page_locked:
        case MemoryPlace::managed:
            return fits(address, bytes, range) ||
                   refuse_overrun(function, side, address, bytes, range);
        case MemoryPlace::host:
            break;
    }
    return true;
}

}  // namespace workshop::emulator
