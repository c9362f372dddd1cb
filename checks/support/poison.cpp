// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "poison.hpp"

#include <cmath>
#include <cstdio>

namespace workshop::checks {

namespace {

std::string format(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    char text[48];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

}  // namespace

std::string describe_value(float value) {
    if (is_never_written(value)) return "never written";
    if (came_from_outside(value)) return "NaN read from outside the matrix";
    if (came_from_unwritten(value)) return "NaN computed from an unwritten element";
    return format(value, 9);
}

std::string describe_value(double value) {
    return format(value, 9);
}

}  // namespace workshop::checks
