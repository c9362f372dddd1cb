// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "failure_printer.hpp"

#include <ostream>
#include <set>
#include <sstream>
#include <vector>

#include "device_output.hpp"
#include "misconceptions.hpp"

namespace workshop::checks {

namespace {

constexpr std::size_t kMostNames = 6;         // of failing checks that are listed
constexpr std::size_t kMostOutputLines = 24;  // of what a kernel or the device printed
constexpr std::size_t kOutputWidth = 94;      // without the mark in front of each line

/// Called only for a run of all checks: with a filter, the set says less than the table assumes.
std::vector<Misconception> known_mistakes(const ProgramInfo& info, const RunResults& results,
                                          const std::set<std::string>& failing) {
    std::vector<Misconception> known =
        find_misconceptions(info.mutants_folder, info.lesson, failing);
    // A kernel that stores nothing yet fails like several mistakes, and is none of them.
    const std::string nothing_stored = "every element.\nThey were never written.";
    if (first_failure(results)->message.find(nothing_stored) != std::string::npos) return {};
    // Where nearly everything fails, all such sets are alike, and only the same set says something.
    const bool nearly_all = 4 * failing.size() > 3 * results.checks.size();
    if (nearly_all && !known.empty() && known.front().likeness < 1.0) known.clear();
    return known;
}

/// The report without its guess at the cause when the device, which was there, names one.
std::string message_beside(const CheckResult& check) {
    const std::string mark = "likely cause: ";
    if (check.output.find(mark) == std::string::npos) return check.message;
    std::string kept;
    std::istringstream stream(check.message);
    std::string line;
    while (std::getline(stream, line)) {
        if (line.compare(0, mark.size(), mark) != 0) kept += line + '\n';
    }
    return kept;
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

void print_output(std::ostream& out, const ProgramInfo& info, const std::string& output) {
    const std::vector<std::string> lines = readable_output(output, info, kOutputWidth);
    if (lines.empty()) return;
    out << "\n  Printed while it ran:\n";
    const std::size_t shown = lines.size() > kMostOutputLines ? kMostOutputLines : lines.size();
    for (std::size_t i = 0; i < shown; ++i)
        out << "  | " << lines[i] << '\n';
    if (shown < lines.size())
        out << "  | ... " << plural(lines.size() - shown, "more line") << '\n';
}

const CheckResult* first_failure(const RunResults& results) {
    for (const CheckResult& check : results.checks) {
        if (check.state == State::failed) return &check;
    }
    return nullptr;
}

void print_first_failure(std::ostream& out, const ProgramInfo& info, const RunResults& results,
                         const PrintStyle& style) {
    const CheckResult* first = first_failure(results);
    if (first == nullptr) return;
    std::vector<std::string> others;
    std::set<std::string> failing;
    for (const CheckResult& check : results.checks) {
        if (check.state != State::failed) continue;
        failing.insert(check.name());
        if (&check != first) others.push_back(check.name());
    }
    out << '\n' << in_colour("First failure: " + first->name(), kBold, style) << '\n';
    print_wrapped(out, message_beside(*first), "  ");
    print_output(out, info, first->output);
    if (results.complete) print_misconceptions(out, info, known_mistakes(info, results, failing));
    if (others.empty()) return;
    out << "\nAlso failing (" << plural(others.size(), "check")
        << "; the first failure is often the cause):\n";
    const std::size_t shown = others.size() > kMostNames ? kMostNames : others.size();
    for (std::size_t i = 0; i < shown; ++i)
        out << "  " << others[i] << '\n';
    if (shown < others.size()) out << "  and " << others.size() - shown << " more\n";
    const std::string kind = info.kind;
    if (kind == "mutant") return;
    out << "To see one of them: make check-lesson" << info.number
        << (kind == "solution" ? " IMPL=solution" : "") << " CHECK=" << others.front() << '\n';
}

}  // namespace workshop::checks
