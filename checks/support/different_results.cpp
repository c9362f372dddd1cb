// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "different_results.hpp"

namespace workshop::checks {

std::string cause_of_different_results(bool races_are_reported, const std::string& of_race) {
    if (!races_are_reported) {
        return of_race + " Or a local variable is used before it is set: does a sum start at 0?";
    }
    return "A local variable is used before it is set: does each sum, maximum and index have a "
           "value from the start? No race was seen, so this is not about barriers. Or something is "
           "kept from an earlier launch, in a static or a __device__ variable.";
}

}  // namespace workshop::checks
