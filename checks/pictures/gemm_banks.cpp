// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "gemm_pictures.hpp"

namespace workshop::pictures {
namespace {

constexpr unsigned kBanks = 32;
constexpr double kLeft = 24;
constexpr double kSide = 21;
constexpr double kBottom = 340;
constexpr double kRoom = 268;  // for the words of one bank

double bank_x(std::uint64_t bank) {
    return kLeft + kSide * static_cast<double>(bank);
}

/// The words that the lanes want, by bank, and the first lane that wants each.
using Wanted = std::map<std::uint64_t, std::map<std::uint64_t, std::vector<unsigned>>>;

Wanted wanted_words(const TraceStep& step) {
    Wanted wanted;
    for (const StepLane& lane : step.lanes) {
        const std::uint64_t first = element_of(step, lane);
        for (std::uint64_t word = first; word < first + step.access_bytes / 4; ++word)
            wanted[word % kBanks][word].push_back(lane.lane);
    }
    return wanted;
}

void draw_request(Picture& picture, const TraceStep& step) {
    const Wanted wanted = wanted_words(step);
    std::size_t most = 1;
    for (const auto& [bank, words] : wanted)
        most = std::max(most, words.size());
    const double high = std::min(26.0, kRoom / static_cast<double>(most));
    for (const auto& [bank, words] : wanted) {
        double y = kBottom - high;
        for (const auto& [word, lanes] : words) {
            const bool readable = high >= 14 && lanes.size() == 1;
            picture.cell(bank_x(bank) + 1, y + 1, kSide - 2, high - 1.5,
                         readable             ? std::to_string(lanes[0])
                         : lanes.size() == 32 ? "all"
                                              : "",
                         most == 1   ? "blue"
                         : most == 2 ? "orange"
                                     : "red",
                         11.5);
            y -= high;
        }
    }
    picture.text(704, 46, counted(step.lanes.size(), "lane") + ", " + counted(step.units, "wave"),
                 {16, "end", step.units == 1 ? "blue" : "red", true});
}

}  // namespace

Picture draw_banks(const std::vector<BankCase>& cases) {
    Picture picture("banks", 720, 450,
                    "Which lane wants which bank of shared memory, with and without padding");
    picture.text(16, 22,
                 "In a box: the lane that wants a word of the bank. Banks count from where the "
                 "array begins.",
                 {12, "start", "soft"});
    for (unsigned bank = 0; bank < kBanks; ++bank)
        picture.text(bank_x(bank) + kSide / 2, kBottom + 12, std::to_string(bank), {11.5});
    picture.line(kLeft, kBottom + 1, kLeft + kSide * kBanks, kBottom + 1, "ink");
    picture.text(kLeft, kBottom + 29, "bank", {12, "start", "soft"});
    for (const BankCase& each : cases) {
        picture.frame(each.caption, code_of(*each.step), 3.5);
        draw_request(picture, *each.step);
    }
    return picture;
}

}  // namespace workshop::pictures
