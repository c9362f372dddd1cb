// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "meant_argument.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

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

/// Whether the code takes an element of something that is no parameter of the kernel, in the way of
/// this access: a pointer of its own, as in `row[column]`, or a member, as in `m.data[i]`.
bool uses_other_pointer(const std::string& line, AccessKind kind) {
    const LaunchArguments& all = execution.call->arguments;
    const std::string code = line.substr(0, line.find("//"));
    const std::string names = '(' + std::string(all.parameters) + ')';
    for (std::size_t open = code.find('['); open != std::string::npos;
         open = code.find('[', open + 1)) {
        std::size_t begin = open;
        while (begin > 0 && is_of_name(code[begin - 1]))
            --begin;
        const std::string name = code.substr(begin, open - begin);
        if (name.empty() || has_fixed_index(code, open)) continue;
        const bool is_member = begin > 0 && (code[begin - 1] == '.' || code[begin - 1] == '>');
        bool is_parameter = false;
        for (std::size_t i = 0; i < all.count; ++i)
            is_parameter = is_parameter || argument_text(names, i) == name;
        Uses uses;
        note_use(code, begin, open, uses);
        if ((is_member || !is_parameter) && uses.fits(kind)) return true;
    }
    return false;
}

/// Every word among the arguments: pointers, also those inside of structures.
std::vector<const void*> words_of_arguments() {
    const auto* arguments = static_cast<const char*>(execution.call->closure);
    std::vector<const void*> words;
    for (std::size_t i = 0; i + sizeof(void*) <= execution.call->closure_bytes;
         i += sizeof(void*)) {
        const void* word = nullptr;
        std::memcpy(&word, arguments + i, sizeof word);
        words.push_back(word);
    }
    return words;
}

bool is_among(const std::vector<Allocation>& all, const Allocation& one) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Allocation& each) { return each.base == one.base; });
}

/// Of the two allocations around an address: the one that the line names, or both where it names
/// both and neither is very near. Nothing where the nearest one is as good a guess.
std::vector<Allocation> named_neighbours(const Finding& finding,
                                         const std::vector<Allocation>& named) {
    constexpr std::ptrdiff_t few = 64;
    const auto* byte = reinterpret_cast<const char*>(finding.address);
    const auto before = device_arena().block_before(byte);
    const auto after = device_arena().block_after(byte);
    if (!before || !after) return {};
    if (finding.meant->base != before->base && finding.meant->base != after->base) return {};
    const bool names_before = is_among(named, *before);
    const bool names_after = is_among(named, *after);
    if (names_before != names_after) return {names_before ? *before : *after};
    const std::ptrdiff_t behind = byte - before->base - static_cast<std::ptrdiff_t>(before->bytes);
    if (!names_before || std::min(behind, after->base - byte) < few) return {};
    return {*before, *after};
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
    result.can_be_it = allocations_of(arguments_in(line, finding.party.kind));
    const bool by_name = execution.call->arguments.parameters != nullptr;
    const bool through_other = by_name && uses_other_pointer(line, finding.party.kind);
    if (!result.is_far) {
        result.can_be_it =
            through_other ? std::vector<Allocation>() : named_neighbours(finding, result.can_be_it);
        return result;
    }
    if (!result.can_be_it.empty() && !through_other) return result;
    if (through_other) {
        result.can_be_it = allocations_of(words_of_arguments());
        return result;
    }
    std::vector<const void*> pointers;
    const LaunchArguments& all = execution.call->arguments;
    for (std::size_t i = 0; i < all.count; ++i)
        pointers.push_back(all.first[i].address);
    result.can_be_it = allocations_of(pointers);
    return result;
}

}  // namespace workshop::emulator::watch
