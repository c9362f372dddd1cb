// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "located_findings.hpp"

#include <link.h>

#include <algorithm>
#include <map>
#include <utility>

#include "../diagnostics.hpp"
#include "memory_text.hpp"

namespace workshop::emulator::watch {

using profile::SourcePlace;

std::string text_of(const SourcePlace& place) {
    return place.file.empty() ? "an unknown line"
                              : shown_path(place.file) + ":" + std::to_string(place.line);
}

bool is_of_same_value(const Finding& finding) {
    return finding.hazard == Hazard::write_after_write && finding.same_value == finding.count;
}

bool is_warning(const Located& located) {
    return is_of_same_value(located.finding) || located.swap_loop == SwapLoopRead::tested_again;
}

const SourcePlace* read_beside_atomic(const Located& located) {
    const Finding& finding = located.finding;
    if (finding.fault != Fault::race) return nullptr;
    const AccessKind here = finding.party.kind;
    const AccessKind there = finding.other.kind;
    if (here == AccessKind::read && there == AccessKind::atomic) return &located.here;
    if (here == AccessKind::atomic && there == AccessKind::read) return &located.there;
    return nullptr;
}

namespace {

std::uint64_t code_of(const void* pc) {
    return pc == nullptr ? 0 : reinterpret_cast<std::uint64_t>(pc) - 1;
}

/// Whether two findings are one for a person: the same kind on the same lines
/// and the same array. A race of a read and
/// a write is the same in either order.
bool is_same(const Located& a, const Located& b) {
    if (a.here.file.empty() || a.finding.fault != b.finding.fault) return false;
    if (a.array != b.array) return false;
    const std::string here = text_of(b.here);
    const std::string there = text_of(b.there);
    if (a.finding.hazard == b.finding.hazard) {
        return text_of(a.here) == here && text_of(a.there) == there;
    }
    return a.finding.hazard != Hazard::write_after_write &&
           b.finding.hazard != Hazard::write_after_write && text_of(a.here) == there &&
           text_of(a.there) == here && a.finding.party.kind == b.finding.other.kind &&
           a.finding.other.kind == b.finding.party.kind;
}

/// Keeps the races of `from` in arrays that `into` has none in.
void keep_other_arrays(Located& into, const Located& from) {
    if (into.finding.fault != Fault::race) return;
    std::vector<Finding> others = from.in_other_arrays;
    others.push_back(from.finding);
    const auto array = [](const Finding& race) { return array_at(race.space, race.address); };
    for (const Finding& other : others) {
        const auto is_known = [&](const Finding& race) { return array(race) == array(other); };
        const auto& known = into.in_other_arrays;
        if (is_known(into.finding) || std::any_of(known.begin(), known.end(), is_known)) continue;
        into.in_other_arrays.push_back(other);
    }
}

/// What is most likely the cause of the rest comes first.
int rank(const Located& located) {
    switch (located.finding.fault) {
        case Fault::race:
            return is_warning(located) ? 3 : 1;
        case Fault::uninitialised:
            return 2;
        default:
            return 0;
    }
}

}  // namespace

namespace {

using Lines = std::map<std::uint64_t, SourcePlace>;

int read_loads(dl_phdr_info* object, std::size_t, void* loads) {
    *static_cast<unsigned long long*>(loads) = object->dlpi_adds;
    return 1;
}

/// The lines of codes. They are kept, for to look one up starts a process: a fault in every launch
/// of a loop would take longer than the kernels.
const Lines& lines_of(const std::vector<std::uint64_t>& codes) {
    static Lines& known = *new Lines;
    static unsigned long long loads = 0;
    unsigned long long loads_now = 0;
    dl_iterate_phdr(read_loads, &loads_now);
    if (loads != loads_now) known.clear();  // other code may lie there
    loads = loads_now;
    std::vector<std::uint64_t> unknown;
    for (const std::uint64_t code : codes) {
        if (known.count(code) == 0) unknown.push_back(code);
    }
    if (unknown.empty()) return known;
    known.merge(profile::find_source_lines(unknown));
    for (const std::uint64_t code : unknown)
        known.try_emplace(code);  // it has none
    return known;
}

}  // namespace

std::vector<Located> locate(const std::vector<Finding>& findings) {
    std::vector<std::uint64_t> codes;
    for (const Finding& finding : findings) {
        for (const Party* party : {&finding.party, &finding.other}) {
            if (party->pc != nullptr) codes.push_back(code_of(party->pc));
        }
    }
    const Lines& lines = lines_of(codes);
    const auto line_of = [&](const Party& party) {
        const auto line = lines.find(code_of(party.pc));
        return line == lines.end() ? SourcePlace() : line->second;
    };
    std::vector<Located> result;
    for (const Finding& finding : findings) {
        Located located{finding, line_of(finding.party), line_of(finding.other), array_of(finding)};
        bool merged = false;
        for (Located& each : result) {
            if (!is_same(each, located)) continue;
            const unsigned long long count = each.finding.count + finding.count;
            const bool across = each.finding.across_warps || finding.across_warps;
            const unsigned long long same = each.finding.same_value + finding.same_value;
            // A read of what another thread writes is easier to follow than the other way round.
            if (each.finding.hazard == Hazard::write_after_read) std::swap(each, located);
            keep_other_arrays(each, located);
            each.finding.count = count;
            each.finding.across_warps = across;
            each.finding.block_scope |= located.finding.block_scope;
            each.finding.same_value = same;
            merged = true;
            break;
        }
        if (!merged) result.push_back(located);
    }
    for (Located& each : result) {
        const SourcePlace* read = read_beside_atomic(each);
        if (read != nullptr) each.swap_loop = swap_loop_read(*read);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Located& a, const Located& b) { return rank(a) < rank(b); });
    return result;
}

}  // namespace workshop::emulator::watch
