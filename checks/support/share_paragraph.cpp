// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "share_paragraph.hpp"

#include <string>

namespace workshop::checks {

namespace {

/// Whether the first report of an output has this head, and is about dynamic shared memory.
bool begins_on_dynamic_memory(const std::string& output, const std::string& head) {
    const auto report = output.find("error: " + head);
    if (report == std::string::npos || output.find("error: ") != report) return false;
    const auto next = output.find("error: ", report + 1);
    const auto memory = output.find("of dynamic shared memory", report);
    return memory != std::string::npos && (next == std::string::npos || memory < next);
}

}  // namespace

std::string about_shares(const CheckResult& failure) {
    const std::string question =
        "in this lesson each thread keeps a share of its own. Does it read the elements that it "
        "has stored itself, and no others? Then no barrier is needed.";
    if (begins_on_dynamic_memory(failure.output, "racecheck: Race reported") ||
        begins_on_dynamic_memory(failure.output, "initcheck: Uninitialized __shared__"))
        return "Before you put a barrier there: " + question;
    return {};
}

}  // namespace workshop::checks
