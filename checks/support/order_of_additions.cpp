// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "order_of_additions.hpp"

#include "compare.hpp"
#include "launch.hpp"

namespace workshop::checks {

bool OrderOfAdditions::check_same_bits(const std::string& function, const std::string& shape,
                                       const std::vector<float>& output,
                                       const std::string& schedule) {
    const auto [place, is_new] = by_shape_.emplace(shape, First{output, schedule});
    if (is_new) return true;
    const First& first = place->second;
    const Comparison comparison =
        compare_bits(first.output, output, static_cast<std::int64_t>(output.size()), 1);
    if (comparison.all_right()) return true;
    const bool named = !schedule.empty();  // a GPU chooses the order, and does not tell it
    fail(function + " on " + shape + ":\n" +
         (named ? "With WORKSHOP_SCHEDULE=" + schedule : "In a second launch") + ", " +
         std::to_string(comparison.wrong_count) + " of " + std::to_string(output.size()) +
         " elements have other bits than " + (named ? "with " + first.schedule : "in the first") +
         ". Both are within the bound, but the same input must give the same bits.\nlikely cause: "
         "The order of additions is left to chance: atomicAdd of floats adds in the order in which "
         "the threads arrive, and each order rounds differently. Give every addition its place.");
    return false;
}

}  // namespace workshop::checks
