// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// One function, compiled three times: NEUMAIER_SUM is its name, and CMake chooses the flags. What
// they are allowed to do to the compensation is the subject of compensated_test.cpp.
#include <cmath>

#include "sum_methods.hpp"

namespace workshop::checks {

float NEUMAIER_SUM(const std::vector<float>& x) {
    float sum = 0.0F;
    float compensation = 0.0F;
    for (const float value : x) {
        const float next = sum + value;
        const bool sum_is_larger = std::abs(sum) >= std::abs(value);
        const float larger = sum_is_larger ? sum : value;
        const float smaller = sum_is_larger ? value : sum;
        compensation += (larger - next) + smaller;
        sum = next;
    }
    return sum + compensation;
}

}  // namespace workshop::checks
