// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "failure_printer.hpp"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <vector>

#include "device_output.hpp"
#include "function_graph.hpp"
#include "known_printer.hpp"
#include "open_todos.hpp"

namespace workshop::checks {

namespace {

constexpr std::size_t kMostNames = 6;         // of failing checks that are listed
constexpr std::size_t kMostOutputLines = 24;  // of what a kernel or the device printed
constexpr std::size_t kFewMoreLines = 4;      // that are left out of nothing
constexpr std::size_t kOutputWidth = 94;      // without the mark in front of each line

/// Whether all that the device says is that accesses lie beside a matrix: it sees where, and the
/// check, which knows the sizes, sees why.
bool only_beside_matrices(const std::string& output) {
    std::istringstream stream(output);
    std::string line;
    while (std::getline(stream, line)) {
        if (line.find("error: ") == std::string::npos &&
            line.find("warning: ") == std::string::npos)
            continue;
        if (line.find(": outside of ") == std::string::npos) return false;
    }
    return true;
}

/// Whether one function of the reference is made of what another one uses as well, and of less.
bool is_part_of(const FunctionGraph& graph, const std::string& part, const std::string& whole) {
    if (part == whole || !graph.defines(part) || !graph.defines(whole)) return false;
    const std::set<std::string> of_whole = graph.used_by(whole);
    if (of_whole.count(part) > 0) return true;
    std::set<std::string> of_part = graph.used_by(part);
    of_part.erase(part);
    return !of_part.empty() && of_part.size() + 1 < of_whole.size() &&
           std::all_of(of_part.begin(), of_part.end(),
                       [&](const std::string& name) { return of_whole.count(name) > 0; });
}

/// A failing check of a function that is a part of the one that fails first, or null. What is not
/// written yet fails as a whole.
const CheckResult* failing_part(const ProgramInfo& info, const RunResults& results,
                                const CheckResult& first) {
    if (!open_todos_of(info).empty()) return nullptr;
    std::ifstream reference(workshop_folder(info) + "/solutions/" + info.lesson + ".cu");
    const FunctionGraph graph(reference);
    for (const CheckResult& check : results.checks) {
        if (check.state == State::failed && is_part_of(graph, check.function, first.function))
            return &check;
    }
    return nullptr;
}

/// The report without its guess at the cause when the device, which was there, names one.
std::string message_beside(const CheckResult& check) {
    const std::string mark = "likely cause: ";
    if (check.output.find(mark) == std::string::npos) return check.message;
    if (only_beside_matrices(check.output)) return check.message;
    std::string kept;
    std::istringstream stream(check.message);
    std::string line;
    while (std::getline(stream, line)) {
        if (line.compare(0, mark.size(), mark) != 0) kept += line + '\n';
    }
    return kept;
}

}  // namespace

void print_output(std::ostream& out, const ProgramInfo& info, const std::string& output) {
    const std::vector<std::string> lines = readable_output(output, info, kOutputWidth);
    if (lines.empty()) return;
    out << "\n  Printed while it ran:\n";
    // The last lines of a report are the remedy: a few more of them are shown, not counted.
    const bool nearly_all = lines.size() <= kMostOutputLines + kFewMoreLines;
    const std::size_t shown = nearly_all ? lines.size() : kMostOutputLines;
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
    for (const CheckResult& check : results.checks) {
        if (check.state == State::failed && &check != first) others.push_back(check.name());
    }
    out << '\n' << in_colour("First failure: " + first->name(), kBold, style) << '\n';
    print_wrapped(out, message_beside(*first), "  ");
    print_output(out, info, first->output);
    print_known(out, info, results);
    if (others.empty()) return;
    if (const CheckResult* part = failing_part(info, results, *first)) {
        out << '\n';
        print_wrapped(out,
                      part->function + " fails as well, and is a part of what " + first->function +
                          " does. Look at it first:",
                      "  ");
        out << "  make check-lesson" << info.number << " CHECK=" << part->name() << '\n';
    }
    out << "\nAlso failing (" << plural(others.size(), "check")
        << "; the first failure is often the cause):\n";
    const std::size_t shown = others.size() > kMostNames ? kMostNames : others.size();
    for (std::size_t i = 0; i < shown; ++i)
        out << "  " << others[i] << '\n';
    if (shown < others.size()) out << "  and " << others.size() - shown << " more\n";
    const std::string kind = info.kind;
    if (kind == "mutant" || kind == "submission") return;
    out << "To see one of them: make check-lesson" << info.number
        << (kind == "solution" ? " IMPL=solution" : "") << " CHECK=" << others.front() << '\n';
}

}  // namespace workshop::checks
