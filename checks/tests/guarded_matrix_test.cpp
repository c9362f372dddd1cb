// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every write outside a matrix is found and described. Memory is changed through CUDA's copies, as
// a kernel would change it.

#include "support/guarded_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/poison.hpp"

namespace workshop::checks {
namespace {

constexpr std::int64_t kRows = 3;
constexpr std::int64_t kCols = 5;
constexpr std::int64_t kLd = 8;

void store(GuardedMatrix& matrix, std::int64_t element, float value) {
    require(cudaMemcpy(matrix.data() + element, &value, sizeof value, cudaMemcpyHostToDevice),
            "cudaMemcpy");
}

std::string damage_after_store(std::int64_t element) {
    GuardedMatrix matrix("y", kRows, kCols, kLd, 0);
    matrix.upload_poison();
    store(matrix, element, 1.0F);
    matrix.download();
    return matrix.damage();
}

TEST(GuardedMatrix, IsSilentAboutStoresIntoIt) {
    GuardedMatrix matrix("y", kRows, kCols, kLd, 0);
    matrix.upload_poison();
    for (std::int64_t r = 0; r < kRows; ++r) {
        for (std::int64_t c = 0; c < kCols; ++c)
            store(matrix, r * kLd + c, float(10 * r + c));
    }
    matrix.download();
    EXPECT_EQ(matrix.damage(), "");
    EXPECT_EQ(matrix.values()[7], 12.0F);
}

TEST(GuardedMatrix, SaysWhereAStrayStoreWent) {
    EXPECT_NE(damage_after_store(-1).find("1 element before its start"), std::string::npos);
    EXPECT_NE(damage_after_store(-40).find("40 elements before its start"), std::string::npos);
    EXPECT_NE(damage_after_store(kRows * kLd).find("1 element past its end"), std::string::npos);
    const std::string far = damage_after_store(kRows * kLd + kLd + 2);
    EXPECT_NE(far.find("11 elements past its end"), std::string::npos) << far;
    EXPECT_NE(far.find("row 4, column 2"), std::string::npos) << far;
    const std::string gap = damage_after_store(kLd + 6);
    EXPECT_NE(gap.find("row 1, column 6"), std::string::npos) << gap;
    EXPECT_NE(gap.find("in the gap"), std::string::npos) << gap;
}

TEST(GuardedMatrix, SeesWhatWasReadOutsideTheInputStoredOutsideTheOutput) {
    GuardedMatrix x("x", kRows, kCols, kLd, 0);
    x.upload(std::vector<float>(kRows * kCols, 1.0F));
    for (const std::int64_t element : {kCols, kRows * kLd}) {
        GuardedMatrix y("y", kRows, kCols, kLd, 0);
        y.upload_poison();
        require(cudaMemcpy(y.data() + element, x.data() + element, sizeof(float),
                           cudaMemcpyDeviceToDevice),
                "cudaMemcpy");
        y.download();
        EXPECT_NE(y.damage(), "");
    }
}

TEST(GuardedMatrix, SeesAStoreIntoTheGapBehindTheLastRow) {
    EXPECT_NE(damage_after_store(kRows * kLd - 1), "");
}

TEST(GuardedMatrix, SeesAChangedInput) {
    GuardedMatrix matrix("x", kRows, kCols, kCols, 0);
    matrix.upload(std::vector<float>(15, 2.0F));
    matrix.download();
    EXPECT_EQ(matrix.change(), "");
    store(matrix, 7, 2.5F);
    matrix.download();
    EXPECT_EQ(matrix.change(),
              "The kernel changed 1 element of its input x. The first is row 1, column 2.");
    EXPECT_EQ(matrix.damage(), "");
}

TEST(GuardedMatrix, IsSurroundedByWhatIsAskedFor) {
    for (const auto surroundings : {Surroundings::nan, Surroundings::largest}) {
        GuardedMatrix matrix("x", kRows, kCols, kLd, 0);
        matrix.upload(std::vector<float>(15, 2.0F), surroundings);
        for (const std::int64_t element : {std::int64_t{-1}, kCols, kRows * kLd}) {
            float value = 0.0F;
            require(
                cudaMemcpy(&value, matrix.data() + element, sizeof value, cudaMemcpyDeviceToHost),
                "cudaMemcpy");
            if (surroundings == Surroundings::nan) {
                EXPECT_TRUE(std::isnan(value));
            } else {
                EXPECT_EQ(value, std::numeric_limits<float>::max());
            }
        }
        store(matrix, kCols, 1.0F);
        matrix.download();
        EXPECT_NE(matrix.damage(), "");
    }
}

TEST(GuardedMatrix, IsFilledAfreshForEveryLaunch) {
    GuardedMatrix matrix("y", kRows, kCols, kLd, 0);
    matrix.upload_poison();
    store(matrix, 0, 1.0F);
    store(matrix, -1, 1.0F);
    matrix.upload_poison();
    matrix.download();
    EXPECT_TRUE(is_never_written(matrix.values()[0]));
    EXPECT_EQ(matrix.damage(), "");
}

TEST(GuardedMatrix, MovesItsFirstElementByTheOffset) {
    for (std::int64_t offset = 0; offset < 4; ++offset) {
        const GuardedMatrix matrix("x", kRows, kCols, kCols, offset);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.data()) % 16, 4 * offset);
    }
}

TEST(GuardedMatrix, MayBeEmpty) {
    GuardedMatrix matrix("x", 0, 5, 5, 0);
    matrix.upload_poison();
    matrix.download();
    EXPECT_TRUE(matrix.values().empty());
    EXPECT_EQ(matrix.damage(), "");
}

}  // namespace
}  // namespace workshop::checks
