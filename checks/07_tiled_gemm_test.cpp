// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of lesson 7. The suite itself is in support/gemm_checks.hpp and the files beside it.

#include "workshop/07_tiled_gemm.hpp"

#include "support/gemm_checks.hpp"
#include "support/lesson_checks.hpp"

namespace workshop::checks {

void register_lesson_checks() {
    GemmFunction naive{"gemm_naive", gemm_naive, 8, 32, 1};
    GemmIdea twice;
    twice.most_reads = 2.0;
    twice.least_reads = 2.0;
    twice.reads_are = "one of A and one of B";
    twice.uses_shared = false;
    register_gemm(naive, twice);

    GemmFunction tiled{"gemm_tiled", gemm_tiled, 32, 32, 32};
    GemmIdea shared;
    shared.most_reads = 2.0 / 32;
    shared.reads_are = "each element that is brought into a tile is used 32 times";
    register_gemm(tiled, shared);

    GemmFunction register_tiled{"gemm_register_tiled", gemm_register_tiled, 128, 128, 8};
    GemmIdea registers;
    registers.most_reads = 2.0 / 128;
    registers.reads_are = "each element that is brought into a tile is used 128 times";
    registers.most_shared_loads = 2.0 / 8;
    registers.most_shared_requests = 1.0 / 16;
    registers.wide = true;
    register_gemm(register_tiled, registers);
}

}  // namespace workshop::checks
