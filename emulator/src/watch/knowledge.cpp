// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "knowledge.hpp"

#include <algorithm>

#include "../diagnostics.hpp"
#include "../scheduler.hpp"

namespace workshop::emulator::watch {
namespace {

/// Addresses of which a thread, a block or a release remembers something.
constexpr std::size_t most_known = 64;

bool warned = false;

void warn() {
    if (warned) return;
    warned = true;
    Diagnostic diagnostic;
    diagnostic.severity = Diagnostic::Severity::warning;
    diagnostic.what =
        "racecheck cannot remember all that is handed on through atomics and volatile flags: a "
        "race between blocks can be missed";
    diagnostic.where = "kernel " + execution.kernel;
    diagnostic.next = "for a complete check launch fewer blocks, with a smaller input";
    report(diagnostic);
}

}  // namespace

void learn(Knowledge& knowledge, Known news) {
    if (knowledge.everything) return;
    for (Known& known : knowledge.of_addresses) {
        if (known.address_number != news.address_number) continue;
        known.releases = std::max(known.releases, news.releases);
        return;
    }
    if (knowledge.of_addresses.size() == most_known) {
        learn_everything(knowledge);
        return;
    }
    knowledge.of_addresses.push_back(news);
}

void learn(Knowledge& knowledge, const Knowledge& news) {
    if (news.everything) learn_everything(knowledge);
    for (const Known& known : news.of_addresses)
        learn(knowledge, known);
}

void learn_everything(Knowledge& knowledge) {
    knowledge.of_addresses.clear();
    knowledge.everything = true;
    warn();
}

void allow_warning_of_knowledge() {
    warned = false;
}

}  // namespace workshop::emulator::watch
