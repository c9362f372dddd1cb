// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_guesses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <utility>

#include "gemm_fours.hpp"
#include "gemm_moved.hpp"
#include "gemm_tile_guesses.hpp"

namespace workshop::checks {

namespace {

using Guess = GemmGuess;

/// The products from `begin` to `end` of one element's sum.
double part_of_sum(const GemmData& data, std::int64_t row, std::int64_t column, std::int64_t begin,
                   std::int64_t end) {
    double sum = 0.0;
    for (std::int64_t k = begin; k < end; ++k)
        sum += double{data.a.at(row, k)} * data.b.at(k, column);
    return sum;
}

/// 0 * NaN is NaN: a sum without the products of a factor 0 differs from the right one only beside
/// a NaN or an infinity.
void add_guess_about_zeros(std::vector<Guess>& guesses, const GemmPlan& plan,
                           const GemmData& data) {
    const auto is_finite = [](const HostMatrix& matrix) {
        return std::all_of(matrix.values.begin(), matrix.values.end(),
                           [](float value) { return std::isfinite(value); });
    };
    if (is_finite(data.a) && is_finite(data.b)) return;
    guesses.push_back(
        {"A product is left out where one of its factors is 0. 0 * NaN and 0 * infinity are NaN, "
         "and belong in the sum: multiply without asking.",
         [&plan, &data](std::int64_t row, std::int64_t column) {
             double sum = 0.0;
             for (std::int64_t k = 0; k < plan.shape.k; ++k) {
                 const float a = data.a.at(row, k);
                 const float b = data.b.at(k, column);
                 if (a != 0.0F && b != 0.0F) sum += double{a} * b;
             }
             const double old = plan.beta == 0.0F ? 0.0 : double{data.c.at(row, column)};
             return plan.alpha * sum + plan.beta * old;
         }});
}

/// The number that a comparison with a tolerance takes a factor for: 0, 1 or -1. Else the factor.
double taken_for(float factor) {
    constexpr float kTolerance = 1e-6F;
    for (const float near : {0.0F, 1.0F, -1.0F}) {
        if (std::abs(factor - near) < kTolerance) return near;
    }
    return factor;
}

void add_guesses_about_tolerance(std::vector<Guess>& guesses, const GemmPlan& plan,
                                 const GemmData& data, const GemmResult& wanted) {
    const double near_alpha = taken_for(plan.alpha);
    const double near_beta = taken_for(plan.beta);
    const auto add = [&](const std::string& name, double alpha, double beta) {
        if (alpha == plan.alpha && beta == plan.beta) return;
        std::ostringstream words;
        words << name << " is near " << (name == "alpha" ? alpha : beta) << ", and is taken for "
              << "it. Compare a factor without a tolerance: each other number counts.";
        guesses.push_back({words.str(), [=, &data, &wanted](auto row, auto column) {
                               const double old = beta == 0.0 ? 0.0 : data.c.at(row, column);
                               const auto index = row * wanted.expected.cols + column;
                               const double sum = wanted.sums[static_cast<std::size_t>(index)];
                               return (alpha == 0.0 ? 0.0 : alpha * sum) + beta * old;
                           }});
    };
    add("alpha", near_alpha, plan.beta);
    add("beta", plan.alpha, near_beta);
}

void add_guesses_about_factors(std::vector<Guess>& guesses, const GemmPlan& plan,
                               const GemmData& data, const GemmResult& wanted, std::int64_t tile) {
    const double alpha = plan.alpha;
    const double beta = plan.beta;
    const auto sum = [&](std::int64_t row, std::int64_t column) {
        return wanted.sums[static_cast<std::size_t>(row * plan.shape.n + column)];
    };
    const auto old = [&](std::int64_t row, std::int64_t column) {
        return plan.beta == 0.0F ? 0.0 : double{data.c.at(row, column)};
    };
    const std::int64_t k = plan.shape.k;
    const std::string only_rest =
        k > 0 && k < tile
            ? " If neither: here k is " + std::to_string(k) + ", less than one step of " +
                  std::to_string(tile) +
                  " along k. Does the loop take whole steps only? The rest is a step as well, "
                  "filled up with 0."
            : "";
    guesses.push_back(
        {"They hold 0: a sum was never added up, or never stored, or overwritten, with = "
         "where += is meant." +
             only_rest,
         [](std::int64_t, std::int64_t) { return 0.0; }});
    if (plan.beta != 0.0F) {
        guesses.push_back({"C is as it was before: these elements are never stored.", old});
        guesses.push_back({"beta * C is missing: C is overwritten with alpha * A * B.",
                           [=](auto r, auto c) { return alpha * sum(r, c); }});
        guesses.push_back({"C was added as it is: multiply it by beta.",
                           [=](auto r, auto c) { return alpha * sum(r, c) + old(r, c); }});
        guesses.push_back({"alpha multiplies all of it: it belongs to A * B alone.",
                           [=](auto r, auto c) { return alpha * (sum(r, c) + beta * old(r, c)); }});
    }
    guesses.push_back({"alpha is missing: multiply the sum by it before it is stored.",
                       [=](auto r, auto c) { return sum(r, c) + beta * old(r, c); }});
}

/// Steps along k that are left out, or that bring the same elements again.
void add_guesses_about_steps(std::vector<Guess>& guesses, const GemmPlan& plan,
                             const GemmData& data, std::int64_t tile) {
    const auto add = [&](const std::string& words, auto product) {
        guesses.push_back({words, [=, &plan, &data](std::int64_t row, std::int64_t column) {
                               double sum = 0.0;
                               for (std::int64_t i = 0; i < plan.shape.k; ++i)
                                   sum += product(row, column, i);
                               const double old =
                                   plan.beta == 0.0F ? 0.0 : double{data.c.at(row, column)};
                               return plan.alpha * sum + plan.beta * old;
                           }});
    };
    add("Every second step along k is left out: does the loop go on by one tile, " +
            std::to_string(tile) + "?",
        [&data, tile](auto row, auto column, auto i) {
            return i / tile % 2 == 0 ? double{data.a.at(row, i)} * data.b.at(i, column) : 0.0;
        });
    add("Each step along k brings the first tile of A once more: where the step begins is missing "
        "in the index of A.",
        [&data, tile](auto row, auto column, auto i) {
            return double{data.a.at(row, i % tile)} * data.b.at(i, column);
        });
    add("Each step along k brings the first tile of B once more: where the step begins is missing "
        "in the index of B.",
        [&data, tile](auto row, auto column, auto i) {
            return double{data.a.at(row, i)} * data.b.at(i % tile, column);
        });
    add("Each step along k brings the first tiles of A and B once more: where the step begins is "
        "missing in both indices.",
        [&data, tile](auto row, auto column, auto i) {
            return double{data.a.at(row, i % tile)} * data.b.at(i % tile, column);
        });
}

void add_guesses_about_k(std::vector<Guess>& guesses, const GemmPlan& plan, const GemmData& data,
                         std::int64_t tile) {
    const std::int64_t k = plan.shape.k;
    const auto add = [&](const std::string& words, std::int64_t begin, std::int64_t end) {
        guesses.push_back(
            {words, [=, &data](std::int64_t row, std::int64_t column) {
                 const double old = plan.beta == 0.0F ? 0.0 : double{data.c.at(row, column)};
                 return plan.alpha * part_of_sum(data, row, column, begin, end) + plan.beta * old;
             }});
    };
    const std::string steps = "steps of " + std::to_string(tile);
    if (tile <= 1 || k <= tile) {
        add("The last product is missing from every sum.", 0, k - 1);
        return;
    }
    const std::int64_t whole = k / tile * tile;
    if (whole < k) {
        const std::string rest =
            k - whole == 1 ? "product is" : std::to_string(k - whole) + " products are";
        add("The last " + rest +
                " missing from every sum: k is no multiple of the tile, and the "
                "rest after " +
                steps + " is left out.",
            0, whole);
    }
    add("The last product is missing from every sum.", 0, k - 1);
    add("Only the first tile is in the sum: the loop over k, in " + steps + ", ends after one.", 0,
        tile);
    add("Only the last tile is in the sum: it has to go on from tile to tile.",
        (k - 1) / tile * tile, k);
    add_guesses_about_steps(guesses, plan, data, tile);
}

void add_guesses_about_indices(std::vector<Guess>& guesses, const GemmPlan& plan,
                               const GemmData& data, const GemmResult& wanted) {
    const std::int64_t m = plan.shape.m;
    const std::int64_t n = plan.shape.n;
    const double alpha = plan.alpha;
    if (plan.beta != 0.0F) return;
    const auto add = [&](const std::string& words, auto product) {
        guesses.push_back({words, [=](std::int64_t row, std::int64_t column) {
                               double sum = 0.0;
                               for (std::int64_t i = 0; i < plan.shape.k; ++i)
                                   sum += product(row, column, i);
                               return alpha * sum;
                           }});
    };
    // With row and k swapped the kernel reads another element of the same memory, or none.
    const auto element = [](const HostMatrix& matrix, std::int64_t row, std::int64_t column) {
        const auto index = static_cast<std::size_t>(row * matrix.cols + column);
        return index < matrix.values.size() ? double{matrix.values[index]} : std::nan("");
    };
    if (plan.gap_a == 0) {
        add("A is transposed: row and k are swapped in its index.",
            [&data, element](auto row, auto column, auto i) {
                return element(data.a, i, row) * data.b.at(i, column);
            });
    }
    if (plan.gap_b == 0) {
        add("B is transposed: k and column are swapped in its index.",
            [&data, element](auto row, auto column, auto i) {
                return data.a.at(row, i) * element(data.b, column, i);
            });
    }
    if (plan.gap_a == 0 && plan.gap_b == 0) {
        add("Both A and B are transposed: in both indices, or in those of both tiles, the row and "
            "the column are swapped.",
            [&data, element](auto row, auto column, auto i) {
                return element(data.a, i, row) * element(data.b, column, i);
            });
    }
    if (m == n) {
        guesses.push_back(
            {"C is transposed: row and column are swapped, in the index of C or in the indices of "
             "both factors of a product.",
             [&wanted, columns = n](std::int64_t row, std::int64_t column) {
                 return wanted.expected.values[static_cast<std::size_t>(column * columns + row)];
             }});
    }
}

}  // namespace

std::string guess_gemm_cause(const GemmFunction& function, const GemmPlan& plan,
                             const GemmData& data, const std::vector<float>& got,
                             const GemmResult& wanted, const Comparison& comparison) {
    std::vector<Guess> guesses;
    if (plan.alpha != 0.0F && plan.shape.k > 0) {
        add_guess_about_zeros(guesses, plan, data);
        add_guesses_about_tolerance(guesses, plan, data, wanted);
        // Before those about k: a product that is missing may have either cause.
        for (Guess& guess : guesses_about_square_tiles(function, plan, data))
            guesses.push_back(std::move(guess));
        add_guesses_about_k(guesses, plan, data, function.tile_k);
        add_guesses_about_indices(guesses, plan, data, wanted);
    }
    add_guesses_about_factors(guesses, plan, data, wanted, function.tile_k);
    // Some of the wrong elements are enough, from all over C.
    constexpr std::int64_t kLookAt = 64;
    const std::int64_t step = std::max<std::int64_t>(comparison.wrong_count / kLookAt, 1);
    for (const Guess& guess : guesses) {
        bool explains = true;
        std::int64_t number = 0;
        for (std::size_t i = 0; i < comparison.wrong.size() && explains; ++i) {
            if (!comparison.wrong[i] || number++ % step != 0) continue;
            const auto index = static_cast<std::int64_t>(i);
            const double value = guess.value(index / plan.shape.n, index % plan.shape.n);
            const double bound = 4.0 * wanted.expected.bounds[i] + 1e-6 * std::abs(value);
            explains = std::abs(got[i] - value) <= bound;
        }
        if (explains) return guess.words;
    }
    if (plan.alpha != 0.0F && plan.shape.k > 0) {
        const std::string four = guess_one_of_four(plan, data, got, wanted, comparison);
        if (!four.empty()) return four;
    }
    if (const std::string moved = guess_moved(got, wanted.expected, comparison); !moved.empty()) {
        return moved;
    }
    const bool close = [&] {
        for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
            const double error = std::abs(got[i] - wanted.expected.values[i]);
            if (comparison.wrong[i] && !(error <= 1000.0 * wanted.expected.bounds[i])) return false;
        }
        return true;
    }();
    if (close && plan.shape.k > 1) {
        return "They are nearly right. Products of numbers that were rounded to fewer bits (TF32, "
               "half precision) look like this: multiply and add in float32.";
    }
    return {};
}

}  // namespace workshop::checks
