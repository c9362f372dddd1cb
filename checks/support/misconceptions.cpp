// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "misconceptions.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "failure_words.hpp"

namespace workshop::checks {

namespace {

constexpr double kAlikeEnough = 0.9;
constexpr std::size_t kMost = 3;
// The numbers of the first failure must agree where no more checks than these fail.
constexpr std::size_t kFew = 4;

/// "name, name, name" in order.
std::vector<std::string> split_names(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream stream(text);
    std::string name;
    while (std::getline(stream, name, ',')) {
        const auto begin = name.find_first_not_of(' ');
        if (begin == std::string::npos) continue;
        names.push_back(name.substr(begin, name.find_last_not_of(' ') - begin + 1));
    }
    return names;
}

/// Checks that fail in the same way in both, over those that fail in either.
double likeness(const Signature& a, const Signature& b) {
    const auto both = static_cast<double>(
        std::count_if(a.how.begin(), a.how.end(), [&](const auto& check_and_letter) {
            const auto found = b.how.find(check_and_letter.first);
            return found != b.how.end() && found->second == check_and_letter.second;
        }));
    const auto in_both = static_cast<double>(std::count_if(
        a.how.begin(), a.how.end(),
        [&](const auto& check_and_letter) { return b.how.count(check_and_letter.first) > 0; }));
    const double either = static_cast<double>(a.how.size() + b.how.size()) - in_both;
    return either > 0.0 ? both / either : 0.0;
}

bool needs_the_cpu_device(const std::string& check) {
    return check.find(".Idea") != std::string::npos ||
           check.find(".EveryDeviceModel") != std::string::npos;
}

/// What of a row a GPU can show.
Signature seen_on_gpu(Signature signature) {
    for (auto i = signature.how.begin(); i != signature.how.end();) {
        i = needs_the_cpu_device(i->first) ? signature.how.erase(i) : std::next(i);
    }
    return signature;
}

/// "02_block_reduction/barrier_1_deleted" has no file: the build makes one such mutant a barrier.
bool is_deleted_barrier(const std::string& mutant) {
    const std::string name = mutant.substr(mutant.find('/') + 1);
    return name.rfind("barrier_", 0) == 0 && name.find("_deleted") != std::string::npos;
}

/// Reads "misconception:" and "lesson:" from the head of a mutant's file.
void read_mutant(const std::string& folder, KnownMistake& mistake) {
    if (is_deleted_barrier(mistake.mutant)) {
        mistake.words =
            "A barrier is missing. Between a store to shared memory and another thread's read of "
            "it there has to be one, and again before the place is overwritten.";
        mistake.section = "barrier-missing";
        return;
    }
    std::ifstream stream(folder + '/' + mistake.mutant + ".mutant");
    std::string line;
    while (std::getline(stream, line) && line.compare(0, 4, "----") != 0) {
        const auto value_of = [&](const std::string& key) {
            return line.compare(0, key.size(), key) == 0 ? line.substr(key.size()) : std::string();
        };
        if (const std::string value = value_of("misconception: "); !value.empty()) {
            mistake.words = value;
        }
        if (const std::string value = value_of("lesson: "); !value.empty()) mistake.section = value;
    }
}

/// The lines "lesson/name | rest" of a table, by mutant.
std::vector<std::pair<std::string, std::string>> read_table(const std::string& file,
                                                            const std::string& lesson) {
    std::vector<std::pair<std::string, std::string>> rows;
    std::ifstream table(file);
    std::string line;
    while (std::getline(table, line)) {
        const auto bar = line.find(" | ");
        if (bar == std::string::npos || line.compare(0, lesson.size() + 1, lesson + '/') != 0) {
            continue;
        }
        rows.emplace_back(line.substr(0, bar), line);
    }
    return rows;
}

// How alike two counts of an idea check are: less than all that agrees otherwise.
constexpr double kOtherNumbers = 0.1;

/// Its words say which idea is missed, and its numbers how much.
bool is_a_count_of_an_idea(const Signature& run) {
    return run.reports.empty() && run.how.at(run.first_check) == 'P' &&
           run.first_check.find(".Idea") != std::string::npos;
}

/// @return how alike they are, or 0 when something speaks against the mistake
double agreement(const Signature& known, const Signature& run) {
    if (known.reports != run.reports || known.first_check != run.first_check) return 0.0;
    if (known.how.at(known.first_check) != run.how.at(run.first_check)) return 0.0;
    const double alike = likeness(known, run);
    if (alike < kAlikeEnough) return 0.0;
    const Words a = split_words(known.first_words);
    const Words b = split_words(run.first_words);
    if (a.without_numbers != b.without_numbers) return 0.0;
    // The words of two races, or of two reads behind an end, are the same for many mistakes.
    const std::string by_report = "rmsid";
    if (by_report.find(run.how.at(run.first_check)) != std::string::npos && alike < 1.0) return 0.0;
    const bool numbers = numbers_agree(a.numbers, b.numbers);
    // Wrong values, counts and errors are of no kind of their own: only the numbers tell them
    // apart.
    const std::string of_no_kind = "WPE";
    const bool is_special = of_no_kind.find(run.how.at(run.first_check)) == std::string::npos;
    if (!numbers && (run.how.size() <= kFew || alike < 1.0 || !is_special)) {
        return is_a_count_of_an_idea(run) && alike == 1.0 ? kOtherNumbers : 0.0;
    }
    // Of two with the same checks the one with the same numbers is closer, and the one with the
    // same calls a little.
    constexpr double kSameCalls = 0.01;
    const double calls = a.calls == b.calls ? kSameCalls : 0.0;
    return (numbers ? 2.0 * alike : alike) + calls;
}

}  // namespace

std::vector<KnownMistake> read_known_mistakes(const std::string& folder,
                                              const std::string& lesson) {
    std::map<std::string, std::string> signatures;
    for (const auto& [mutant, line] : read_table(folder + "/signatures.txt", lesson))
        signatures[mutant] = line;
    std::vector<KnownMistake> known;
    for (const auto& [mutant, line] : read_table(folder + "/kills.txt", lesson)) {
        KnownMistake mistake;
        mistake.mutant = mutant;
        mistake.signature =
            read_signature(signatures[mutant], split_names(line.substr(line.find(" | ") + 3)));
        read_mutant(folder, mistake);
        if (!mistake.words.empty() && !mistake.signature.first_words.empty()) {
            known.push_back(std::move(mistake));
        }
    }
    return known;
}

std::size_t mutants_in_table(const std::string& folder, const std::string& lesson) {
    return read_table(folder + "/kills.txt", lesson).size();
}

std::vector<Misconception> find_misconceptions(const std::vector<KnownMistake>& known,
                                               const Signature& run, RunOn where) {
    std::vector<Misconception> best;
    if (run.how.empty()) return best;
    double highest = 0.0;
    for (const KnownMistake& mistake : known) {
        const Signature signature =
            where == RunOn::gpu ? seen_on_gpu(mistake.signature) : mistake.signature;
        if (signature.how.count(signature.first_check) == 0) continue;
        const double agrees = agreement(signature, run);
        if (agrees <= 0.0 || agrees < highest) continue;
        if (agrees > highest) best.clear();
        highest = agrees;
        const bool is_known = std::any_of(best.begin(), best.end(), [&](const Misconception& m) {
            return m.words == mistake.words;
        });
        if (is_known) continue;
        best.push_back({mistake.words, mistake.section, mistake.mutant, likeness(signature, run),
                        agrees == kOtherNumbers});
    }
    const bool several_ideas = std::any_of(best.begin(), best.end(), [&](const Misconception& m) {
        return m.other_numbers && (m.section.empty() || m.section != best.front().section);
    });
    if (several_ideas) best.clear();
    // A failure that many mistakes share says nothing.
    if (best.size() > kMost) best.clear();
    return best;
}

}  // namespace workshop::checks
