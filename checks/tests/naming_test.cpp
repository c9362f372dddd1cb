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
#include <map>
#include <set>

#include "support/misconceptions.hpp"

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
}

}  // namespace
}  // namespace workshop::checks
