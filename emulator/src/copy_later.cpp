// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <emulator/copy_later.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

#include "copy_targets.hpp"
#include "scheduler.hpp"
#include "watch/lifecycle.hpp"

namespace workshop::emulator {
namespace {

void copy_bytes(const LaterCopy& later, std::size_t offset, std::size_t bytes, bool now) {
    char* const to = static_cast<char*>(later.copy.to) + offset;
    const char* const from = static_cast<const char*>(later.copy.from) + offset;
    if (!now) {
        watch::watch_copy_to_come(to, from, bytes, later.pc, __builtin_frame_address(0));
        return;
    }
    watch::watch_copy_that_came(to, bytes, later.pc, __builtin_frame_address(0));
    std::memcpy(to, from, bytes);
}

/// Looks at a thread's share of a copy, or makes it.
void go_through(const LaterCopy& later, bool now) {
    const SharedCopy& copy = later.copy;
    const std::size_t whole = copy.bytes / copy.element * copy.element;
    for (std::size_t at = copy.first * copy.element; at < whole; at += copy.step * copy.element)
        copy_bytes(later, at, copy.element, now);
    if (copy.first == 0 && whole < copy.bytes) copy_bytes(later, whole, copy.bytes - whole, now);
}

/// Where copies of this launch were to go, each place once: [begin, end).
std::map<std::uintptr_t, std::uintptr_t> targets;

}  // namespace

void forget_copies() {
    targets.clear();
}

bool is_to_be_copied(std::uintptr_t address) {
    const auto next = targets.upper_bound(address);
    return next != targets.begin() && address < std::prev(next)->second;
}

void copy_later(const SharedCopy& copy) {
    if (!in_kernel()) return;
    constexpr std::size_t most = 4096;  // a launch with more of them keeps the first
    const auto begin = reinterpret_cast<std::uintptr_t>(copy.to);
    if (targets.size() < most || targets.count(begin) != 0) {
        std::uintptr_t& end = targets[begin];
        end = std::max(end, begin + copy.bytes);
    }
    auto& all = execution.block->later_copies;
    if (all.empty()) all.resize(execution.block->count());
    const LaterCopy later{copy, __builtin_return_address(0)};
    go_through(later, false);
    all[execution.thread->number].push_back(later);
}

void finish_copies(std::size_t but_last) {
    if (!in_kernel() || execution.block->later_copies.empty()) return;
    auto& own = execution.block->later_copies[execution.thread->number];
    while (own.size() > but_last) {
        const LaterCopy first = own.front();
        own.erase(own.begin());
        go_through(first, true);
    }
}

}  // namespace workshop::emulator
