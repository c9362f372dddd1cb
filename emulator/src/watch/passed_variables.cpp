// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "passed_variables.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

#include "../pointers.hpp"
#include "../scheduler.hpp"
#include "../symbols.hpp"
#include "lifecycle.hpp"
#include "places.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

struct Range {
    std::uintptr_t begin;
    std::size_t bytes;
};

std::vector<Range>& passed() {
    static std::vector<Range>& all = *new std::vector<Range>;
    return all;
}

/// Where the variables begin whose addresses kernels have handed out.
struct FromDevice {
    std::mutex mutex;
    std::set<std::uintptr_t> begins;
};
FromDevice& from_device() {
    static FromDevice& all = *new FromDevice;
    return all;
}

/// The variable at an address. What has no name is text: up to its end, or where that is far, a
/// part of it.
Range range_at(std::uintptr_t address) {
    const auto* pointer = reinterpret_cast<const char*>(address);
    if (const auto variable = program_variable(pointer)) {
        return {reinterpret_cast<std::uintptr_t>(variable->address), variable->bytes};
    }
    constexpr std::size_t most_text = 256;
    return {address, strnlen(pointer, most_text) + 1};
}

bool comes_from_device(const Range& range) {
    FromDevice& known = from_device();
    const std::lock_guard lock(known.mutex);
    return known.begins.count(range.begin) != 0;
}

void add(std::uintptr_t address) {
    const void* pointer = reinterpret_cast<const void*>(address);
    if (!is_program_data(pointer) || find_memory(pointer).place != MemoryPlace::host) return;
    const Range range = range_at(address);
    if (!comes_from_device(range)) passed().push_back(range);
}

/// cudaLaunchKernel() copies its arguments without their types: any word may be a pointer.
void add_words(const KernelCall& call) {
    for (std::size_t i = 0; i + sizeof(std::uintptr_t) <= call.closure_bytes; i += 8) {
        std::uintptr_t word = 0;
        std::memcpy(&word, static_cast<const char*>(call.closure) + i, sizeof word);
        const void* pointer = reinterpret_cast<const void*>(word);
        if (is_program_data(pointer) && program_variable(pointer)) add(word);
    }
}

}  // namespace

void open_passed_variables() {
    passed().clear();
    if (!checkers().memcheck) return;
    const KernelCall& call = *execution.call;
    for (std::size_t i = 0; i < call.arguments.count; ++i) {
        const LaunchArgument& each = call.arguments.first[i];
        if (each.is_pointer) add(reinterpret_cast<std::uintptr_t>(each.address));
    }
    if (call.arguments.count == 0) add_words(call);
}

bool is_passed_variable(std::uintptr_t address) {
    const std::vector<Range>& all = passed();
    return std::any_of(all.begin(), all.end(), [address](const Range& range) {
        return address - range.begin < range.bytes;
    });
}

bool has_passed_variables() {
    return !passed().empty();
}

void note_pointers_from_device(const void* copy, std::size_t bytes) {
    // Pointers come one by one, or as a small table.
    constexpr std::size_t most_bytes = 4096;
    if (!watching() || bytes > most_bytes) return;
    find_program_data();
    for (std::size_t i = 0; i + sizeof(std::uintptr_t) <= bytes; i += sizeof(std::uintptr_t)) {
        std::uintptr_t word = 0;
        std::memcpy(&word, static_cast<const char*>(copy) + i, sizeof word);
        if (!is_program_data(reinterpret_cast<const void*>(word))) continue;
        FromDevice& known = from_device();
        const std::lock_guard lock(known.mutex);
        known.begins.insert(range_at(word).begin);
    }
}

}  // namespace workshop::emulator::watch
