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
constexpr double kBottom = 188;
constexpr double kRoom = 118;     // for the words of one bank
constexpr double kListTop = 242;  // the waves of all requests
constexpr double kListHigh = 22;
constexpr double kListLeft = 290;
constexpr double kListWide = 384;

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

double list_y(std::size_t at) {
    return kListTop + kListHigh * static_cast<double>(at);
}

/// The list of all requests: the bars come with the frames, their room is there from the start.
void draw_list(Picture& picture, const std::vector<BankCase>& cases) {
    picture.text(kListLeft, kListTop - 20, "waves", {12, "start", "soft"});
    for (std::size_t i = 0; i < cases.size(); ++i) {
        picture.text(16, list_y(i), cases[i].name, {12, "start"});
        picture.cell(kListLeft, list_y(i) - 7, kListWide, 14, "", "track");
    }
}

/// One line of it. The whole room is as many waves as the request has lanes.
void draw_waves(Picture& picture, const TraceStep& step, std::size_t at) {
    const double wave = kListWide / static_cast<double>(step.lanes.size());
    for (unsigned i = 0; i < step.units; ++i)
        picture.cell(kListLeft + wave * i, list_y(at) - 7, wave - 1, 14, "",
                     step.units == 1   ? "blue"
                     : step.units == 2 ? "orange"
                                       : "red");
    picture.text(704, list_y(at), std::to_string(step.units), {13, "end", "ink", true});
}

}  // namespace

Picture draw_banks(const std::vector<BankCase>& cases) {
    Picture picture("banks", 720, 424,
                    "Which lane wants which bank of shared memory, with and without padding");
    picture.text(16, 22,
                 "In a box: the lane that wants a word of the bank. Banks count from where the "
                 "array begins.",
                 {12, "start", "soft"});
    for (unsigned bank = 0; bank < kBanks; ++bank)
        picture.text(bank_x(bank) + kSide / 2, kBottom + 12, std::to_string(bank), {11.5});
    picture.line(kLeft, kBottom + 1, kLeft + kSide * kBanks, kBottom + 1, "ink");
    picture.text(kLeft, kBottom + 29, "bank", {12, "start", "soft"});
    draw_list(picture, cases);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        picture.frame(cases[i].caption, code_of(*cases[i].step), 3.5);
        draw_request(picture, *cases[i].step);
        picture.from_here();
        draw_waves(picture, *cases[i].step, i);
    }
    return picture;
}

}  // namespace workshop::pictures
