// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "misconceptions_of_part.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "failure_words.hpp"

namespace workshop::checks {

namespace {

using Letters = std::map<std::string, char>;

template <class Question>
Letters those(const Letters& letters, const Question& question) {
    Letters kept;
    std::copy_if(letters.begin(), letters.end(), std::inserter(kept, kept.end()),
                 [&](const auto& one) { return question(one.first); });
    return kept;
}

bool same_kind(const KnownMistake& a, const KnownMistake& b) {
    const bool one_paragraph = !a.section.empty() && a.section == b.section;
    const bool no_check_tells =
        a.signature.how == b.signature.how && a.signature.first_words == b.signature.first_words;
    return a.words == b.words || one_paragraph || no_check_tells;
}

Misconception named(const KnownMistake& mistake) {
    return {mistake.words, mistake.section, mistake.mutant, 1.0};
}

/// Whether a run fails with the words of a mistake, numbers included, where that one fails first.
bool says_the_same(const KnownMistake& mistake, const Signature& run) {
    const std::string& check = mistake.signature.first_check;
    const auto said = run.words.find(check);
    const auto letter = run.how.find(check);
    if (said == run.words.end() || letter == run.how.end()) return false;
    if (letter->second != mistake.signature.how.at(check)) return false;
    // The words of reports are the same for many mistakes.
    const std::string by_report = "rmsid";
    if (by_report.find(letter->second) != std::string::npos) return false;
    if (said->second.find("is below") != std::string::npos) return false;
    const Words a = split_words(mistake.signature.first_words);
    const Words b = split_words(said->second);
    return a.without_numbers == b.without_numbers && numbers_agree(a.numbers, b.numbers);
}

/// Two mistakes explain a run: no check fails without one of them, or passes in spite of one.
bool explain(const Signature& a, const Signature& b, const Signature& run) {
    std::set<std::string> reports = a.reports;
    reports.insert(b.reports.begin(), b.reports.end());
    if (reports != run.reports) return false;
    const auto fails_in_run = [&](const auto& one) { return run.how.count(one.first) > 0; };
    if (!std::all_of(a.how.begin(), a.how.end(), fails_in_run)) return false;
    if (!std::all_of(b.how.begin(), b.how.end(), fails_in_run)) return false;
    bool only_a = false;
    bool only_b = false;
    for (const auto& [check, letter] : run.how) {
        const auto in_a = a.how.find(check);
        const auto in_b = b.how.find(check);
        if (in_a == a.how.end() && in_b == b.how.end()) return false;
        // Where both fail, what comes out is a mixture.
        if (in_a != a.how.end() && in_b != b.how.end()) continue;
        (in_b == b.how.end() ? only_a : only_b) = true;
        if ((in_b == b.how.end() ? in_a : in_b)->second != letter) return false;
    }
    return only_a && only_b;
}

}  // namespace

std::vector<Misconception> find_in_part(const std::vector<KnownMistake>& known,
                                        const Signature& run, const std::set<std::string>& seen) {
    if (run.how.empty()) return {};
    // Of one check alone, a count or an error that was returned is much the same for relatives.
    const std::string too_general = "PE";
    if (seen.size() == 1 && too_general.find(run.how.begin()->second) != std::string::npos) {
        return {};
    }
    std::vector<const KnownMistake*> sure;
    std::vector<const KnownMistake*> possible;
    for (const KnownMistake& mistake : known) {
        const Signature& signature = mistake.signature;
        const Letters part =
            those(signature.how, [&](const auto& name) { return seen.count(name) > 0; });
        if (part != run.how || run.reports != signature.reports) continue;
        if (seen.count(signature.first_check) == 0) {
            possible.push_back(&mistake);
        } else if (says_the_same(mistake, run)) {
            sure.push_back(&mistake);
        }
    }
    if (sure.empty()) return {};
    possible.insert(possible.end(), sure.begin(), sure.end());
    for (const KnownMistake* mistake : possible) {
        if (!same_kind(*mistake, *sure.front())) return {};
    }
    std::vector<Misconception> found;
    for (const KnownMistake* mistake : sure) {
        const bool is_new = std::none_of(found.begin(), found.end(), [&](const auto& one) {
            return one.words == mistake->words;
        });
        if (is_new) found.push_back(named(*mistake));
    }
    return found;
}

std::vector<Misconception> find_two_mistakes(const std::vector<KnownMistake>& known,
                                             const Signature& run) {
    std::vector<const KnownMistake*> seen;
    for (const KnownMistake& mistake : known) {
        if (says_the_same(mistake, run)) seen.push_back(&mistake);
    }
    std::vector<std::pair<const KnownMistake*, const KnownMistake*>> pairs;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (std::size_t j = i + 1; j < seen.size(); ++j) {
            if (same_kind(*seen[i], *seen[j])) continue;
            if (explain(seen[i]->signature, seen[j]->signature, run)) {
                pairs.emplace_back(seen[i], seen[j]);
            }
        }
    }
    if (pairs.empty()) return {};
    auto [first, second] = pairs.front();
    for (const auto& [one, other] : pairs) {
        const bool same = (same_kind(*one, *first) && same_kind(*other, *second)) ||
                          (same_kind(*one, *second) && same_kind(*other, *first));
        if (!same) return {};
    }
    if (second->signature.first_check == run.first_check) std::swap(first, second);
    return {named(*first), named(*second)};
}

}  // namespace workshop::checks
