// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "device.hpp"
#include "gemm_checks.hpp"
#include "gemm_counts.hpp"
#include "gemm_oracle.hpp"
#include "inputs.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr GemmShape kUsual{37, 45, 21};

GemmPlan usual_plan(float alpha, float beta) {
    GemmPlan plan;
    plan.shape = kUsual;
    plan.alpha = alpha;
    plan.beta = beta;
    return plan;
}

/// Only 0 is 0. A factor of NaN is not, although it is neither above nor below, and makes all of C
/// NaN; nor is an infinity. A and B hold positive numbers, so that it does not matter whether alpha
/// multiplies the sum or each product. The widths: one that allows wide stores of C, one that does
/// not.
bool special_factors(const GemmFunction& function) {
    for (const std::int64_t n : {44, 45}) {
        for (const auto& [alpha, beta] : {std::pair{kNan, 0.0F},
                                          {1.0F, kNan},
                                          {0.0F, kNan},
                                          {kInfinity, 0.0F},
                                          {1.0F, -kInfinity}}) {
            GemmPlan plan = usual_plan(alpha, beta);
            plan.shape.n = n;
            plan.data = [](const GemmShape& shape, std::uint64_t seed) {
                GemmData data = gemm_normals(shape, seed);
                for (HostMatrix* factor : {&data.a, &data.b}) {
                    for (float& value : factor->values)
                        value = std::abs(value) + 0.5F;
                }
                return data;
            };
            plan.note = "A and B are positive";
            if (!check_gemm(function, plan)) return false;
        }
    }
    return true;
}

/// Nothing but 0 is 0, and nothing but 1 is 1: factors so small or so near that a comparison with a
/// tolerance takes them for it. A small factor shows where the other term is small too. Where k is
/// 1, the bound is far below the distance from 1. The widths are those of special_factors().
void factors_beside_zero_and_one(const GemmFunction& function) {
    constexpr float kTiny = 1e-30F;
    constexpr float kStep = 0x1.0p-20F;
    constexpr std::int64_t kUsualK = kUsual.k;
    for (const std::int64_t n : {44, 45}) {
        for (const auto& [alpha, beta, k, note] :
             {std::tuple{kTiny, 0.0F, kUsualK, "alpha is near 0"},
              {-kTiny, 2 * kTiny, kUsualK, "both are near 0"},
              {kTiny, -2 * kTiny, kUsualK, "both are near 0"},
              {1.0F + kStep, 0.0F, 1, "alpha is 1 + 2^-20"},
              {1.0F - kStep, 1.0F + kStep, 1, "alpha is 1 - 2^-20, beta is 1 + 2^-20"},
              {-1.0F + kStep, -1.0F - kStep, 1, "alpha is -1 + 2^-20, beta is -1 - 2^-20"}}) {
            GemmPlan plan = usual_plan(alpha, beta);
            plan.shape.n = n;
            plan.shape.k = k;
            plan.note = note;
            if (!check_gemm(function, plan)) return;
        }
    }
    // The smallest normal float is not 0 either: large products show it.
    for (const std::int64_t n : {44, 45}) {
        GemmPlan plan = usual_plan(std::numeric_limits<float>::min(), 0.0F);
        plan.shape.n = n;
        plan.note = "alpha is 2^-126, A and B are large";
        plan.data = [](const GemmShape& shape, std::uint64_t seed) {
            GemmData data = gemm_normals(shape, seed);
            for (HostMatrix* factor : {&data.a, &data.b}) {
                for (float& value : factor->values)
                    value *= 0x1.0p+50F;
            }
            return data;
        };
        if (!check_gemm(function, plan)) return;
    }
}

/// Whole tiles of C: a kernel may store them without looking at the edge, by a path of its own.
/// The CPU device takes one tile, and two steps along k.
GemmPlan whole_tiles(const GemmFunction& function, float alpha, float beta) {
    GemmPlan plan = usual_plan(alpha, beta);
    plan.shape = {function.tile_m, function.tile_n, std::max<std::int64_t>(2 * function.tile_k, 4)};
    if (!on_cpu_device()) {
        plan.shape.m *= 3;
        plan.shape.n *= 2;
        plan.shape.k *= 2;
    }
    plan.note = "whole tiles of C";
    return plan;
}

/// Rows of C that begin at multiples of 16 bytes, without and with a gap, and rows that do not.
bool factors_of_whole_tiles(const GemmFunction& function) {
    for (const auto& [alpha, beta, gap] : {std::tuple{-1.5F, 0.75F, 0},
                                           {2.5F, 0.0F, 0},
                                           {1.0F, 1.0F, 4},
                                           {-1.5F, 0.75F, 1},
                                           {2.5F, 0.0F, 1}}) {
        GemmPlan plan = whole_tiles(function, alpha, beta);
        plan.gap_c = gap;
        if (!check_gemm(function, plan)) return false;
    }
    return true;
}

void alpha_and_beta(const GemmFunction& function) {
    for (const auto& [alpha, beta] :
         {std::pair{1.0F, 1.0F}, {2.5F, 0.0F}, {1.0F, -0.5F}, {-1.5F, 0.75F}}) {
        if (!check_gemm(function, usual_plan(alpha, beta))) return;
    }
    if (!factors_of_whole_tiles(function)) return;
    if (!special_factors(function)) return;
    factors_beside_zero_and_one(function);
}

/// C holds NaN before the launch. check_gemm() poisons it so whenever beta is 0.
bool check_beta_zero(const GemmFunction& function, const GemmPlan& plan) {
    if (!check_gemm(function, plan)) return false;
    const auto reads = count_reads_of_c(function, plan);
    if (!reads || *reads == 0.0) return true;
    fail(describe_gemm(function, plan) + ":\nThe kernel reads " +
         std::to_string(static_cast<long long>(*reads)) +
         " elements of C, which holds nothing yet.\nlikely cause: The old value is "
         "loaded before beta is tested. The result is right all the same, but where "
         "beta is 0 the contract says that C is not read: load inside the test.");
    return false;
}

/// -0 too, which is equal to 0, and a width that allows wide loads of C and one that does not.
void beta_zero(const GemmFunction& function) {
    for (const float zero : {0.0F, -0.0F}) {
        for (const std::int64_t n : {44, 45}) {
            GemmPlan plan = usual_plan(1.5F, zero);
            plan.shape.n = n;
            plan.note = "C holds NaN before";
            if (!check_beta_zero(function, plan)) return;
        }
    }
    GemmPlan plan = whole_tiles(function, 1.5F, 0.0F);
    plan.note += ", which holds NaN before";
    (void)check_beta_zero(function, plan);
}

void alpha_zero(const GemmFunction& function) {
    for (const float beta : {1.0F, 0.0F, 2.0F}) {
        GemmPlan plan = usual_plan(0.0F, beta);
        plan.data = [](const GemmShape& shape, std::uint64_t seed) {
            GemmData data = gemm_normals(shape, seed);
            data.a = constant(shape.m, shape.k, kNan);
            data.b.at(0, 0) = kInfinity;
            return data;
        };
        plan.note = "A holds NaN";
        if (!check_gemm(function, plan)) return;
    }
}

void empty_sum(const GemmFunction& function) {
    for (const float beta : {0.0F, 1.0F, 2.0F}) {
        for (const float alpha : {1.0F, kNan}) {
            GemmPlan plan = usual_plan(alpha, beta);
            plan.shape.k = 0;
            if (!check_gemm(function, plan)) return;
        }
    }
}

/// 0 * NaN and 0 * infinity are NaN: whoever leaves out the product of a factor 0 loses them. First
/// all of A is 0 and B holds them, then the other way round.
void nan_beside_zeros(const GemmFunction& function) {
    GemmPlan plan = usual_plan(1.0F, 0.0F);
    plan.data = [](const GemmShape& shape, std::uint64_t seed) {
        GemmData data = gemm_normals(shape, seed);
        if (seed == 1) {
            data.a = constant(shape.m, shape.k, 0.0F);
            data.b.at(shape.k - 1, 5) = kNan;
            data.b.at(3, shape.n - 1) = kInfinity;
        } else {
            data.b = constant(shape.k, shape.n, 0.0F);
            data.a.at(shape.m - 1, 3) = kNan;
            data.a.at(5, shape.k - 1) = -kInfinity;
        }
        return data;
    };
    plan.note = "a NaN and an infinity, and only 0 to multiply them with";
    (void)check_gemm(function, plan);
}

/// One NaN in a row of A, one infinity in a column of B: their row and column, and nothing else.
/// They stand in the last row and column and come last along k, next to what lies beyond the edge;
/// in other data they come first, and all other products are added to them.
void nan_stays(const GemmFunction& function) {
    for (const float value : {kNan, kInfinity}) {
        GemmPlan plan = usual_plan(1.0F, 0.0F);
        plan.data = [value](const GemmShape& shape, std::uint64_t seed) {
            GemmData data = gemm_normals(shape, seed);
            const bool last = seed == 1;
            const std::int64_t along = last ? shape.k - 1 : 0;
            data.a.at(last ? shape.m - 1 : 3, along) = value;
            data.b.at(along, last ? shape.n - 1 : 5) = value;
            return data;
        };
        plan.note = std::isnan(value) ? "a NaN in A and in B" : "an infinity in A and in B";
        if (!check_gemm(function, plan)) return;
    }
    nan_beside_zeros(function);
}

/// Products of k = 512 normals, added in order in float32: the largest error of 786,432 elements
/// was measured as 1.3e-4. With A and B rounded to TF32 it is dozens of times as large.
void float32(const GemmFunction& function) {
    GemmPlan plan;
    plan.shape = on_cpu_device() ? GemmShape{24, 40, 512} : GemmShape{512, 512, 512};
    plan.most_error = 2e-4;
    (void)check_gemm(function, plan);
}

/// Each sum cancels to nearly nothing: the second half of A is the first one with another sign, and
/// that of B the first with a small change. A bound relative to the result would be far too strict
/// here, and one relative to k too wide.
void cancellation(const GemmFunction& function) {
    GemmPlan plan;
    plan.shape = {33, 36, 128};
    plan.data = [](const GemmShape& shape, std::uint64_t seed) {
        GemmData data = gemm_normals(shape, seed);
        const std::int64_t half = shape.k / 2;
        for (std::int64_t k = 0; k < half; ++k) {
            for (std::int64_t i = 0; i < shape.m; ++i)
                data.a.at(i, half + k) = -data.a.at(i, k);
            for (std::int64_t j = 0; j < shape.n; ++j)
                data.b.at(half + k, j) = data.b.at(k, j) * (1.0F + 0x1.0p-14F);
        }
        return data;
    };
    plan.note = "sums that cancel";
    (void)check_gemm(function, plan);
}

}  // namespace

CheckList gemm_value_checks(const GemmFunction& function) {
    return {
        {"AlphaAndBeta", [=] { alpha_and_beta(function); }},
        {"BetaZero", [=] { beta_zero(function); }},
        {"AlphaZero", [=] { alpha_zero(function); }},
        {"EmptySum", [=] { empty_sum(function); }},
        {"NanStaysInItsRow", [=] { nan_stays(function); }},
        {"Float32", [=] { float32(function); }},
        {"Cancellation", [=] { cancellation(function); }},
    };
}

}  // namespace workshop::checks
