// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether the right mistake is named, worked out from the kept tables: checks/mutants is what is
// known, checks/unlisted are wrong kernels that are not. checks/README.md publishes the figures.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

#include "support/misconceptions_of_part.hpp"
#include "support/working_todos.hpp"

namespace workshop::checks {
namespace {

const std::string kKnownFolder = WORKSHOP_CHECKS "/mutants";
const std::string kUnlistedFolder = WORKSHOP_CHECKS "/unlisted";

std::set<std::string> lessons() {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kKnownFolder)) {
        if (entry.is_directory()) names.insert(entry.path().filename().string());
    }
    return names;
}

/// All rows, by lesson.
std::map<std::string, std::vector<KnownMistake>> tables(const std::string& folder) {
    std::map<std::string, std::vector<KnownMistake>> all;
    for (const std::string& lesson : lessons())
        all[lesson] = read_known_mistakes(folder, lesson);
    return all;
}

std::size_t rows_of_kills(const std::string& folder) {
    std::size_t rows = 0;
    for (const std::string& lesson : lessons())
        rows += mutants_in_table(folder, lesson);
    return rows;
}

/// "mutant = mutant | reason" of alike.txt, both ways round.
std::set<std::string> read_alike() {
    std::set<std::string> pairs;
    std::ifstream stream(kKnownFolder + "/alike.txt");
    std::string line;
    while (std::getline(stream, line)) {
        const auto equal = line.find(" = ");
        const auto bar = line.find(" | ");
        if (line.front() == '#' || equal == std::string::npos || bar == std::string::npos) continue;
        const std::string one = line.substr(0, equal);
        const std::string other = line.substr(equal + 3, bar - equal - 3);
        pairs.insert(one + " = " + other);
        pairs.insert(other + " = " + one);
    }
    return pairs;
}

bool no_check_tells_them_apart(const std::string& one, const std::string& other) {
    static const std::set<std::string> pairs = read_alike();
    return pairs.count(one + " = " + other) > 0;
}

bool same_kind(const Misconception& named, const KnownMistake& mistake) {
    return named.mutant == mistake.mutant || named.words == mistake.words ||
           (!mistake.section.empty() && named.section == mistake.section) ||
           no_check_tells_them_apart(named.mutant, mistake.mutant);
}

std::string names_of(const std::vector<Misconception>& found) {
    std::string names;
    for (const Misconception& one : found)
        names += (names.empty() ? "" : ", ") + one.mutant;
    return names;
}

/// The rows for which a question is answered with no.
template <class Question>
std::vector<KnownMistake> without(const std::vector<KnownMistake>& rows, const Question& question) {
    std::vector<KnownMistake> kept;
    std::remove_copy_if(rows.begin(), rows.end(), std::back_inserter(kept), question);
    return kept;
}

TEST(Naming, EveryRowHasASignature) {
    for (const std::string& folder : {kKnownFolder, kUnlistedFolder}) {
        std::size_t rows = 0;
        for (const auto& [lesson, known] : tables(folder))
            rows += known.size();
        EXPECT_GT(rows, 0U);
        EXPECT_EQ(rows, rows_of_kills(folder)) << folder << ": next: make kill-table";
    }
}

/// A pair that a check can tell apart by now must not stay in the list.
TEST(Naming, AlikeMistakesFailInTheSameWay) {
    std::map<std::string, Signature> signatures;
    for (const auto& [lesson, known] : tables(kKnownFolder)) {
        for (const KnownMistake& mistake : known)
            signatures[mistake.mutant] = mistake.signature;
    }
    const std::set<std::string> pairs = read_alike();
    EXPECT_FALSE(pairs.empty());
    for (const std::string& pair : pairs) {
        const auto equal = pair.find(" = ");
        const Signature& one = signatures[pair.substr(0, equal)];
        const Signature& other = signatures[pair.substr(equal + 3)];
        EXPECT_FALSE(one.how.empty()) << pair;
        EXPECT_EQ(one.how, other.how) << pair;
        EXPECT_EQ(one.first_words, other.first_words) << pair;
    }
}

/// A row of working_todos.txt that no mutant stands for would be left out in silence.
TEST(Naming, EveryWorkingTodoHasAMutantAndAPlace) {
    std::ifstream stream(kKnownFolder + "/working_todos.txt");
    std::map<std::string, std::size_t> rows;
    std::string line;
    while (std::getline(stream, line)) {
        if (line.empty() || line.front() == '#') continue;
        ++rows[line.substr(0, line.find(' '))];
    }
    EXPECT_FALSE(rows.empty());
    for (const auto& [lesson, count] : rows) {
        const auto todos = read_working_todos(kKnownFolder, lesson);
        EXPECT_EQ(todos.size(), count) << lesson;
        std::ifstream file(WORKSHOP_CHECKS "/../starter/" + lesson + ".cu");
        const std::string starter{std::istreambuf_iterator<char>(file), {}};
        for (const WorkingTodo& todo : todos) {
            const std::string number = std::to_string(todo.number);
            EXPECT_NE(starter.find("// TODO " + number + ':'), std::string::npos)
                << lesson << ' ' << number;
        }
    }
}

TEST(Naming, ItsOwnMistakeComesFirst) {
    std::size_t all = 0;
    std::size_t right = 0;
    std::size_t alone = 0;
    std::string missed;
    for (const auto& [lesson, known] : tables(kKnownFolder)) {
        for (const KnownMistake& mistake : known) {
            const auto found = find_misconceptions(known, mistake.signature);
            const bool named = !found.empty() && same_kind(found.front(), mistake);
            ++all;
            right += named ? 1 : 0;
            alone += named && found.size() == 1 ? 1 : 0;
            if (!named) missed += "\n  " + mistake.mutant + ": " + names_of(found);
        }
    }
    std::cout << "The own mistake, or one of the same paragraph, comes first: " << right << " of "
              << all << ", and " << alone << " of these alone." << missed << '\n';
    EXPECT_GE(static_cast<double>(right), 0.9 * static_cast<double>(all));
}

/// Asks for each mistake with its row taken out: what is then named, if anything.
TEST(Naming, NamesNothingElseWithoutTheRow) {
    std::size_t none = 0;
    std::size_t kind = 0;
    std::string wrong;
    for (const auto& [lesson, known] : tables(kKnownFolder)) {
        for (const KnownMistake& mistake : known) {
            const auto others =
                without(known, [&](const KnownMistake& m) { return m.mutant == mistake.mutant; });
            const auto found = find_misconceptions(others, mistake.signature);
            const bool all_alike =
                std::all_of(found.begin(), found.end(),
                            [&](const Misconception& m) { return same_kind(m, mistake); });
            if (found.empty()) ++none;
            if (!found.empty() && all_alike) ++kind;
            if (!all_alike) wrong += "\n  " + mistake.mutant + ": " + names_of(found);
        }
    }
    std::cout << "Without its row: no known pattern " << none
              << " times, one of the same paragraph " << kind << " times." << wrong << '\n';
    EXPECT_EQ(wrong, "");
}

TEST(Naming, NamesNothingWithoutTheParagraph) {
    std::size_t none = 0;
    std::string wrong;
    for (const auto& [lesson, known] : tables(kKnownFolder)) {
        for (const KnownMistake& mistake : known) {
            const auto others = without(known, [&](const KnownMistake& m) {
                return m.section == mistake.section || m.words == mistake.words ||
                       no_check_tells_them_apart(m.mutant, mistake.mutant);
            });
            const auto found = find_misconceptions(others, mistake.signature);
            none += found.empty() ? 1 : 0;
            if (!found.empty()) wrong += "\n  " + mistake.mutant + ": " + names_of(found);
        }
    }
    std::cout << "Without all rows of its paragraph: no known pattern " << none << " times."
              << wrong << '\n';
    EXPECT_EQ(wrong, "");
}

/// A kernel that is not in the table: "lesson: none" in its file means that nothing may be named.
TEST(Naming, NamesNoOtherMistakeForUnlistedKernels) {
    std::size_t all = 0;
    std::size_t none = 0;
    std::size_t right = 0;
    const auto known = tables(kKnownFolder);
    for (const auto& [lesson, unlisted] : tables(kUnlistedFolder)) {
        for (const KnownMistake& kernel : unlisted) {
            const auto found = find_misconceptions(known.at(lesson), kernel.signature);
            ++all;
            none += found.empty() ? 1 : 0;
            right += !found.empty() && found.front().section == kernel.section ? 1 : 0;
            for (const Misconception& one : found) {
                EXPECT_EQ(one.section, kernel.section)
                    << kernel.mutant << " is taken for " << one.mutant;
            }
        }
    }
    std::cout << "Unlisted kernels: " << all << ", no known pattern " << none
              << ", the right paragraph " << right << ".\n";
    EXPECT_GE(all, 15U);
    EXPECT_GE(right, 4U);
}

/// The paragraph is about waiting, whichever call does it.
TEST(Naming, KnowsAWaitByAnyCall) {
    const auto known = tables(kKnownFolder).at("01_serial_softmax");
    const std::string call = "cudaStreamSynchronize()";
    Signature run;
    for (const KnownMistake& mistake : known) {
        const bool waits = mistake.section == "waits-for-the-device";
        if (waits && mistake.signature.first_words.find(call) != std::string::npos)
            run = mistake.signature;
    }
    ASSERT_FALSE(run.first_words.empty());
    run.first_words.replace(run.first_words.find(call), call.size(), "cudaEventSynchronize()");
    const auto found = find_misconceptions(known, run);
    ASSERT_FALSE(found.empty());
    for (const Misconception& one : found)
        EXPECT_EQ(one.section, "waits-for-the-device") << one.mutant;
}

std::string function_of(const std::string& check) {
    return check.substr(0, check.find('.'));
}

/// What a run of some checks shows of a mistake. Its words are known where it fails first.
Signature seen_of(const Signature& whole, const std::set<std::string>& seen) {
    Signature part;
    part.reports = whole.reports;
    for (const auto& [check, letter] : whole.how) {
        if (seen.count(check) > 0) part.how[check] = letter;
    }
    if (seen.count(whole.first_check) > 0) part.words[whole.first_check] = whole.first_words;
    return part;
}

std::set<std::string> checks_of(const std::vector<KnownMistake>& known) {
    std::set<std::string> checks;
    for (const KnownMistake& mistake : known) {
        for (const auto& [check, letter] : mistake.signature.how)
            checks.insert(check);
    }
    return checks;
}

/// Every choice of functions of a lesson, as the checks that are seen then.
std::vector<std::set<std::string>> choices_of_functions(const std::set<std::string>& checks) {
    std::set<std::string> functions;
    for (const std::string& check : checks)
        functions.insert(function_of(check));
    const std::vector<std::string> names(functions.begin(), functions.end());
    std::vector<std::set<std::string>> choices;
    for (std::size_t bits = 1; bits + 1 < (std::size_t{1} << names.size()); ++bits) {
        std::set<std::string> seen;
        for (const std::string& check : checks) {
            const auto at = static_cast<std::size_t>(
                std::find(names.begin(), names.end(), function_of(check)) - names.begin());
            if (((bits >> at) & 1U) != 0) seen.insert(check);
        }
        choices.push_back(seen);
    }
    return choices;
}

/// Counts of what is named by part of the checks.
struct OfPart {
    std::size_t asked = 0;
    std::size_t right = 0;
    std::string wrong;

    void ask(const std::vector<KnownMistake>& known, const KnownMistake& mistake,
             const std::set<std::string>& seen) {
        const Signature run = seen_of(mistake.signature, seen);
        if (run.how.empty()) return;
        const auto found = find_in_part(known, run, seen);
        ++asked;
        right += found.empty() ? 0 : 1;
        for (const Misconception& one : found) {
            if (!same_kind(one, mistake)) wrong += "\n  " + mistake.mutant + ": " + one.mutant;
        }
    }
};

TEST(Naming, NamesNothingElseByTheFunctionsThatAreWritten) {
    OfPart whole;
    OfPart without_row;
    for (const auto& [lesson, known] : tables(kKnownFolder)) {
        for (const auto& seen : choices_of_functions(checks_of(known))) {
            for (const KnownMistake& mistake : known) {
                whole.ask(known, mistake, seen);
                without_row.ask(
                    without(known, [&](const auto& m) { return m.mutant == mistake.mutant; }),
                    mistake, seen);
            }
        }
    }
    std::cout << "Some functions written: named " << whole.right << " of " << whole.asked << ".\n";
    EXPECT_EQ(whole.wrong, "");
    EXPECT_EQ(without_row.wrong, "");
    EXPECT_GE(2 * whole.right, whole.asked);
}

TEST(Naming, NamesNothingElseByOneCheck) {
    OfPart whole;
    OfPart without_row;
    for (const auto& [lesson, known] : tables(kKnownFolder)) {
        for (const KnownMistake& mistake : known) {
            const auto others =
                without(known, [&](const auto& m) { return m.mutant == mistake.mutant; });
            for (const auto& [check, letter] : mistake.signature.how) {
                whole.ask(known, mistake, {check});
                without_row.ask(others, mistake, {check});
            }
        }
    }
    std::cout << "One check: named " << whole.right << " of " << whole.asked << ".\n";
    EXPECT_EQ(whole.wrong, "");
    EXPECT_EQ(without_row.wrong, "");
    EXPECT_GE(whole.right, 50U);
}

TEST(Naming, NamesNoUnlistedKernelByPart) {
    const auto known = tables(kKnownFolder);
    OfPart asked;
    for (const auto& [lesson, unlisted] : tables(kUnlistedFolder)) {
        for (const KnownMistake& kernel : unlisted) {
            for (const auto& [check, letter] : kernel.signature.how)
                asked.ask(known.at(lesson), kernel, {check});
            for (const auto& seen : choices_of_functions(checks_of(known.at(lesson))))
                asked.ask(known.at(lesson), kernel, seen);
        }
    }
    EXPECT_GT(asked.asked, 30U);
    EXPECT_EQ(asked.wrong, "");
}

/// Two mistakes at once, as they come out where no check fails for both.
TEST(Naming, NamesTwoMistakesOrNone) {
    std::size_t all = 0;
    std::size_t right = 0;
    std::string wrong;
    for (const auto& [lesson, known] : tables(kKnownFolder)) {
        for (std::size_t i = 0; i < known.size(); ++i) {
            for (std::size_t j = i + 1; j < known.size(); ++j) {
                Signature run = known[i].signature;
                const Signature& other = known[j].signature;
                const bool apart =
                    std::none_of(other.how.begin(), other.how.end(),
                                 [&](const auto& one) { return run.how.count(one.first) > 0; });
                if (!apart) continue;
                run.words[run.first_check] = run.first_words;
                run.words[other.first_check] = other.first_words;
                run.how.insert(other.how.begin(), other.how.end());
                run.reports.insert(other.reports.begin(), other.reports.end());
                const auto found = find_two_mistakes(known, run);
                ++all;
                right += found.empty() ? 0 : 1;
                for (const Misconception& one : found) {
                    if (same_kind(one, known[i]) || same_kind(one, known[j])) continue;
                    wrong += "\n  " + known[i].mutant + ", " + known[j].mutant + ": " + one.mutant;
                }
            }
        }
    }
    std::cout << "Two mistakes: both named " << right << " of " << all << ".\n";
    EXPECT_EQ(wrong, "");
    EXPECT_GE(2 * right, all);
}

TEST(Naming, TakesNoMistakeForTwo) {
    for (const std::string& folder : {kKnownFolder, kUnlistedFolder}) {
        const auto known = tables(kKnownFolder);
        for (const auto& [lesson, kernels] : tables(folder)) {
            for (const KnownMistake& kernel : kernels) {
                const auto others = without(
                    known.at(lesson), [&](const auto& m) { return m.mutant == kernel.mutant; });
                Signature run = kernel.signature;
                run.words[run.first_check] = run.first_words;
                EXPECT_TRUE(find_two_mistakes(others, run).empty()) << kernel.mutant;
            }
        }
    }
}

}  // namespace
}  // namespace workshop::checks
