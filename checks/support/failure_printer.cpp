// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "failure_printer.hpp"

#include <ostream>
#include <set>
#include <sstream>
#include <vector>

#include "misconceptions.hpp"

namespace workshop::checks {

namespace {

constexpr std::size_t kMostNames = 6;         // of failing checks that are listed
constexpr std::size_t kMostOutputLines = 24;  // of what a kernel or the device printed

/// Called only for a run of all checks: with a filter, the set says less than the table assumes.
std::vector<Misconception> known_mistakes(const ProgramInfo& info, const RunResults& results,
                                          const std::set<std::string>& failing) {
    std::vector<Misconception> known =
        find_misconceptions(info.mutants_folder, info.lesson, failing);
    // Where nearly everything fails, all such sets are alike, and only the same set says something.
    const bool nearly_all = 4 * failing.size() > 3 * results.checks.size();
    if (nearly_all && !known.empty() && known.front().likeness < 1.0) known.clear();
    return known;
}

void print_misconceptions(std::ostream& out, const ProgramInfo& info,
                          const std::vector<Misconception>& known) {
    if (known.empty()) return;
    out << "\n  " << (known.front().likeness == 1.0 ? "The" : "Nearly the")
        << " same checks fail for "
        << (known.size() == 1 ? "a well-known mistake:" : "these well-known mistakes:") << '\n';
    for (const Misconception& mistake : known) {
        print_wrapped(out, (known.size() == 1 ? "" : "- ") + mistake.words, "    ");
        if (!mistake.section.empty()) {
            out << "      More: " << info.text << '#' << mistake.section << '\n';
        }
    }
}

}  // namespace

void print_output(std::ostream& out, const std::string& output) {
    std::vector<std::string> lines;
    std::istringstream stream(output);
    std::string line;
    while (std::getline(stream, line))
        lines.push_back(line);
    if (lines.empty()) return;
    out << "\n  Printed while it ran:\n";
    const std::size_t shown = lines.size() > kMostOutputLines ? kMostOutputLines : lines.size();
    for (std::size_t i = 0; i < shown; ++i)
        out << "  | " << lines[i] << '\n';
    if (shown < lines.size())
        out << "  | ... " << plural(lines.size() - shown, "more line") << '\n';
}

void print_first_failure(std::ostream& out, const ProgramInfo& info, const RunResults& results,
                         const PrintStyle& style) {
    const CheckResult* first = nullptr;
    std::vector<std::string> others;
    std::set<std::string> failing;
    for (const CheckResult& check : results.checks) {
        if (check.state != State::failed) continue;
        failing.insert(check.name());
        if (first == nullptr) {
            first = &check;
        } else {
            others.push_back(check.name());
        }
    }
    if (first == nullptr) return;
    out << '\n' << in_colour("First failure: " + first->name(), kBold, style) << '\n';
    print_wrapped(out, first->message, "  ");
    print_output(out, first->output);
    if (results.complete) print_misconceptions(out, info, known_mistakes(info, results, failing));
    if (others.empty()) return;
    out << "\nAlso failing (" << plural(others.size(), "check")
        << "; the first failure is often the cause):\n";
    const std::size_t shown = others.size() > kMostNames ? kMostNames : others.size();
    for (std::size_t i = 0; i < shown; ++i)
        out << "  " << others[i] << '\n';
    if (shown < others.size()) out << "  and " << others.size() - shown << " more\n";
}

}  // namespace workshop::checks
