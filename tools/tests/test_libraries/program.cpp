// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

TEST(TestLibraries, GoogleTestWorks) {
    EXPECT_EQ(2 + 2, 4);
}
