// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "block_size_probe.hpp"

namespace workshop::checks {

namespace {

/// The block sizes that counted wrong; all the others are right.
using Wrong = std::vector<OnesCounted>;

bool is_about(double ones, double number) {
    return std::abs(ones - number) <= 0.001 * number;  // a quotient is rounded
}

double counted_with(const Wrong& wrong, int threads) {
    for (const OnesCounted& one : wrong) {
        if (one.threads == threads) return one.ones;
    }
    return static_cast<double>(kProbeOnes);
}

/// How many of the elements first, first + step, ... are in the row.
int elements_of(int first, int step) {
    return first < kProbeOnes ? (kProbeOnes - first - 1) / step + 1 : 0;
}

/// Whether a kernel in which the first threads of a block, `most` at the most, add elements that
/// are `step` apart counts like this. 0: as many as there are threads.
bool counts_like(const Wrong& wrong, int most, int step) {
    return std::all_of(kProbeSizes.begin(), kProbeSizes.end(), [&](int threads) {
        int ones = 0;
        const int adding = most == 0 ? threads : std::min(most, threads);
        for (int thread = 0; thread < adding; ++thread)
            ones += elements_of(thread, step == 0 ? threads : step);
        return is_about(counted_with(wrong, threads), ones);
    });
}

std::string cause_of_steps(const Wrong& wrong) {
    for (const int step : {1, 32, 64, 128, 256, 512}) {
        if (!counts_like(wrong, 0, step)) continue;
        return "Each thread goes on in steps of " + std::to_string(step) +
               ", so elements are added several times, or never. The step from one element of a "
               "thread to its next one is the number of threads, blockDim.x.";
    }
    return {};
}

std::string cause_of_threads_left_out(const Wrong& wrong) {
    for (const int most : {1, 32, 64, 128, 256, 512}) {
        if (!counts_like(wrong, most, 0)) continue;
        if (most == 1) {
            return "Only what thread 0 has added is in the result: nothing brings the other "
                   "threads' values to it. Look at the reduction, at the shuffles or the tree: "
                   "what does it combine?";
        }
        if (most == 32) {
            return "Only what the first warp has added is in the result. Where do the values of "
                   "the other warps come in?";
        }
        return "Only what the first " + std::to_string(most) +
               " threads have added is in the result: with more threads the rest is left out. Is "
               "a number of threads written down where blockDim.x belongs, such as the step with "
               "which a tree starts?";
    }
    return {};
}

std::string cause_of_lanes(const Wrong& wrong) {
    const double one_warp = counted_with(wrong, 32);
    // A block of one warp loses a share once; one of 32 warps, in both of its stages.
    for (const int share : {2, 4, 8, 16}) {
        if (!is_about(one_warp, kProbeOnes / share)) continue;
        const double twice = static_cast<double>(kProbeOnes) / share / share;
        if (!is_about(counted_with(wrong, 1024), twice)) continue;
        return "Each warp gives the values of " + std::to_string(32 / share) + " of its 32 lanes" +
               (share == 2 ? ", half of them" : "") +
               ": do the offsets of the shuffles go from 16 down to 1?";
    }
    constexpr std::array<int, 4> kWholeWarps{32, 64, 256, 1024};
    if (std::all_of(kWholeWarps.begin(), kWholeWarps.end(), [&](int threads) {
            return is_about(counted_with(wrong, threads), 4.0 * kProbeOnes);
        })) {
        return "With whole warps the sum is 4 times too large: twice in each of two stages. Does "
               "the offset of the shuffles start at 32? From 32 lanes further on a lane gets its "
               "own value, and adds it again. Start at 16, half a warp.";
    }
    return {};
}

}  // namespace

std::string missing_ones(const Wrong& wrong) {
    if (wrong.empty() || !std::isfinite(wrong.front().ones)) return {};
    const auto ones = static_cast<std::int64_t>(std::lround(wrong.front().ones));
    if (ones <= 0 || ones == kProbeOnes) return {};
    return "This is no rounding error: in a sum of ones nothing is rounded, and of a row of " +
           std::to_string(kProbeOnes) + " ones the kernel counts " + std::to_string(ones) +
           ". Which elements are " + (ones < kProbeOnes ? "left out" : "taken twice") + '?';
}

bool counts_one_each(const Wrong& wrong) {
    constexpr std::size_t kEnough = 3;  // sizes of which it is true
    return wrong.size() >= kEnough && std::all_of(wrong.begin(), wrong.end(), [](const auto& one) {
               return is_about(one.ones, one.threads);
           });
}

std::string cause_of_ones(const Wrong& wrong) {
    if (wrong.empty()) return {};
    if (counts_one_each(wrong)) {
        return "Each thread adds one element: of a row of ones comes the number of threads. Is "
               "there a loop with a step of blockDim.x?";
    }
    for (const auto& cause : {cause_of_steps, cause_of_threads_left_out, cause_of_lanes}) {
        if (std::string words = cause(wrong); !words.empty()) return words;
    }
    return {};
}

}  // namespace workshop::checks
