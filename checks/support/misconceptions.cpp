// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "misconceptions.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace workshop::checks {

namespace {

constexpr double kAlikeEnough = 0.75;
constexpr std::size_t kMost = 3;

/// "name, name, name" as a set.
std::set<std::string> split_names(const std::string& text) {
    std::set<std::string> names;
    std::istringstream stream(text);
    std::string name;
    while (std::getline(stream, name, ',')) {
        const auto begin = name.find_first_not_of(' ');
        if (begin == std::string::npos) continue;
        names.insert(name.substr(begin, name.find_last_not_of(' ') - begin + 1));
    }
    return names;
}

double likeness(const std::set<std::string>& a, const std::set<std::string>& b) {
    const auto both = static_cast<double>(std::count_if(
        a.begin(), a.end(), [&](const std::string& name) { return b.count(name) > 0; }));
    const double either = static_cast<double>(a.size() + b.size()) - both;
    return either > 0.0 ? both / either : 0.0;
}

/// "02_block_reduction/barrier_1_deleted" has no file: the build makes one such mutant a barrier.
bool is_deleted_barrier(const std::string& mutant) {
    const std::string name = mutant.substr(mutant.find('/') + 1);
    return name.rfind("barrier_", 0) == 0 && name.find("_deleted") != std::string::npos;
}

/// Reads "misconception:" and "lesson:" from the head of a mutant's file.
Misconception read_mutant(const std::string& folder, const std::string& mutant) {
    Misconception result;
    if (is_deleted_barrier(mutant)) {
        result.words =
            "A barrier is missing. Between a store to shared memory and another thread's read of "
            "it there has to be one, and again before the place is overwritten.";
        result.section = "barrier-missing";
        return result;
    }
    std::ifstream stream(folder + '/' + mutant + ".mutant");
    std::string line;
    while (std::getline(stream, line) && line.compare(0, 4, "----") != 0) {
        const auto value_of = [&](const std::string& key) {
            return line.compare(0, key.size(), key) == 0 ? line.substr(key.size()) : std::string();
        };
        if (const std::string value = value_of("misconception: "); !value.empty()) {
            result.words = value;
        }
        if (const std::string value = value_of("lesson: "); !value.empty()) result.section = value;
    }
    return result;
}

}  // namespace

std::vector<Misconception> find_misconceptions(const std::string& folder, const std::string& lesson,
                                               const std::set<std::string>& failing) {
    std::vector<Misconception> best;
    double highest = kAlikeEnough;
    std::ifstream table(folder + "/kills.txt");
    std::string line;
    while (std::getline(table, line)) {
        // "01_serial_softmax/name | check, check"
        const auto bar = line.find(" | ");
        if (bar == std::string::npos || line.compare(0, lesson.size() + 1, lesson + '/') != 0) {
            continue;
        }
        const double alike = likeness(failing, split_names(line.substr(bar + 3)));
        if (alike < highest) continue;
        if (alike > highest) best.clear();
        highest = alike;
        Misconception found = read_mutant(folder, line.substr(0, bar));
        found.likeness = alike;
        const bool is_known = std::any_of(best.begin(), best.end(), [&](const Misconception& m) {
            return m.words == found.words;
        });
        if (!found.words.empty() && !is_known) best.push_back(found);
    }
    // A set of failures that many mistakes share says nothing.
    if (best.size() > kMost) best.clear();
    return best;
}

}  // namespace workshop::checks
