// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <tuple>

#include "gemm_checks.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

/// A gap at each matrix alone, then different gaps, some of them multiples of 4: a mixed-up leading
/// dimension shows, and one that allows 16-byte accesses beside one that does not.
void leading_dimensions(const GemmFunction& function) {
    for (const auto& [gap_a, gap_b, gap_c] : {std::array{3, 0, 0},
                                              {0, 5, 0},
                                              {0, 0, 2},
                                              {4, 0, 0},
                                              {0, 4, 0},
                                              {0, 0, 4},
                                              {1, 2, 3},
                                              {100, 8, 33}}) {
        GemmPlan plan;
        plan.shape = {35, 36, 20};
        plan.beta = gap_c == 0 ? 0.0F : 0.5F;
        plan.gap_a = gap_a;
        plan.gap_b = gap_b;
        plan.gap_c = gap_c;
        if (!check_gemm(function, plan)) return;
    }
    // Every row begins at a multiple of 16 bytes, and the last vector of each is not full: it has
    // two elements, three, one. C is read as well, and all leading dimensions differ.
    for (const auto& [left, gap_b, gap_c, beta] :
         {std::tuple{2, 2, 2, 0.0F}, {3, 5, 9, 0.5F}, {1, 7, 11, 0.5F}}) {
        GemmPlan plan;
        plan.shape = {35, 32 + left, 16 + left};
        plan.beta = beta;
        plan.gap_a = 4 - left;
        plan.gap_b = gap_b;
        plan.gap_c = gap_c;
        if (!check_gemm(function, plan)) return;
    }
}

/// Sizes and leading dimensions are multiples of 4, so that only the pointers forbid 16 bytes an
/// access: each alone, and all in ways of their own.
void unaligned_pointers(const GemmFunction& function) {
    for (const auto& [a, b, c] : {std::array{1, 0, 0},
                                  {0, 1, 0},
                                  {0, 0, 1},
                                  {2, 0, 0},
                                  {0, 2, 0},
                                  {0, 0, 2},
                                  {3, 1, 2},
                                  {2, 3, 3}}) {
        GemmPlan plan;
        plan.shape = {35, 36, 20};
        plan.beta = c == 2 ? 0.5F : 0.0F;
        plan.offset_a = a;
        plan.offset_b = b;
        plan.offset_c = c;
        if (!check_gemm(function, plan)) return;
    }
}

}  // namespace

CheckList gemm_memory_checks(const GemmFunction& function) {
    return {
        {"LeadingDimensions", [=] { leading_dimensions(function); }},
        {"UnalignedPointers", [=] { unaligned_pointers(function); }},
    };
}

}  // namespace workshop::checks
