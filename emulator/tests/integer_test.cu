// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

namespace {

class IntegerFunctions : public DeviceTest {};

TEST_F(IntegerFunctions, Bits) {
    EXPECT_EQ(__popc(0xF0F0U), 8);
    EXPECT_EQ(__popcll(~0ULL), 64);
    EXPECT_EQ(__ffs(0), 0);
    EXPECT_EQ(__ffs(8), 4);
    EXPECT_EQ(__ffsll(1LL << 40), 41);
    EXPECT_EQ(__clz(0), 32);
    EXPECT_EQ(__clz(1), 31);
    EXPECT_EQ(__clz(-1), 0);
    EXPECT_EQ(__clzll(0), 64);
    EXPECT_EQ(__clzll(1LL << 32), 31);
    EXPECT_EQ(__brev(0x1U), 0x80000000U);
    EXPECT_EQ(__brev(0x12345678U), 0x1E6A2C48U);
    EXPECT_EQ(__brevll(1ULL), 1ULL << 63);
    EXPECT_EQ(__byte_perm(0x33221100U, 0x77665544U, 0x7410U), 0x77441100U);
    EXPECT_EQ(__byte_perm(0x33221180U, 0x77665544U, 0xFC98U), 0x77441180U);  // bit 3 is not used
    EXPECT_EQ(__funnelshift_l(0x80000001U, 0x1U, 4), 0x18U);
    EXPECT_EQ(__funnelshift_l(5, 9, 32), 9U);
    EXPECT_EQ(__funnelshift_lc(5, 9, 32), 5U);
    EXPECT_EQ(__funnelshift_r(0x80000001U, 0x1U, 4), 0x18000000U);
    EXPECT_EQ(__funnelshift_rc(5, 9, 40), 9U);
}

TEST_F(IntegerFunctions, Products) {
    EXPECT_EQ(__mulhi(-1, 1), -1);
    EXPECT_EQ(__umulhi(0x80000000U, 4U), 2U);
    EXPECT_EQ(__mul64hi(-1, 1), -1);
    EXPECT_EQ(__umul64hi(1ULL << 63, 6ULL), 3ULL);
    EXPECT_EQ(__mul24(-3, 5), -15);
    EXPECT_EQ(__umul24(0x01000003U, 5U), 15U);
    EXPECT_EQ(__dp4a(0x01FF0203, 0x01010101, 10), 15);
    EXPECT_EQ(__dp4a(0x01FF0203U, 0x01010101U, 10U), 271U);
}

TEST_F(IntegerFunctions, DifferencesAndAverages) {
    EXPECT_EQ(__sad(-5, 5, 1U), 11U);
    EXPECT_EQ(__usad(3U, 5U, 1U), 3U);
    EXPECT_EQ(__hadd(-1, 0), -1);
    EXPECT_EQ(__rhadd(0x7FFFFFFF, 0x7FFFFFFF), 0x7FFFFFFF);
    EXPECT_EQ(__uhadd(0xFFFFFFFFU, 0xFFFFFFFDU), 0xFFFFFFFEU);
    EXPECT_EQ(__urhadd(1U, 2U), 2U);
}

}  // namespace
