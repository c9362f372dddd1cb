// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "verdict.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace workshop::checks {

namespace {

std::string with_decimals(double value, int decimals) {
    char text[400];  // the largest double has 309 digits
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

}  // namespace

bool agree(double predicted, double measured, int decimals) {
    const double unit = std::pow(10.0, -decimals);
    return std::round(predicted / unit) == std::round(measured / unit);
}

std::string verdict(double predicted, double measured, int decimals) {
    if (agree(predicted, measured, decimals)) return "right";
    if (measured == 0.0) return "too high: there are none";
    if (predicted == 0.0) return "too low: there are some";
    const std::string side = predicted > measured ? " (too high)" : " (too low)";
    const double factor = std::max(predicted / measured, measured / predicted);
    if (factor >= 1e4) return "off by a factor above 9999" + side;
    // Above, the percentage would need explaining: of which of the two?
    if (factor >= 1.1) return "off by a factor of " + short_number(factor, 0) + side;
    const double percent = 100.0 * std::fabs(predicted - measured) / measured;
    return "off by " + (percent < 0.01 ? "less than 0.01" : short_number(percent, 0)) + " %" + side;
}

std::string short_number(double value, int decimals) {
    if (value == std::round(value) && decimals == 0) return with_decimals(value, 0);
    const int most = std::max(decimals, value < 1.0 ? 4 : 2);
    std::string text = with_decimals(value, most);
    const std::size_t least = text.size() - static_cast<std::size_t>(most - decimals);
    while (text.size() > least && text.back() == '0')
        text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

}  // namespace workshop::checks
