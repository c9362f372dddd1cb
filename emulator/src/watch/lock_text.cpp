// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "lock_text.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "../profile/source_text.hpp"
#include "finding_parts.hpp"

namespace workshop::emulator::watch {
namespace {

using profile::SourcePlace;

constexpr int farthest_line = 12;  ///< of a lock's section from an access inside

/// A line without comment and blanks.
std::string code_at(const std::string& file, int line) {
    std::string code = profile::source_line(file, line);
    code.erase(std::min(code.find("//"), code.size()));
    code.erase(std::remove(code.begin(), code.end(), ' '), code.end());
    return code;
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

/// "if (atomicCAS(lock, 0, 1) == 0)", "while (atomicExch(lock, 1) != 0)"
bool takes_lock(const std::string& code) {
    const bool tests = has(code, "if(") || has(code, "while(");
    const bool exchanges = has(code, "atomicExch") && has(code, ",1)");
    // Elsewhere atomicCAS() claims a place, as in a table.
    const bool claims = has(code, ",0,1)") || has(code, "ock") || has(code, "utex");
    return (has(code, "atomicCAS") && claims) || (exchanges && tests);
}

/// "*lock = 0;", but not "x == 0;"
bool stores_zero(const std::string& code) {
    const std::string compares = "=!<>";
    for (std::size_t at = code.find("=0;"); at != std::string::npos;
         at = code.find("=0;", at + 1)) {
        const bool to_memory = has(code.substr(0, at), "*") || has(code.substr(0, at), "[");
        if (at > 0 && to_memory && compares.find(code[at - 1]) == std::string::npos) return true;
    }
    return false;
}

/// "atomicExch(lock, 0)", "*lock = 0"
bool gives_back(const std::string& code) {
    return (has(code, "atomicExch") && has(code, ",0)")) ||
           (has(code, "atomicCAS") && has(code, ",1,0)")) || stores_zero(code);
}

bool begins_function(const std::string& code) {
    return has(code, "__global__") || has(code, "__device__");
}

/// The lines of a file from the one that takes a lock to the one that gives it back.
struct Section {
    int first;
    int last;
};

/// Whether a line orders what it stands between, for threads of one block or of several.
bool orders(const std::string& code, bool one_block) {
    if (has(code, "__threadfence(") || has(code, "__threadfence_system(")) return true;
    return one_block && (has(code, "__threadfence_block(") || has(code, "__syncthreads"));
}

/// The section around a line, when there is no fence in it.
std::optional<Section> section_around(const SourcePlace& place, bool one_block) {
    Section section{0, 0};
    for (int line = place.line; line > std::max(place.line - farthest_line, 0); --line) {
        const std::string code = code_at(place.file, line);
        if (takes_lock(code)) section.first = line;
        if (section.first != 0 || begins_function(code)) break;
    }
    if (section.first == 0) return std::nullopt;
    for (int line = place.line; line < place.line + farthest_line; ++line) {
        const std::string code = code_at(place.file, line);
        if (line != place.line && begins_function(code)) break;
        if (gives_back(code)) section.last = line;
        if (section.last != 0) break;
    }
    if (section.last == 0) return std::nullopt;
    for (int line = section.first; line <= section.last; ++line) {
        const std::string code = code_at(place.file, line);
        if (orders(code, one_block)) return std::nullopt;
    }
    return section;
}

}  // namespace

bool explain_lock_without_fence(const Located& located, Diagnostic& diagnostic) {
    if (located.here.file != located.there.file) return false;
    const bool one_block = same_block(located.finding);
    const auto section = section_around(located.here, one_block);
    if (!section || located.there.line < section->first || located.there.line > section->last) {
        return false;
    }
    diagnostic.likely_cause =
        "a lock without a fence: the atomic at " + text_of({located.here.file, section->first}) +
        " keeps the threads apart, but without a fence it orders nothing of what they do inside";
    diagnostic.next =
        one_block
            ? "give the lock back by __threadfence_block(); atomicExch(lock, 0), and fence once "
              "more behind the atomic that takes it; __threadfence() where other blocks take it too"
            : "give the lock back by __threadfence(); atomicExch(lock, 0), and fence once more "
              "behind the atomic that takes it; __threadfence_block() is for one block only";
    return true;
}

bool explain_plain_unlock(const Located& located, Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    const bool here_is_atomic = finding.party.kind == AccessKind::atomic;
    if ((here_is_atomic ? finding.other.kind : finding.party.kind) != AccessKind::write) {
        return false;
    }
    const SourcePlace& atomic = here_is_atomic ? located.here : located.there;
    const SourcePlace& store = here_is_atomic ? located.there : located.here;
    if (!takes_lock(code_at(atomic.file, atomic.line)) ||
        !stores_zero(code_at(store.file, store.line))) {
        return false;
    }
    const std::string fence = same_block(finding) ? "__threadfence_block()" : "__threadfence()";
    diagnostic.likely_cause = "a lock that an atomic takes and an ordinary store gives back";
    diagnostic.next = "give it back by " + fence + "; atomicExch(lock, 0)";
    return true;
}

}  // namespace workshop::emulator::watch
