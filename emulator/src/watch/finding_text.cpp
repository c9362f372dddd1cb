// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_text.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "../scheduler.hpp"
#include "address_text.hpp"
#include "located_findings.hpp"
#include "loop_barrier.hpp"
#include "memory_text.hpp"
#include "repeated_findings.hpp"

namespace workshop::emulator::watch {
namespace {

using profile::SourcePlace;

std::atomic<unsigned long long> errors{0};
std::atomic<unsigned long long> outside_errors{0};

std::string index_text(uint3 index) {
    return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," +
           std::to_string(index.z) + ")";
}

std::string thread_index(unsigned number) {
    const auto& threads = execution.blocks.front()->threads;
    return number < threads.size() ? index_text(threads[number].index) : "?";
}

bool same_block(const Finding& finding) {
    const uint3& a = finding.party.block;
    const uint3& b = finding.other.block;
    return finding.other.block_known && a.x == b.x && a.y == b.y && a.z == b.z;
}

void add_excerpt(Diagnostic& diagnostic, const SourcePlace& place) {
    const std::string excerpt = source_excerpt(place.file, place.line);
    if (!excerpt.empty()) diagnostic.notes.push_back(excerpt);
}

std::string count_text(const Finding& finding) {
    return finding.count == 1 ? "once in this launch"
                              : std::to_string(finding.count) + " times in this launch";
}

const char* const several_writers =
    "several threads write the same element with different values: does the index contain this "
    "thread's row (or block)?";

bool is_one_line(const Located& located) {
    return text_of(located.here) == text_of(located.there);
}

/// Whether several threads of a block read and write one element in one line, as in `n[0] += 1`:
/// such a line races with itself in both ways.
bool is_lost_update(const Located& located, const std::vector<Located>& all) {
    const Finding& finding = located.finding;
    const auto writes = [](const Finding& each) {
        return each.hazard == Hazard::write_after_write;
    };
    if (!is_one_line(located) || !same_block(finding)) return false;
    return std::any_of(all.begin(), all.end(), [&](const Located& each) {
        return each.finding.fault == Fault::race && is_one_line(each) && same_block(each.finding) &&
               each.finding.address == finding.address && writes(each.finding) != writes(finding) &&
               text_of(each.here) == text_of(located.here);
    });
}

/// @param[in] all of the launch
/// @param[in] across_warps a race of the launch in the same kind of memory is between warps
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
    if (is_warning(finding)) {
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
    const bool atomic =
        finding.party.kind == AccessKind::atomic || finding.other.kind == AccessKind::atomic;
    const bool both_write = finding.hazard == Hazard::write_after_write && !atomic;
    const bool output_is_shared = both_write && finding.space == Space::global;
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

void explain_uninitialised(const Located& located, Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    diagnostic.what = "initcheck: Uninitialized " + space_word(finding.space) +
                      " memory read of size " + size_text(finding.bytes);
    diagnostic.notes.push_back("nobody has written " +
                               place_text(finding.space, finding.address, finding.bytes));
    const auto index = shared_index(finding.address, finding.bytes);
    const std::size_t threads = execution.blocks.front()->threads.size();
    // For thread 0 of several, that is the second element of a share in steps of the block.
    const bool second_of_share = finding.party.thread == 0 && threads > 1;
    if (finding.space == Space::shared && index && index->index == threads && !second_of_share) {
        diagnostic.likely_cause =
            one_past_text + "; else an element that nobody writes, or no barrier";
        diagnostic.next = "compare the index with the number of values before the access";
    } else if (finding.space == Space::shared) {
        diagnostic.likely_cause =
            "an element that no thread of this block writes before, or a missing barrier";
        diagnostic.next = "write it first; shared memory starts with whatever was there";
    } else {
        diagnostic.likely_cause = "memory of cudaMalloc that was neither copied to nor set";
        diagnostic.next = "cudaMemset or cudaMemcpy before the launch, or write before you read";
    }
}

/// Whether one of the races in a kind of memory is between warps of a block.
bool races_across_warps(const std::vector<Located>& all, Space space) {
    return std::any_of(all.begin(), all.end(), [space](const Located& each) {
        return each.finding.fault == Fault::race && each.finding.space == space &&
               each.finding.across_warps && same_block(each.finding);
    });
}

Diagnostic explain(const Located& located, const std::vector<Located>& all) {
    const Finding& finding = located.finding;
    Diagnostic diagnostic;
    diagnostic.file = shown_path(located.here.file);
    diagnostic.line = located.here.line;
    if (diagnostic.file.empty()) {
        diagnostic.file = execution.call->file;
        diagnostic.line = execution.call->line;
        diagnostic.notes.push_back("the line is that of the launch: no other is known");
    }
    diagnostic.where = "kernel " + execution.kernel + ", block " + index_text(finding.party.block) +
                       ", thread " + thread_index(finding.party.thread);
    add_excerpt(diagnostic, located.here);
    if (finding.fault == Fault::race) {
        explain_race(located, all, races_across_warps(all, finding.space), diagnostic);
    } else if (finding.fault == Fault::uninitialised) {
        explain_uninitialised(located, diagnostic);
    } else {
        explain_address(located, diagnostic);
    }
    diagnostic.notes.push_back(count_text(finding));
    return diagnostic;
}

/// How many findings before the one at `place` are about another array on the same line.
unsigned arrays_before(const std::vector<Located>& all, std::size_t place) {
    const Located& last = all[place];
    return static_cast<unsigned>(std::count_if(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(place), [&](const Located& each) {
            return each.finding.fault == last.finding.fault &&
                   each.finding.hazard == last.finding.hazard &&
                   each.finding.space == last.finding.space && each.array != last.array &&
                   text_of(each.here) == text_of(last.here);
        }));
}

}  // namespace

void tell_findings(const std::vector<Finding>& findings, unsigned long long not_kept) {
    const std::vector<Located> all = locate(findings);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Located& located = all[i];
        Diagnostic diagnostic = explain(located, all);
        if (diagnostic.severity == Diagnostic::Severity::error) ++errors;
        if (located.finding.fault == Fault::outside_matrix) ++outside_errors;
        const Telling telling = note_telling(located, arrays_before(all, i), diagnostic);
        if (telling == Telling::only_counted) {
            count_diagnostic(diagnostic.severity);
            continue;
        }
        if (telling != Telling::in_full) {
            diagnostic.notes = {count_text(located.finding) +
                                "; an earlier launch has shown the same, with all details"};
            diagnostic.likely_cause.clear();
            diagnostic.next.clear();
        }
        if (telling == Telling::last_time) {
            diagnostic.notes.push_back("in further launches it is only counted");
        }
        report(diagnostic);
    }
    if (not_kept == 0) return;
    Diagnostic diagnostic;
    diagnostic.what = std::to_string(not_kept) + " further findings on other lines in this launch";
    diagnostic.where = "kernel " + execution.kernel;
    diagnostic.next = "correct those above first";
    report(diagnostic);
}

void tell_end_of_launch() {
    Diagnostic diagnostic;
    diagnostic.severity = Diagnostic::Severity::warning;
    diagnostic.what = "this launch was ended after " + std::to_string(most_illegal) +
                      " illegal accesses; a GPU ends it at the first";
    diagnostic.where = "kernel " + execution.kernel;
    report(diagnostic);
}

void count_outside_error() {
    ++errors;
    ++outside_errors;
}

unsigned long long error_count() {
    return errors;
}

unsigned long long outside_error_count() {
    return outside_errors;
}

}  // namespace workshop::emulator::watch
