// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "nearest_names.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace workshop::checks {

namespace {

constexpr std::size_t kMost = 3;
constexpr std::size_t kLettersPerEdit = 3;

}  // namespace

std::size_t edits_between(const std::string& one, const std::string& other) {
    const auto small = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::vector<std::size_t> row(other.size() + 1);  // from the beginning of `one` to each part
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t before = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t changed = before + (small(one[i]) == small(other[j]) ? 0 : 1);
            before = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, before + 1});
        }
    }
    return row.back();
}

std::vector<std::string> nearest_names(const std::string& asked,
                                       const std::vector<std::string>& names) {
    std::string plain = asked;
    plain.erase(std::remove(plain.begin(), plain.end(), '*'), plain.end());
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& name : names) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const std::size_t edits =
            std::min({edits_between(plain, name), edits_between(plain, name.substr(0, dot)),
                      edits_between(plain, name.substr(std::min(dot + 1, name.size())))});
        if (edits * kLettersPerEdit <= plain.size()) near.emplace_back(edits, name);
    }
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < near.size() && i < kMost; ++i)
        nearest.push_back(near[i].second);
    return nearest;
}

}  // namespace workshop::checks
