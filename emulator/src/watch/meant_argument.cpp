// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "meant_argument.hpp"

#include <algorithm>
#include <cctype>

#include "../scheduler.hpp"
#include "argument_names.hpp"

namespace workshop::emulator::watch {
namespace {

/// How a line uses an array.
struct Uses {
    bool reads = false;
    bool writes = false;
    bool atomics = false;
    bool any() const { return reads || writes || atomics; }
    bool fits(AccessKind kind) const {
        return kind == AccessKind::read ? reads : kind == AccessKind::write ? writes : atomics;
    }
};

bool is_of_name(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// Behind the indices that follow a name, and what closes a cast around it.
std::size_t behind_indices(const std::string& code, std::size_t place) {
    while (place < code.size()) {
        const char character = code[place];
        if (character == ' ' || character == ')') {
            ++place;
        } else if (character == '[') {
            int depth = 0;
            do {
                if (code[place] == '[') ++depth;
                if (code[place] == ']') --depth;
                ++place;
            } while (depth > 0 && place < code.size());
        } else {
            break;
        }
    }
    return place;
}

/// Whether the code before a name is that of an atomic function with it as its first argument.
bool is_of_atomic(const std::string& before) {
    const std::size_t last = before.find_last_not_of(" &");
    if (last == std::string::npos || before[last] != '(') return false;
    std::size_t first = last;
    while (first > 0 && is_of_name(before[first - 1]))
        --first;
    return before.compare(first, 6, "atomic") == 0;
}

/// Whether a name is followed by a number in brackets: no index that leads far.
bool has_fixed_index(const std::string& code, std::size_t end) {
    if (end == code.size() || code[end] != '[') return false;
    const std::size_t close = code.find_first_not_of("0123456789", end + 1);
    return close != std::string::npos && code[close] == ']';
}

void note_use(const std::string& code, std::size_t begin, std::size_t end, Uses& uses) {
    if (has_fixed_index(code, end)) return;
    if (is_of_atomic(code.substr(0, begin))) {
        uses.atomics = true;
        return;
    }
    const std::string next = code.substr(behind_indices(code, end), 3) + "   ";
    const bool assigns = next[0] == '=' && next[1] != '=';
    const bool changes = next.compare(0, 2, "++") == 0 || next.compare(0, 2, "--") == 0 ||
                         next[1] == '=' || next[2] == '=';
    const bool compares = next.compare(0, 2, "==") == 0 || next.compare(0, 2, "!=") == 0 ||
                          next.compare(0, 2, "<=") == 0 || next.compare(0, 2, ">=") == 0;
    const bool both = changes && !compares && !assigns &&
                      std::string("+-*/%&|^<>").find(next[0]) != std::string::npos;
    uses.writes = uses.writes || assigns || both;
    uses.reads = uses.reads || !assigns;
}

Uses uses_of(const std::string& name, const std::string& code) {
    Uses uses;
    if (name.empty()) return uses;
    for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        // Not the x of threadIdx.x.
        const bool begins = at == 0 || (!is_of_name(code[at - 1]) && code[at - 1] != '.');
        const bool whole = begins && (end == code.size() || !is_of_name(code[end]));
        if (whole) note_use(code, at, end, uses);
    }
    return uses;
}

std::vector<Allocation> allocations_of(const std::vector<const void*>& pointers) {
    std::vector<Allocation> found;
    for (const void* pointer : pointers) {
        const auto block = device_arena().find(pointer);
        const bool known =
            block && std::any_of(found.begin(), found.end(),
                                 [&](const Allocation& each) { return each.base == block->base; });
        if (block && !known) found.push_back(*block);
    }
    return found;
}

}  // namespace

std::vector<const void*> arguments_in(const std::string& line, AccessKind kind) {
    const LaunchArguments& all = execution.call->arguments;
    if (all.parameters == nullptr) return {};
    const std::string code = line.substr(0, line.find("//"));
    const std::string names = '(' + std::string(all.parameters) + ')';
    std::vector<const void*> named;
    std::vector<const void*> fitting;
    for (std::size_t i = 0; i < all.count; ++i) {
        if (all.first[i].address == nullptr) continue;
        const Uses uses = uses_of(argument_text(names, i), code);
        if (uses.any()) named.push_back(all.first[i].address);
        if (uses.fits(kind)) fitting.push_back(all.first[i].address);
    }
    return fitting.empty() ? named : fitting;
}

MeantArray meant_array(const Finding& finding, const std::string& line) {
    constexpr std::uintptr_t far_away = std::uintptr_t{1} << 28;
    MeantArray result;
    if (finding.space != Space::global || !finding.meant) return result;
    const auto begin = reinterpret_cast<std::uintptr_t>(finding.meant->base);
    const std::uintptr_t end = begin + finding.meant->bytes;
    result.is_far = finding.address + far_away < begin || finding.address > end + far_away;
    if (!result.is_far) return result;
    result.can_be_it = allocations_of(arguments_in(line, finding.party.kind));
    if (!result.can_be_it.empty()) return result;
    std::vector<const void*> pointers;
    const LaunchArguments& all = execution.call->arguments;
    for (std::size_t i = 0; i < all.count; ++i)
        pointers.push_back(all.first[i].address);
    result.can_be_it = allocations_of(pointers);
    return result;
}

}  // namespace workshop::emulator::watch
