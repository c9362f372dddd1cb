// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong matrix products whose likely cause is worked out: each is made here as a wrong kernel
// would.
#include "support/gemm_guesses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "support/gemm_report.hpp"
#include "support/poison.hpp"

namespace workshop::checks {
namespace {

using Element = std::function<double(const GemmData&, std::int64_t row, std::int64_t column)>;

/// a[i][k] = i and b[k][j] = j, as in the check Indices: many products are equal.
GemmData indices(const GemmShape& shape) {
    GemmData data = gemm_normals(shape, 1);
    for (std::int64_t i = 0; i < shape.m; ++i) {
        for (std::int64_t k = 0; k < shape.k; ++k)
            data.a.at(i, k) = static_cast<float>(i);
    }
    for (std::int64_t k = 0; k < shape.k; ++k) {
        for (std::int64_t j = 0; j < shape.n; ++j)
            data.b.at(k, j) = static_cast<float>(j);
    }
    return data;
}

double product(const GemmData& data, std::int64_t row, std::int64_t column) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < data.a.cols; ++k)
        sum += double{data.a.at(row, k)} * data.b.at(k, column);
    return sum;
}

std::string cause(const GemmData& data, const Element& element, std::int64_t tile = 32,
                  float alpha = 1.0F, float beta = 0.0F, std::int64_t side = 64) {
    const GemmFunction function{"gemm", {}, side, side, tile};
    GemmPlan plan;
    plan.shape = {data.a.rows, data.b.cols, data.a.cols};
    plan.alpha = alpha;
    plan.beta = beta;
    const GemmResult wanted = gemm_oracle(data, alpha, beta);
    std::vector<float> got;
    for (std::int64_t i = 0; i < plan.shape.m; ++i) {
        for (std::int64_t j = 0; j < plan.shape.n; ++j)
            got.push_back(static_cast<float>(element(data, i, j)));
    }
    return guess_gemm_cause(function, plan, data, got, wanted, compare(got, wanted.expected));
}

/// Groups of four that a thread reads 4 apart, and stores 16 or 32 apart.
std::int64_t side_by_side(std::int64_t at, std::int64_t apart) {
    return at % apart + at / apart * 4;
}

TEST(GemmGuess, RowsAndColumnsThatAreMoved) {
    const Element both = [](const GemmData& data, auto row, auto column) {
        return product(data, side_by_side(row, 16), side_by_side(column, 32));
    };
    const Element columns = [](const GemmData& data, auto row, auto column) {
        return product(data, row, side_by_side(column, 32));
    };
    for (const GemmData& data : {indices({37, 66, 19}), gemm_normals({37, 66, 19}, 1)}) {
        EXPECT_EQ(cause(data, both)
                      .find("Values stand in the wrong row and the wrong column: "
                            "row 16 holds what belongs into row 4, and column 32 holds "
                            "what belongs into column 4."),
                  0U)
            << cause(data, both);
        EXPECT_EQ(cause(data, columns).find("Values stand in the wrong column: column"), 0U)
            << cause(data, columns);
    }
    // One element that is wrong in another way is enough.
    const Element not_all = [&](const GemmData& data, auto row, auto column) {
        return both(data, row, column) + (row == 5 && column == 5 ? 0.5 : 0.0);
    };
    EXPECT_EQ(cause(gemm_normals({37, 66, 19}, 1), not_all), "");
}

TEST(GemmGuess, BothTilesTransposed) {
    const Element transposed = [](const GemmData& data, auto row, auto column) {
        double sum = 0.0;
        for (std::int64_t k = 0; k < data.a.cols; ++k)
            sum += double{data.a.at(k, row)} * data.b.at(column, k);
        return sum;
    };
    const GemmData data = gemm_normals({3, 3, 3}, 1);
    EXPECT_EQ(cause(data, transposed).find("Both A and B are transposed"), 0U)
        << cause(data, transposed);
}

TEST(GemmGuess, LessThanOneStepAlongK) {
    const Element zero = [](const GemmData&, auto, auto) { return 0.0; };
    const std::string of_3 = cause(gemm_normals({3, 3, 3}, 1), zero);
    EXPECT_NE(of_3.find("here k is 3, less than one step of 32 along k"), std::string::npos)
        << of_3;
    // With a whole step or more there is another reason.
    for (const std::int64_t k : {32, 40}) {
        const std::string words = cause(gemm_normals({3, 3, k}, 1), zero);
        EXPECT_EQ(words,
                  "They hold 0: a sum was never added up, or never stored, or overwritten, with = "
                  "where += is meant.");
    }
    EXPECT_EQ(cause(gemm_normals({3, 3, 3}, 1), zero, 1).find("step"), std::string::npos);
}

// Beside a NaN of B all of A is 0. A sum that hides the NaN otherwise, as 1, is another mistake.
/// A product of square tiles, in which thread (x, y) brings its element of A or B only sometimes.
template <class Question>
Element lacking(const Question& is_there) {
    return [=](const GemmData& data, std::int64_t row, std::int64_t column) {
        double sum = 0.0;
        for (std::int64_t k = 0; k < data.a.cols; ++k)
            if (is_there(data, row, column, k))
                sum += double{data.a.at(row, k)} * data.b.at(k, column);
        return sum;
    };
}

TEST(GemmGuess, TilesFilledByThreadsOfC) {
    constexpr std::int64_t kTile = 32;
    const Element by_column = lacking([](const GemmData& data, auto, auto column, auto k) {
        return column / kTile * kTile + k % kTile < data.b.cols;
    });
    const Element by_row = lacking([](const GemmData& data, auto row, auto, auto k) {
        return row / kTile * kTile + k % kTile < data.a.rows;
    });
    const auto says = [](const GemmShape& shape, const Element& element) {
        return cause(gemm_normals(shape, 1), element, kTile, 1.0F, 0.0F, kTile);
    };
    EXPECT_NE(says({37, 66, 19}, by_column).find("last column of C: the tile of A"),
              std::string::npos);
    EXPECT_NE(says({66, 37, 45}, by_row).find("last row of C: the tile of B"), std::string::npos);
    // Here just the last product is missing, or either tile may lack something: all is said.
    for (const GemmShape shape : {GemmShape{5, 6, 7}, GemmShape{6, 6, 7}}) {
        EXPECT_EQ(says(shape, by_column).find("The last product is missing"), 0U);
        EXPECT_NE(says(shape, by_column).find("only when its element of C exists"),
                  std::string::npos);
    }
    EXPECT_EQ(says({5, 5, 7}, by_row), says({5, 5, 7}, by_column));
    EXPECT_NE(says({5, 5, 7}, by_row).find("or that of B"), std::string::npos);
    // A loop that does end early is still called so, whatever the tiles are.
    const Element early =
        lacking([](const GemmData& data, auto, auto, auto k) { return k + 1 < data.a.cols; });
    EXPECT_EQ(says({5, 9, 7}, early).find("The last product is missing"), 0U)
        << says({5, 9, 7}, early);
    EXPECT_EQ(cause(gemm_normals({37, 66, 19}, 1), by_column).find("the tile of A"),
              std::string::npos)
        << "these tiles are not square";
}

TEST(GemmGuess, RowAndColumnOfAThreadChangePlaces) {
    constexpr std::int64_t kTile = 32;
    const Element diagonals = [](const GemmData& data, std::int64_t row, std::int64_t column) {
        double sum = 0.0;
        for (std::int64_t k0 = 0; k0 < data.a.cols; k0 += kTile) {
            for (std::int64_t k = k0; k < std::min(k0 + kTile, data.a.cols); ++k) {
                const std::int64_t i = row / kTile * kTile + k - k0;
                const std::int64_t j = column / kTile * kTile + k - k0;
                if (i < data.a.rows && j < data.b.cols)
                    sum += double{data.a.at(i, k)} * data.b.at(k, j);
            }
        }
        return sum;
    };
    const std::string said =
        cause(gemm_normals({40, 45, 70}, 1), diagonals, kTile, 1.0F, 0.0F, kTile);
    EXPECT_EQ(said.find("Every thread of a block has the same sum"), 0U) << said;
}

TEST(GemmGuess, TilesFromWrongPlacesAlongK) {
    constexpr std::int64_t kTile = 32;
    using Place =
        std::function<std::int64_t(std::int64_t row, std::int64_t column, std::int64_t k)>;
    const auto says = [&](const Place& of_a, const Place& of_b, std::int64_t side = 32) {
        const Element wrong = [&](const GemmData& data, std::int64_t row, std::int64_t column) {
            double sum = 0.0;
            for (std::int64_t k = 0; k < data.a.cols; ++k) {
                const std::int64_t a = of_a(row, column, k);
                const std::int64_t b = of_b(row, column, k);
                if (a < data.a.cols && b < data.a.cols)
                    sum += double{data.a.at(row, a)} * data.b.at(b, column);
            }
            return sum;
        };
        return cause(gemm_normals({40, 45, 70}, 1), wrong, kTile, 1.0F, 0.0F, side);
    };
    const Place right = [](auto, auto, auto k) { return k; };
    const Place of_first_tile = [](auto, auto, auto k) { return k % kTile; };
    const Place of_column = [](auto, auto column, auto k) {
        return k / kTile * kTile + column % kTile;
    };
    const Place of_row = [](auto row, auto, auto k) { return k / kTile * kTile + row % kTile; };
    EXPECT_EQ(says(right, of_column).find("The tile of B has the same element"), 0U);
    EXPECT_EQ(says(of_row, right).find("The tile of A has the same element"), 0U);
    // Of other tiles nothing is known of which thread brings what.
    EXPECT_EQ(says(right, of_column, 64), "");
    EXPECT_EQ(says(of_first_tile, right, 64).find("Each step along k brings the first tile of A"),
              0U);
    EXPECT_EQ(says(right, of_first_tile).find("Each step along k brings the first tile of B"), 0U);
    EXPECT_EQ(says(of_first_tile, of_first_tile).find("Each step along k brings the first tiles"),
              0U);
    const Place of_even_tiles = [](auto, auto, auto k) {
        return k / kTile % 2 == 0 ? k : std::int64_t{1000};
    };
    EXPECT_EQ(says(of_even_tiles, right).find("Every second step along k is left out"), 0U);
}

TEST(GemmGuess, ProductsOfZeroLeftOut) {
    GemmData data = gemm_normals({3, 5, 4}, 1);
    for (float& value : data.a.values)
        value = 0.0F;
    data.b.at(2, 1) = std::numeric_limits<float>::quiet_NaN();
    const auto gives = [&](double hidden) {
        return cause(
            data, [=](const GemmData&, auto, auto column) { return column == 1 ? hidden : 0.0; });
    };
    EXPECT_EQ(gives(0.0).find("A product is left out where one of its factors is 0."), 0U)
        << gives(0.0);
    EXPECT_EQ(gives(1.0).find("A product is left out"), std::string::npos) << gives(1.0);
}

TEST(GemmGuess, OneOfFourNeighboursLeftOut) {
    // Rows of 3 are loaded one by one; of rows of 8, which are aligned, nothing is.
    const auto without = [](std::int64_t left_out) {
        return [=](const GemmData& data, std::int64_t row, std::int64_t column) {
            double sum = 0.0;
            for (std::int64_t k = 0; k < data.a.cols; ++k) {
                if (k % 4 != left_out && column % 4 != left_out)
                    sum += double{data.a.at(row, k)} * data.b.at(k, column);
            }
            return sum;
        };
    };
    EXPECT_EQ(cause(gemm_normals({3, 3, 3}, 1), without(1)).find("The second of four neighbours"),
              0U);
    EXPECT_EQ(cause(gemm_normals({5, 7, 6}, 1), without(3)).find("The fourth of four neighbours"),
              0U);
    EXPECT_EQ(cause(gemm_normals({8, 8, 8}, 1), without(1)).find("neighbours"), std::string::npos);
    const auto half = [](const GemmData& data, auto row, auto column) {
        return column % 4 == 1 ? 0.0 : product(data, row, column) / 2;
    };
    EXPECT_EQ(cause(gemm_normals({3, 3, 3}, 1), half).find("neighbours"), std::string::npos);
}

TEST(GemmGuess, FactorsComparedWithATolerance) {
    const GemmData data = gemm_normals({3, 5, 1}, 1);
    const auto with = [&](double alpha, double beta) {
        return [=](const GemmData& of, auto row, auto column) {
            return alpha * product(of, row, column) + beta * of.c.at(row, column);
        };
    };
    constexpr float kStep = 0x1.0p-20F;
    EXPECT_EQ(cause(data, with(0.0, 2e-30), 32, 1e-30F, 2e-30F).find("alpha is near 0, and"), 0U);
    EXPECT_EQ(cause(data, with(1e-30, 0.0), 32, 1e-30F, 2e-30F).find("beta is near 0, and"), 0U);
    EXPECT_EQ(cause(data, with(1.0, 0.0), 32, 1.0F + kStep).find("alpha is near 1, and"), 0U);
    EXPECT_EQ(cause(data, with(0.5, -1.0), 32, 0.5F, -1.0F - kStep).find("beta is near -1, and"),
              0U);
    EXPECT_EQ(cause(data, with(2.0, 0.0), 32, 1.0F + kStep).find("near"), std::string::npos);
}

/// The report on a C that holds what the function makes of each element before.
std::string report(float alpha, float beta, std::int64_t k,
                   const std::function<float(float before)>& element, std::int64_t tile_k = 32) {
    const GemmData data = gemm_normals({3, 5, k}, 1);
    GemmPlan plan;
    plan.shape = {3, 5, k};
    plan.alpha = alpha;
    plan.beta = beta;
    const GemmResult wanted = gemm_oracle(data, alpha, beta);
    std::vector<float> got;
    for (const float before : data.c.values)
        got.push_back(element(beta == 0.0F ? std::bit_cast<float>(kNeverWritten) : before));
    return describe_gemm_mismatch({"gemm", {}, 64, 64, tile_k}, plan, data, got, wanted,
                                  compare(got, wanted.expected));
}

TEST(GemmReport, UnchangedWithoutAProduct) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const std::string wanted = "likely cause: C is unchanged. Without a product (here ";
    const auto unchanged = [](float before) { return before; };
    for (const float beta : {0.0F, 2.0F, kNan}) {
        const std::string of_alpha = report(0.0F, beta, 4, unchanged);
        EXPECT_NE(of_alpha.find(wanted + "alpha is 0)"), std::string::npos) << of_alpha;
        const std::string of_k = report(kNan, beta, 0, unchanged);
        EXPECT_NE(of_k.find(wanted + "k is 0)"), std::string::npos) << of_k;
    }
    // With a product, or where anything was stored, it is something else.
    EXPECT_EQ(report(1.0F, 2.0F, 4, unchanged).find(wanted), std::string::npos);
    const auto zero = [](float) { return 0.0F; };
    EXPECT_EQ(report(0.0F, 2.0F, 4, zero).find(wanted), std::string::npos);
    const auto minus = [](float before) { return -before; };
    EXPECT_EQ(report(0.0F, 2.0F, 4, minus).find(wanted), std::string::npos);
}

TEST(GemmReport, OutsideWithAndWithoutTiles) {
    const auto outside = [](float) { return std::bit_cast<float>(kGap); };
    const std::string indices =
        "that of B b[k * ldb + column], each with its own leading dimension?";
    const std::string naive = report(1.0F, 0.0F, 4, outside, 1);
    EXPECT_NE(naive.find(indices), std::string::npos) << naive;
    EXPECT_EQ(naive.find("tile"), std::string::npos) << naive;
    const std::string tiled = report(1.0F, 0.0F, 4, outside);
    EXPECT_NE(tiled.find(indices + " Where a tile reaches beyond"), std::string::npos) << tiled;
}

}  // namespace
}  // namespace workshop::checks
