// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "failure_words.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace workshop::checks {

namespace {

constexpr double kSameNumber = 0.02;

/// The letters of "cudaStreamSynchronize()" at the beginning of a text, or 0.
std::size_t length_of_call(const char* text) {
    if (std::strncmp(text, "cuda", 4) != 0) return 0;
    std::size_t length = 4;
    while (std::isalnum(static_cast<unsigned char>(text[length])) != 0)
        ++length;
    return std::strncmp(text + length, "()", 2) == 0 ? length + 2 : 0;
}

}  // namespace

Words split_words(const std::string& text) {
    Words words;
    const char* at = text.c_str();
    while (*at != '\0') {
        if (const std::size_t length = length_of_call(at); length > 0) {
            words.without_numbers += "a call";
            words.calls.emplace_back(at, length);
            at += length;
            continue;
        }
        const bool begins = std::isdigit(static_cast<unsigned char>(*at)) != 0 ||
                            (*at == '-' && std::isdigit(static_cast<unsigned char>(at[1])) != 0);
        if (!begins) {
            words.without_numbers += *at++;
            continue;
        }
        char* end = nullptr;
        words.numbers.push_back(std::strtod(at, &end));
        words.without_numbers += '#';
        at = end;
    }
    return words;
}

bool numbers_agree(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::abs(x - y) <= kSameNumber * std::max(std::abs(x), std::abs(y));
    });
}

}  // namespace workshop::checks
