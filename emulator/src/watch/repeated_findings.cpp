// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "repeated_findings.hpp"

#include <cstdio>
#include <map>
#include <string>
#include <tuple>

namespace workshop::emulator::watch {
namespace {

/// In how many launches a finding is told; in the first with all details.
constexpr unsigned long long most_launches = 4;

struct Repeated {
    unsigned long long launches = 0;
    unsigned long long times = 0;
    Diagnostic diagnostic;  ///< of a launch in which it was only counted
};
using Key = std::tuple<int, int, bool, std::string, std::string, int, unsigned>;

std::map<Key, Repeated>& told() {
    static auto& all = *new std::map<Key, Repeated>;
    return all;
}
bool tells_all = false;

}  // namespace

Telling note_telling(const Located& located, unsigned arrays_before, const Diagnostic& diagnostic) {
    constexpr std::size_t most_told = 10'000;
    if (told().size() == most_told) tell_totals();
    const Finding& finding = located.finding;
    Repeated& repeated = told()[{static_cast<int>(finding.fault), static_cast<int>(finding.hazard),
                                 is_warning(located), text_of(located.here), text_of(located.there),
                                 static_cast<int>(finding.space), arrays_before}];
    ++repeated.launches;
    repeated.times += finding.count;
    if (repeated.launches == 1) return Telling::in_full;
    if (tells_all || repeated.launches < most_launches) return Telling::in_short;
    if (repeated.launches == most_launches) return Telling::last_time;
    if (repeated.launches == most_launches + 1) repeated.diagnostic = diagnostic;
    return Telling::only_counted;
}

void tell_totals() {
    for (const auto& [key, repeated] : told()) {
        if (tells_all || repeated.launches <= most_launches) continue;
        Diagnostic total = repeated.diagnostic;
        total.where.clear();
        total.notes = {"in all: " + std::to_string(repeated.times) + " times, in " +
                       std::to_string(repeated.launches) + " launches"};
        total.likely_cause.clear();
        total.next.clear();
        // It was counted at every launch.
        std::fputs(format_diagnostic(total).c_str(), stderr);
    }
    told().clear();
    std::fflush(stderr);
}

void count_no_repetitions() {
    tells_all = true;
}

}  // namespace workshop::emulator::watch
