// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "race_text.hpp"

#include <algorithm>
#include <string>

#include "../profile/source_text.hpp"
#include "address_text.hpp"
#include "atomic_race_text.hpp"
#include "finding_parts.hpp"
#include "lock_text.hpp"
#include "loop_barrier.hpp"
#include "memory_text.hpp"

namespace workshop::emulator::watch {
namespace {

const char* const several_writers =
    "several threads write the same element with different values: does the index contain this "
    "thread's row (or block)?";

bool is_one_line(const Located& located) {
    return text_of(located.here) == text_of(located.there);
}

/// Whether a line may change an element in one statement: it holds only one, or an operator that
/// reads and writes, as in `n[0] += 1`. A line that swaps two elements holds several.
bool may_change_in_one_statement(const profile::SourcePlace& place) {
    std::string line = profile::source_line(place.file, place.line);
    line.erase(std::min(line.find("//"), line.size()));
    int depth = 0;
    int statements = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '(') ++depth;
        if (line[i] == ')') --depth;
        if (depth > 0) continue;
        if (line[i] == ';') ++statements;
        const std::string two = line.substr(i, 2);
        if (two == "++" || two == "--") return true;
        const bool is_operator = std::string("+-*/%&|^").find(line[i]) != std::string::npos;
        if (is_operator && two.back() == '=') return true;
    }
    return statements <= 1;
}

/// Whether several threads of a block read and write one element in one line, as in `n[0] += 1`:
/// such a line races with itself in both ways.
bool is_lost_update(const Located& located, const std::vector<Located>& all) {
    const Finding& finding = located.finding;
    const auto writes = [](const Finding& each) {
        return each.hazard == Hazard::write_after_write;
    };
    if (!is_one_line(located) || !same_block(finding)) return false;
    if (!may_change_in_one_statement(located.here)) return false;
    return std::any_of(all.begin(), all.end(), [&](const Located& each) {
        return each.finding.fault == Fault::race && is_one_line(each) && same_block(each.finding) &&
               each.finding.address == finding.address && writes(each.finding) != writes(finding) &&
               text_of(each.here) == text_of(located.here);
    });
}

}  // namespace

void explain_race(const Located& located, const std::vector<Located>& all, bool across_warps,
                  Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    const char* hazard = finding.hazard == Hazard::read_after_write   ? "read-after-write"
                         : finding.hazard == Hazard::write_after_read ? "write-after-read"
                                                                      : "write-after-write";
    diagnostic.what = "racecheck: Race reported between " + kind_word(finding.party.kind) +
                      " access here and " + kind_word(finding.other.kind) + " access at " +
                      text_of(located.there) + " (" + hazard + " hazard on " +
                      space_word(finding.space) + " memory)";
    diagnostic.notes.push_back("thread " + thread_index(finding.other.thread) +
                               (same_block(finding) ? " of the same block"
                                : finding.other.block_known
                                    ? " of block " + index_text(finding.other.block)
                                    : std::string(" of another block")) +
                               " made the other access, and nothing orders the two");
    add_excerpt(diagnostic, located.there);
    diagnostic.notes.push_back("both use " +
                               place_text(finding.space, finding.address, finding.bytes));
    for (const Finding& other : located.in_other_arrays) {
        diagnostic.notes.push_back("the same in another array: both use " +
                                   place_text(other.space, other.address, other.bytes));
    }
    if (explain_swap_loop(located, diagnostic)) return;
    if (is_of_same_value(finding)) {
        diagnostic.severity = Diagnostic::Severity::warning;
        diagnostic.likely_cause =
            "several threads write the same value, which goes well as long as it is the same; or "
            "they "
            "have come to the same index by mistake";
        diagnostic.next =
            "do these threads really mean the same element? If so, let one of them write it; else "
            "look at the index";
        return;
    }
    if (explain_race_of_atomics(located, diagnostic)) return;
    const bool atomic =
        finding.party.kind == AccessKind::atomic || finding.other.kind == AccessKind::atomic;
    if (atomic && explain_plain_unlock(located, diagnostic)) return;
    const bool both_write = finding.hazard == Hazard::write_after_write && !atomic;
    const bool output_is_shared =
        both_write && (finding.space == Space::global || finding.space == Space::host);
    if (explain_lock_without_fence(located, diagnostic)) return;
    if (!same_block(finding)) {
        diagnostic.likely_cause =
            output_is_shared ? several_writers : "blocks run in any order, and at the same time";
        diagnostic.next =
            atomic ? "use atomics for every access, or read the result in a later kernel"
                   : "do both blocks really mean the same element? Else look at the index. If so, "
                     "give "
                     "each block memory of its own, use an atomic, or split the work into two "
                     "kernels; to hand data on inside one, write, __threadfence(), then an atomic";
        return;
    }
    if (atomic) {
        diagnostic.likely_cause = "an atomic orders nothing but itself";
        diagnostic.next = "put __syncthreads() between the two, or use atomics on both sides";
        return;
    }
    if (explain_lock_without_fence(located, diagnostic)) return;
    if (is_lost_update(located, all)) {
        diagnostic.likely_cause =
            "several threads read and change the same element in one statement, and all but one "
            "of the changes can be lost";
        diagnostic.next =
            "where these threads do mean the same element, use an atomic such as atomicAdd() or "
            "atomicMax(); else look at the index. No barrier fits into one statement";
        return;
    }
    if (output_is_shared) {
        diagnostic.likely_cause = several_writers;
        diagnostic.next =
            "look at the index first; if all of these threads do mean one element, let one of them "
            "write it, or keep the writes apart by __syncthreads()";
        return;
    }
    const bool one_line = is_one_line(located);
    if (one_line && !both_write && has_barrier_in_loop(located.here)) {
        diagnostic.likely_cause =
            "in one step, a thread reads an element that another thread writes in the same step; "
            "the barrier of the loop keeps only the steps apart";
        diagnostic.next =
            "look at which elements one step reads and writes: in a tree over an odd number of "
            "values, is the half rounded up? Where they have to overlap: read, __syncthreads(), "
            "then write";
        return;
    }
    diagnostic.likely_cause =
        one_line
            ? "threads use each other's elements in one statement, or a loop comes back to it "
              "without a barrier"
            : "no barrier between the two lines, or none between the end of a loop's round and the "
              "next";
    if (both_write) {
        diagnostic.likely_cause =
            "two threads store to one element: one of the indices is wrong, only one thread should "
            "store it (if (threadIdx.x == 0)), or the element is used again without a barrier";
        diagnostic.next =
            "look at both indices first; if both threads do mean this element, one after the "
            "other: ";
    }
    // A barrier that is wide enough for one race of a launch should be enough for the others.
    diagnostic.next +=
        across_warps ? "put __syncthreads() between the two, where all threads reach it"
                     : "put __syncthreads() between the two; __syncwarp() is enough where only "
                       "the threads of one warp use the array";
}

}  // namespace workshop::emulator::watch
