// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "support/nearest_names.hpp"

#include <gtest/gtest.h>

namespace workshop::checks {
namespace {

using Names = std::vector<std::string>;

const Names kNames{"row_sum.WidthOne", "row_sum.OrdinaryRows", "softmax.WidthOne",
                   "softmax.WideRow", "softmax.Arguments"};

TEST(NearestNames, CountsEdits) {
    EXPECT_EQ(edits_between("", "abc"), 3U);
    EXPECT_EQ(edits_between("abc", ""), 3U);
    EXPECT_EQ(edits_between("kitten", "sitting"), 3U);
    EXPECT_EQ(edits_between("WideRow", "widerow"), 0U);
    EXPECT_EQ(edits_between("ab", "ba"), 2U);
}

TEST(NearestNames, FindsAMisspeltName) {
    EXPECT_EQ(nearest_names("softmax.WideRows", kNames).front(), "softmax.WideRow");
    EXPECT_EQ(nearest_names("softmax.widthone", kNames).front(), "softmax.WidthOne");
    EXPECT_EQ(nearest_names("*.WidhtOne", kNames), (Names{"row_sum.WidthOne", "softmax.WidthOne"}));
    EXPECT_EQ(nearest_names("Argument", kNames), Names{"softmax.Arguments"});
}

TEST(NearestNames, ThreeAreEnough) {
    EXPECT_EQ(nearest_names("softmix", kNames),
              (Names{"softmax.WidthOne", "softmax.WideRow", "softmax.Arguments"}));
}

TEST(NearestNames, IsSilentWhereNothingIsNear) {
    EXPECT_TRUE(nearest_names("gemm", kNames).empty());
    EXPECT_TRUE(nearest_names("WidthOne", {}).empty());
}

}  // namespace
}  // namespace workshop::checks
