// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Inverses of the error functions.

#include <emulator/math_functions.h>

#include <cmath>
#include <limits>

namespace {

constexpr double two_over_sqrt_pi = 1.12837916709551257390;
constexpr int halley_steps = 4;  // cubic convergence from about two digits

/// Solves erfc(x) = y for 0 < y <= 1, that is x >= 0, where erfc keeps its relative accuracy.
double solve_erfc(double y) {
    const double t = std::sqrt(-2.0 * std::log(y / 2.0));
    // A rational start for the normal quantile (Abramowitz and Stegun 26.2.22), good to 0.003.
    double x = (t - (2.30753 + 0.27061 * t) / (1.0 + t * (0.99229 + t * 0.04481))) /
               1.41421356237309504880;
    for (int step = 0; step < halley_steps; ++step) {
        const double slope = -two_over_sqrt_pi * std::exp(-x * x);
        if (slope == 0.0) break;  // beyond the smallest double
        const double newton = (std::erfc(x) - y) / slope;
        x -= newton / (1.0 + newton * x);
    }
    return x;
}

/// Solves erf(x) = y for small |y|, where 1 - y would lose digits.
double solve_erf(double y) {
    double x = y / two_over_sqrt_pi;
    for (int step = 0; step < halley_steps + 1; ++step) {
        const double newton = (std::erf(x) - y) / (two_over_sqrt_pi * std::exp(-x * x));
        x -= newton / (1.0 + newton * x);
    }
    return x;
}

}  // namespace

double erfcinv(double y) {
    if (!(y >= 0.0 && y <= 2.0)) return std::numeric_limits<double>::quiet_NaN();
    if (y == 0.0) return std::numeric_limits<double>::infinity();
    if (y == 2.0) return -std::numeric_limits<double>::infinity();
    if (y > 0.5 && y < 1.5) return solve_erf(1.0 - y);
    return y <= 1.0 ? solve_erfc(y) : -solve_erfc(2.0 - y);
}

double erfinv(double y) {
    if (!(y >= -1.0 && y <= 1.0)) return std::numeric_limits<double>::quiet_NaN();
    if (std::fabs(y) < 0.5) return solve_erf(y);
    const double x = erfcinv(1.0 - std::fabs(y));
    return y < 0.0 ? -x : x;
}
