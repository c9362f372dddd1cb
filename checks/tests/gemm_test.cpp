// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The bound of matrix products: right products of float32 in any order of additions are within it,
// rounded factors and products that nobody computed are not.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>

#include "support/compare.hpp"
#include "support/gemm_oracle.hpp"

namespace workshop::checks {
namespace {

using Product = std::function<float(const GemmData&, std::int64_t row, std::int64_t column)>;

std::vector<float> multiply(const GemmData& data, const Product& product) {
    std::vector<float> c;
    for (std::int64_t i = 0; i < data.a.rows; ++i) {
        for (std::int64_t j = 0; j < data.b.cols; ++j)
            c.push_back(product(data, i, j));
    }
    return c;
}

std::int64_t wrong_elements(const GemmData& data, const Product& product) {
    return compare(multiply(data, product), gemm_oracle(data, 1.0F, 0.0F).expected).wrong_count;
}

float in_order(const GemmData& data, std::int64_t row, std::int64_t column) {
    float sum = 0.0F;
    for (std::int64_t k = 0; k < data.a.cols; ++k)
        sum = std::fma(data.a.at(row, k), data.b.at(k, column), sum);
    return sum;
}

float backwards_and_rounded_twice(const GemmData& data, std::int64_t row, std::int64_t column) {
    volatile float sum = 0.0F;
    for (std::int64_t k = data.a.cols - 1; k >= 0; --k) {
        const volatile float product = data.a.at(row, k) * data.b.at(k, column);
        sum = sum + product;
    }
    return sum;
}

/// Ten bits of mantissa, to the nearest.
float to_tf32(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0x1000U) & 0xFFFFE000U);
}

float in_tf32(const GemmData& data, std::int64_t row, std::int64_t column) {
    float sum = 0.0F;
    for (std::int64_t k = 0; k < data.a.cols; ++k)
        sum = std::fma(to_tf32(data.a.at(row, k)), to_tf32(data.b.at(k, column)), sum);
    return sum;
}

const GemmShape kShapes[] = {{40, 40, 1},  {40, 40, 2},   {40, 40, 3},    {40, 40, 16},
                             {40, 40, 65}, {40, 40, 512}, {20, 20, 4096}, {6, 6, 50000}};

TEST(GemmBound, HoldsForProductsOfFloat32) {
    for (const GemmShape& shape : kShapes) {
        for (const std::uint64_t seed : {1, 2, 3}) {
            const GemmData data = gemm_normals(shape, seed);
            EXPECT_EQ(wrong_elements(data, in_order), 0) << "k = " << shape.k;
            EXPECT_EQ(wrong_elements(data, backwards_and_rounded_twice), 0) << "k = " << shape.k;
        }
    }
}

TEST(GemmBound, HoldsForPositiveNumbers) {
    for (const GemmShape& shape : kShapes) {
        GemmData data = gemm_normals(shape, 1);
        for (float& value : data.a.values)
            value = std::abs(value);
        for (float& value : data.b.values)
            value = std::abs(value);
        EXPECT_EQ(wrong_elements(data, in_order), 0) << "k = " << shape.k;
    }
}

TEST(GemmBound, IsTooNarrowForTf32) {
    for (const GemmShape& shape : kShapes) {
        const GemmData data = gemm_normals(shape, 1);
        const std::int64_t elements = shape.m * shape.n;
        // One wrong element is enough to fail a check. Here most are.
        EXPECT_GT(wrong_elements(data, in_tf32) * 2, elements) << "k = " << shape.k;
    }
}

TEST(GemmBound, IsTooNarrowForWhatNobodyComputed) {
    for (const GemmShape& shape : kShapes) {
        const GemmData data = gemm_normals(shape, 1);
        const auto zero = [](const GemmData&, std::int64_t, std::int64_t) { return 0.0F; };
        const auto short_sum = [](const GemmData& d, std::int64_t row, std::int64_t column) {
            return in_order(d, row, column) - d.a.at(row, 0) * d.b.at(0, column);
        };
        EXPECT_GT(wrong_elements(data, zero) * 10, shape.m * shape.n * 9) << "k = " << shape.k;
        EXPECT_GT(wrong_elements(data, short_sum) * 10, shape.m * shape.n * 9) << "k = " << shape.k;
    }
}

/// With 512 products of normals float32 stays below 2e-4, and TF32 does not.
TEST(GemmBound, FiveHundredTwelveProducts) {
    const GemmData data = gemm_normals({64, 64, 512}, 1);
    const GemmResult exact = gemm_oracle(data, 1.0F, 0.0F);
    double worst = 0.0;
    double worst_in_tf32 = 0.0;
    for (std::int64_t i = 0; i < 64; ++i) {
        for (std::int64_t j = 0; j < 64; ++j) {
            const double wanted = exact.sums[static_cast<std::size_t>(i * 64 + j)];
            worst = std::max(worst, std::abs(in_order(data, i, j) - wanted));
            worst_in_tf32 = std::max(worst_in_tf32, std::abs(in_tf32(data, i, j) - wanted));
        }
    }
    EXPECT_LT(worst, 2e-4);
    EXPECT_GT(worst_in_tf32, 20 * 2e-4);
}

TEST(GemmOracle, RulesOfTheBlas) {
    GemmData data = gemm_normals({2, 2, 3}, 1);
    data.a.at(0, 0) = std::nanf("");
    const Expected twice = gemm_oracle(data, 0.0F, 2.0F).expected;
    EXPECT_EQ(twice.kinds[0], Wanted::value);
    EXPECT_EQ(twice.values[0], 2.0 * data.c.at(0, 0));
    data.c.at(1, 1) = std::nanf("");
    const Expected product = gemm_oracle(data, 1.0F, 0.0F).expected;
    EXPECT_EQ(product.kinds[1], Wanted::nan);
    EXPECT_EQ(product.kinds[3], Wanted::value);
}

}  // namespace
}  // namespace workshop::checks
