// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "share_paragraph.hpp"

#include <fstream>
#include <ostream>
#include <string>

#include "device_output.hpp"
#include "text_style.hpp"

namespace workshop::checks {

namespace {

/// Whether the first report of an output is such a race.
bool begins_with_race_on_dynamic_memory(const std::string& output) {
    const auto race = output.find("error: racecheck: Race reported");
    if (race == std::string::npos || output.find("error: ") != race) return false;
    const auto next = output.find("error: ", race + 1);
    const auto memory = output.find("of dynamic shared memory", race);
    return memory != std::string::npos && (next == std::string::npos || memory < next);
}

}  // namespace

void print_paragraph_on_shares(std::ostream& out, const ProgramInfo& info,
                               const CheckResult& failure) {
    if (!begins_with_race_on_dynamic_memory(failure.output)) return;
    std::ifstream text(workshop_folder(info) + '/' + info.text);
    std::string line;
    while (std::getline(text, line)) {
        if (line != "### Share of another thread") continue;
        out << '\n';
        print_wrapped(out,
                      "Before you put a barrier there: in this lesson each thread keeps a share of "
                      "its own. Does it read the elements that it has stored itself, and no "
                      "others? Then no barrier is needed. More:",
                      "  ");
        out << "      " << info.text << "#share-of-another-thread\n";
        return;
    }
}

}  // namespace workshop::checks
