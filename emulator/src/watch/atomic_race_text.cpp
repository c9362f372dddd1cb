// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "atomic_race_text.hpp"

#include <cctype>
#include <string>

#include "../profile/source_text.hpp"

namespace workshop::emulator::watch {
namespace {

using profile::SourcePlace;

/// Whether a line has a name among its words.
bool has_word(const std::string& line, const std::string& word) {
    const auto is_part = [&](std::size_t at) {
        return at < line.size() &&
               (std::isalnum(static_cast<unsigned char>(line[at])) != 0 || line[at] == '_');
    };
    for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
        if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return true;
    }
    return false;
}

/// Whether the condition of an if or a while on a line reads memory: `*n`, or `n[i]`.
bool tests_memory(const std::string& line) {
    for (const char* word : {"if", "while"}) {
        if (!has_word(line, word)) continue;
        const std::size_t begin = line.find('(', line.find(word));
        int depth = 0;
        for (std::size_t at = begin; at < line.size(); ++at) {
            if (line[at] == '(') ++depth;
            if (line[at] == ')' && --depth == 0) break;
            if (line[at] == '[') return true;
            // A product has a space, or a name, before its sign.
            if (line[at] == '*' && (line[at - 1] == '(' || line[at - 1] == '!')) return true;
        }
    }
    return false;
}

/// What an ordinary read that tests is to do with an atomic of another thread.
enum class Test { none, of_flag, of_count };

/// Whether one thread tests by an ordinary read what another one changes by an atomic: no barrier
/// makes one step of the two.
Test test_in(const Located& located) {
    const bool here_reads = located.finding.party.kind == AccessKind::read;
    const SourcePlace& read = here_reads ? located.here : located.there;
    const SourcePlace& atomic = here_reads ? located.there : located.here;
    const AccessKind other_kind =
        here_reads ? located.finding.other.kind : located.finding.party.kind;
    if (other_kind != AccessKind::atomic) return Test::none;
    if (!here_reads && located.finding.other.kind != AccessKind::read) return Test::none;
    const std::string test = profile::source_line(read.file, read.line);
    const std::string change = profile::source_line(atomic.file, atomic.line);
    const auto sets = [&](const char* name) { return change.find(name) != std::string::npos; };
    const bool sets_flag = sets("atomicExch") || sets("atomicCAS");
    if (sets_flag && (has_word(test, "if") || has_word(test, "while"))) return Test::of_flag;
    return tests_memory(test) ? Test::of_count : Test::none;
}

void explain_test(Test test, Diagnostic& diagnostic) {
    diagnostic.likely_cause =
        "an ordinary read tests what an atomic of another thread changes: between the test and "
        "what follows it the value can change";
    diagnostic.next =
        test == Test::of_flag
            ? "read it by the atomic itself, in one step with the change, as in if "
              "(atomicCAS(flag, 0, 1) == 0)"
            : "where the test decides about the atomic, test what the atomic returns instead; "
              "where all atomics have to be over before the test, put a barrier between the two, "
              "or "
              "between blocks a second kernel";
}

/// The name of the atomic function in `_block` that a line calls; empty when it shows none.
std::string block_atomic_in(const SourcePlace& place) {
    const std::string line = profile::source_line(place.file, place.line);
    const auto is_part = [](char character) {
        return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
    };
    for (std::size_t begin = 0; (begin = line.find("atomic", begin)) != std::string::npos;) {
        std::size_t end = begin;
        while (end < line.size() && is_part(line[end]))
            ++end;
        const std::string name = line.substr(begin, end - begin);
        const std::size_t scope = name.rfind("_block");
        if (scope != std::string::npos && scope + 6 == name.size()) return name;
        begin = end;
    }
    return {};
}

/// Two blocks and atomics, one of which is atomic inside its block only.
void explain_block_scope(const Located& located, Diagnostic& diagnostic) {
    std::string name = block_atomic_in(located.here);
    if (name.empty()) name = block_atomic_in(located.there);
    if (name.empty()) name = "atomicAdd_block";
    diagnostic.likely_cause =
        name + "() is atomic only within its block, and two blocks use this element";
    diagnostic.next = "use " + name.substr(0, name.rfind("_block")) +
                      "(), or give each block an element of its own";
}

}  // namespace

bool explain_swap_loop(const Located& located, Diagnostic& diagnostic) {
    if (located.swap_loop == SwapLoopRead::none) return false;
    const std::string read = text_of(*read_beside_atomic(located));
    // A volatile read of shared memory is an ordinary one to racecheck.
    const std::string other_way = located.finding.space == Space::shared
                                      ? ""
                                      : ", and so does a read through a volatile pointer";
    const std::string atomic_read =
        "the first value by an atomic: old = atomicCAS(address, 0, 0) changes nothing" + other_way;
    if (located.swap_loop == SwapLoopRead::decides) {
        diagnostic.likely_cause =
            "the ordinary read at " + read +
            " decides whether it comes to the atomicCAS(), which tests only what it compares";
        diagnostic.next = "read " + atomic_read;
        return true;
    }
    diagnostic.severity = Diagnostic::Severity::warning;
    diagnostic.likely_cause = "the first read of a compare-and-swap loop, at " + read +
                              ": formally a race, but harmless, because atomicCAS() looks again";
    diagnostic.next = "leave it, or read " + atomic_read;
    return true;
}

bool explain_race_of_atomics(const Located& located, Diagnostic& diagnostic) {
    if (located.finding.block_scope) {
        explain_block_scope(located, diagnostic);
        return true;
    }
    const Test test = test_in(located);
    if (test == Test::none) return false;
    explain_test(test, diagnostic);
    return true;
}

}  // namespace workshop::emulator::watch
