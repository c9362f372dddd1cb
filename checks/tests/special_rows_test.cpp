// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The matrices of special rows hold every kind of row at every place and alignment.

#include "support/special_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

namespace workshop::checks {
namespace {

/// A row that says which kind it is, and where its place was.
SpecialRow marked(int kind) {
    return [=](float* row, std::int64_t, std::int64_t place) {
        row[0] = static_cast<float>(kind);
        row[1] = static_cast<float>(place);
    };
}

SpecialRows marked_rows(int kinds) {
    SpecialRows special{"marked rows", {}};
    for (int kind = 0; kind < kinds; ++kind)
        special.kinds.push_back(marked(kind));
    return special;
}

TEST(SpecialRows, EveryKindAtEveryPlaceAndAlignment) {
    constexpr std::int64_t kCols = 9;
    for (const int kinds : {5, 7}) {
        for (const std::uint64_t seed : {1, 2}) {
            const HostMatrix matrix =
                special_rows_maker(12 * kinds, kCols, marked_rows(kinds))(seed);
            std::set<std::tuple<float, float, std::int64_t>> met;
            for (std::int64_t r = 0; r < matrix.rows; ++r)
                met.insert({matrix.at(r, 0), matrix.at(r, 1), r % 4});
            EXPECT_EQ(met.size(), static_cast<std::size_t>(12 * kinds)) << "seed " << seed;
        }
    }
}

TEST(SpecialRows, AllKindsOfOneMatrixGoRoundInThatWay) {
    EXPECT_EQ(all_special_rows().kinds.size(), 7U);
}

TEST(SpecialRows, HalfIsMaskedAtEachPlace) {
    for (const std::int64_t place : {0, 4, 8}) {
        float row[9] = {};
        half_masked_row(-1.0F)(row, 9, place);
        EXPECT_EQ(std::count(row, row + 9, -1.0F), 4) << "place " << place;
        EXPECT_EQ(row[place], -1.0F);
    }
}

}  // namespace
}  // namespace workshop::checks
