// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_text.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "../copy_targets.hpp"
#include "../profile/source_text.hpp"
#include "../scheduler.hpp"
#include "address_text.hpp"
#include "finding_parts.hpp"
#include "located_findings.hpp"
#include "memory_text.hpp"
#include "own_arrays.hpp"
#include "race_text.hpp"
#include "repeated_findings.hpp"

namespace workshop::emulator::watch {
namespace {

std::atomic<unsigned long long> errors{0};
std::atomic<unsigned long long> outside_errors{0};

/// Lines of the launch with an access outside of device memory.
std::vector<std::pair<std::string, int>>& told_places() {
    static auto& all = *new std::vector<std::pair<std::string, int>>;
    return all;
}

std::string count_text(const Finding& finding) {
    return finding.count == 1 ? "once in this launch"
                              : std::to_string(finding.count) + " times in this launch";
}

/// What nobody has written is behind, or before, the array of the kernel that the line names.
bool explain_left_array(const Located& located, Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    if (finding.space != Space::shared) return false;
    const auto array = own_array_meant(finding.address, located.here);
    if (!array) return false;
    diagnostic.notes.push_back(distance_from(*array, finding.address));
    diagnostic.likely_cause = "an index outside the array; memory of another function lies there";
    diagnostic.next = "compare the index with the size before the access";
    return true;
}

/// Whether the line names a member of the shared variable, as in `all.sums[i]`.
bool is_member_in_line(const Located& located) {
    const std::string array = located.array;
    const std::string before = "the shared array ";
    if (array.compare(0, before.size(), before) != 0) return false;
    const std::size_t end = array.find(' ', before.size());
    const std::string name = array.substr(
        before.size(), end == std::string::npos ? std::string::npos : end - before.size());
    const std::string line = profile::source_line(located.here.file, located.here.line);
    return line.find(name + '.') != std::string::npos;
}

void explain_uninitialised(const Located& located, Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    diagnostic.what = "initcheck: Uninitialized " + space_word(finding.space) +
                      " memory read of size " + size_text(finding.bytes);
    if (explain_left_array(located, diagnostic)) return;
    diagnostic.notes.push_back("nobody has written " +
                               place_text(finding.space, finding.address, finding.bytes));
    const auto index = shared_index(finding.address, finding.bytes);
    const std::size_t threads = execution.blocks.front()->threads.size();
    // For thread 0 of several, that is the second element of a share in steps of the block.
    const bool second_of_share = finding.party.thread == 0 && threads > 1;
    // In a structure the element behind one member is the first of the next.
    const bool in_structure = is_member_in_line(located);
    if (finding.space == Space::shared && index && index->index == threads && !second_of_share &&
        !in_structure) {
        diagnostic.likely_cause =
            one_past_text + "; else an element that nobody writes, or no barrier";
        diagnostic.next = "compare the index with the number of values before the access";
    } else if (finding.space == Space::shared) {
        diagnostic.likely_cause =
            "an element that no thread of this block writes before, or a missing barrier";
        diagnostic.next = "write it first; shared memory starts with whatever was there";
        if (is_to_be_copied(finding.address)) {
            diagnostic.likely_cause += ", or a copy of memcpy_async() that nobody has waited for";
            diagnostic.next =
                "call cooperative_groups::wait() before you read: sync() does not wait for copies";
        }
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
        if (located.finding.fault == Fault::out_of_bounds && located.finding.meant)
            told_places().emplace_back(diagnostic.file, diagnostic.line);
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

bool told_out_of_bounds(const std::string& file, int line) {
    const auto& all = told_places();
    return std::find(all.begin(), all.end(), std::make_pair(file, line)) != all.end();
}

void forget_told_places() {
    told_places().clear();
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
