// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "known_printer.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "device.hpp"
#include "device_output.hpp"
#include "failure_printer.hpp"
#include "misconceptions_of_part.hpp"
#include "open_todos.hpp"
#include "paragraph_links.hpp"
#include "progress_record.hpp"
#include "signature.hpp"
#include "text_style.hpp"
#include "working_todos.hpp"

namespace workshop::checks {

namespace {

void print_mistake(std::ostream& out, const ProgramInfo& info, const std::string& begin,
                   const Misconception& mistake) {
    print_wrapped(out, begin + mistake.words, "    ");
    if (mistake.section.empty()) return;
    out << "      More: " << info.text << '#' << mistake.section << '\n';
}

/// @param[in] where "" for a run of all checks, else what the checks are of
void print_misconceptions(std::ostream& out, const ProgramInfo& info,
                          const std::vector<Misconception>& known, const std::string& where) {
    out << '\n';
    const std::string the = known.front().likeness == 1.0 ? "The" : "Nearly the";
    print_wrapped(out,
                  (where.empty() ? the : where + "the") + " same checks fail, and in the same way" +
                      (known.front().other_numbers ? " but for the numbers" : "") + ", for " +
                      (known.size() == 1 ? "a well-known mistake" : "these well-known mistakes") +
                      " (first what one may believe, then what is so):",
                  "  ");
    for (const Misconception& mistake : known)
        print_mistake(out, info, known.size() == 1 ? "" : "- ", mistake);
}

void print_two(std::ostream& out, const ProgramInfo& info,
               const std::vector<Misconception>& mistakes) {
    out << "\n  These may be two mistakes at once: two well-known ones together fail like this.\n"
           "  First mend this one:\n";
    print_mistake(out, info, "", mistakes[0]);
    out << "  If checks still fail then, this one:\n";
    print_mistake(out, info, "", mistakes[1]);
}

/// Silence says little: the same mistake in one more place fails in another way.
/// Where one paragraph is about what was seen, it follows, and not all of them are named.
/// @param[in] what "" for a run of all checks, else what the checks are of
void print_no_pattern(std::ostream& out, const ProgramInfo& info, const std::string& what,
                      const CheckResult& failure) {
    out << '\n';
    const std::string begin =
        "No known pattern fits" + what + " exactly. What is said above holds all the same";
    if (!find_paragraph(info, failure).sentence.empty()) {
        print_wrapped(out, begin + '.', "  ");
        return;
    }
    print_wrapped(out, begin + ", and the mistake may still be one of these:", "  ");
    out << "      " << info.text << "#common-mistakes\n";
}

/// The functions in which nothing is left to write, as far as one can see.
std::set<std::string> written_functions(const RunResults& results,
                                        const std::vector<OpenTodo>& open,
                                        const FunctionGraph& graph) {
    const std::string nothing_stored = "every element.\nThey were never written.";
    std::set<std::string> written;
    std::set<std::string> failed;
    for (const CheckResult& check : results.checks) {
        if (todos_that_matter(open, graph, check.function).empty()) written.insert(check.function);
    }
    // The comment may be gone, with nothing in its place: the first failure of a function tells.
    for (const CheckResult& check : results.checks) {
        if (check.state != State::failed || !failed.insert(check.function).second) continue;
        if (check.message.find(nothing_stored) != std::string::npos) written.erase(check.function);
    }
    return written;
}

std::set<std::string> checks_that_ran(const RunResults& results) {
    std::set<std::string> names;
    for (const CheckResult& check : results.checks) {
        if (check.state == State::passed || check.state == State::failed)
            names.insert(check.name());
    }
    return names;
}

RunResults checks_of(const RunResults& results, const std::set<std::string>& functions,
                     const std::set<std::string>& left_out = {}) {
    RunResults part;
    for (const CheckResult& check : results.checks) {
        if (functions.count(check.function) > 0 && left_out.count(check.name()) == 0)
            part.checks.push_back(check);
    }
    return part;
}

/// Two mistakes, or else one in the first function that has a known one, whatever else fails.
/// @return what was named
std::vector<Misconception> print_one_of_several(std::ostream& out, const ProgramInfo& info,
                                                const std::vector<KnownMistake>& table,
                                                const RunResults& results) {
    if (!on_cpu_device()) return {};
    if (const auto two = find_two_mistakes(table, signature_of(results)); !two.empty()) {
        print_two(out, info, two);
        return two;
    }
    // The function that fails first is to be mended first, so it is asked about first.
    std::set<std::string> asked;
    for (const CheckResult& check : results.checks) {
        if (check.state != State::failed || !asked.insert(check.function).second) continue;
        const RunResults part = checks_of(results, {check.function});
        const auto known = find_in_part(table, signature_of(part), checks_that_ran(part));
        if (known.empty()) continue;
        print_misconceptions(out, info, known, "In " + check.function + ", taken alone, ");
        return known;
    }
    return {};
}

/// What the latest run of all checks named, if it was of the same file and fits these failures:
/// with less to see, less would be said of the same mistake.
/// @return what was named
std::vector<Misconception> print_named_before(std::ostream& out, const ProgramInfo& info,
                                              const std::vector<KnownMistake>& table,
                                              const Signature& run) {
    std::vector<Misconception> known;
    const std::vector<std::string> names = mistakes_of_record(info);
    for (const KnownMistake& mistake : table) {
        if (std::find(names.begin(), names.end(), mistake.mutant) == names.end()) continue;
        const auto& how = mistake.signature.how;
        const bool fits = std::all_of(run.how.begin(), run.how.end(), [&](const auto& one) {
            const auto found = how.find(one.first);
            return found != how.end() && found->second == one.second;
        });
        if (fits) known.push_back({mistake.words, mistake.section, mistake.mutant, 1.0});
    }
    if (known.empty()) return known;
    out << '\n';
    print_wrapped(
        out,
        "The latest run of all checks, with the same file, named this (first what one may "
        "believe, then what is so):",
        "  ");
    for (const Misconception& mistake : known)
        print_mistake(out, info, known.size() == 1 ? "" : "- ", mistake);
    return known;
}

/// Looks at part of the checks only: the others were not asked for, or are of unwritten functions.
/// @return what was named
std::vector<Misconception> print_known_of_part(std::ostream& out, const ProgramInfo& info,
                                               const RunResults& part, bool all_were_asked) {
    const auto table = read_known_mistakes(info.mutants_folder, info.lesson);
    if (table.empty() || !on_cpu_device()) return {};
    const auto known = find_in_part(table, signature_of(part), checks_that_ran(part));
    if (!known.empty()) {
        const std::string function = first_failure(part)->function;
        print_misconceptions(out, info, known,
                             all_were_asked ? "In " + function + ", which is written, " : "");
        return known;
    }
    if (all_were_asked) {
        if (auto named = print_one_of_several(out, info, table, part); !named.empty()) return named;
        print_no_pattern(out, info, " what is written so far", *first_failure(part));
        return {};
    }
    // A mutant or the reference is looked at by those who know.
    if (std::string(info.kind) != "starter") return {};
    if (auto named = print_named_before(out, info, table, signature_of(part)); !named.empty())
        return named;
    out << "\n  Whether this is a well-known mistake, only a run of all checks tells:\n"
        << "  make check-lesson" << info.number << '\n';
    return {};
}

/// @return what was named
std::vector<Misconception> print_todos_and_mistakes(std::ostream& out, const ProgramInfo& info,
                                                    const RunResults& results) {
    const auto open = open_todos_of(info);
    const FunctionGraph graph = functions_of(info);
    const auto table = read_known_mistakes(info.mutants_folder, info.lesson);
    const auto known_to_work = read_working_todos(info.mutants_folder, info.lesson);
    const CheckResult& first = *first_failure(results);
    const auto here = todos_behind(open, known_to_work, graph, first.function, first.name());
    if (!here.empty()) {
        out << '\n';
        print_wrapped(out,
                      std::string("Still as it came in ") + info.file + ": " +
                          describe_todos(here) + ". That alone may be what fails.",
                      "  ");
    }
    // From tools/check-lesson.sh, which has seen what the compiler said.
    const char* const unset = std::getenv("WORKSHOP_UNSET_VALUE");
    if (unset != nullptr && *unset != '\0') {
        out << '\n';
        print_wrapped(out,
                      std::string("The compiler warned of a value that may be unset in ") +
                          info.file + ", " + unset + ". That alone may be what fails.",
                      "  ");
    }
    const SortedTodos todos = sort_todos(open, known_to_work);
    const RunResults part =
        checks_of(results, written_functions(results, todos.unwritten, graph), todos.failing);
    if (first_failure(part) == nullptr) return {};
    if (!results.complete || part.checks.size() < results.checks.size())
        return print_known_of_part(out, info, part, results.complete);
    if (table.empty()) return {};
    const Signature run = signature_of(results);
    const auto known =
        find_misconceptions(table, run, on_cpu_device() ? RunOn::cpu_device : RunOn::gpu);
    if (!known.empty()) {
        print_misconceptions(out, info, known, "");
        return known;
    }
    if (auto named = print_one_of_several(out, info, table, results); !named.empty()) return named;
    print_no_pattern(out, info, "", *first_failure(results));
    if (run.how.size() > 1) {
        out << "  If there are several mistakes at once, they cannot be told apart: mend the first "
               "failure.\n";
    }
    return {};
}

}  // namespace

std::vector<std::string> print_known(std::ostream& out, const ProgramInfo& info,
                                     const RunResults& results) {
    std::vector<std::string> names;
    for (const Misconception& mistake : print_todos_and_mistakes(out, info, results))
        names.push_back(mistake.mutant);
    if (!names.empty()) return names;
    print_paragraph(out, info, find_paragraph(info, *first_failure(results)));
    return names;
}

}  // namespace workshop::checks
