// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Prints the table of lesson 6: the error of several ways to add up float32 values. Only additions
// and one division are used, so every machine prints the same. A test compares it with the text.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "sum_methods.hpp"

namespace {

using workshop::checks::merged_sum;
using Values = std::vector<float>;

struct Method {
    const char* name;
    float (*sum)(const Values& x);
};

const Method kMethods[] = {
    {"one after the other", workshop::checks::serial_sum},
    {"256 threads and a tree",
     [](const Values& x) {
         Values shares(256);
         for (std::size_t i = 0; i < x.size(); ++i)
             shares[i % 256] += x[i];
         for (std::size_t half = 128; half > 0; half /= 2) {
             for (std::size_t i = 0; i < half; ++i)
                 shares[i] += shares[i + half];
         }
         return shares[0];
     }},
    {"pairwise", workshop::checks::pairwise_sum},
    {"Kahan", workshop::checks::kahan_sum},
    {"Neumaier, one run", workshop::checks::neumaier_sum},
    {"Neumaier, runs of 4096",
     [](const Values& x) { return merged_sum(x.data(), static_cast<std::int64_t>(x.size()), 1); }},
    {"the same, 256 threads",
     [](const Values& x) {
         return merged_sum(x.data(), static_cast<std::int64_t>(x.size()), 256);
     }},
    {"double, rounded once", workshop::checks::double_sum},
};

/// Relative error against a sum in long double.
double error_of(const Method& method, const Values& x) {
    long double exact = 0.0L;
    for (const float value : x)
        exact += value;
    return static_cast<double>(std::abs(method.sum(x) - exact) / std::abs(exact));
}

/// The elements of a softmax of 8192 scores, one of them 3 above the others, added up in double.
double softmax_row(const Method& method) {
    Values terms(8192, 0.049787067F);  // exp(-3)
    terms[0] = 1.0F;
    const float sum = method.sum(terms);
    double total = 0.0;
    for (const float term : terms)
        total += term / sum;
    return total;
}

}  // namespace

int main() {
    const float inf = std::numeric_limits<float>::infinity();
    std::printf("%-23s %9s %9s %9s | %-11s | %-17s | %s\n", "", "2^13", "2^20", "2^24",
                "softmax row", "1, 1e38, 1, -1e38", "inf, 1");
    for (const Method& method : kMethods) {
        std::printf("%-23s", method.name);
        for (const int power : {13, 20, 24})
            std::printf(" %9.1e", error_of(method, Values(std::size_t{1} << power, 0.1F)));
        std::printf(" | %-11.7f | %-17g | %g\n", softmax_row(method),
                    static_cast<double>(method.sum({1.0F, 1e38F, 1.0F, -1e38F})),
                    static_cast<double>(std::abs(method.sum({inf, 1.0F}))));
    }
    return 0;
}
