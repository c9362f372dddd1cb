// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// A lesson whose functions cannot be measured: one launches nothing, one refuses its arguments.

#include "support/lesson_checks.hpp"
#include "support/profiled_function.hpp"

namespace workshop::checks {

namespace {

void add(const char* name, cudaError_t result) {
    FunctionUnderTest function;
    function.name = name;
    function.call = [result](const Arguments&) { return result; };
    register_profiled_function(profiled(function));
}

}  // namespace

void register_lesson_checks() {
    add("idle", cudaSuccess);
    add("refused", cudaErrorInvalidValue);
}

}  // namespace workshop::checks
