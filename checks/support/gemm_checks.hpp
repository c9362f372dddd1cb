// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of the matrix products of lesson 7 as one suite of checks.
///
/// The functions under test are copied into the checks, so they may be temporaries.

#include <cstdint>
#include <string>

#include "gemm_case.hpp"
#include "register_check.hpp"

namespace workshop::checks {

/// @brief WritesEveryElement, SmallProduct, Indices, Normals, EdgeTiles, OddShapes, ManySteps,
///        ManyTiles.
CheckList gemm_shape_checks(const GemmFunction& function);

/// @brief AlphaAndBeta, BetaZero, AlphaZero, EmptySum, NanStaysInItsRow, Float32, Cancellation.
CheckList gemm_value_checks(const GemmFunction& function);

/// @brief RealWeights: queries, keys and scores of a transformer's head from the `data/` folder.
CheckList gemm_real_checks(const GemmFunction& function);

/// @brief LeadingDimensions, UnalignedPointers.
CheckList gemm_memory_checks(const GemmFunction& function);

/// @brief MoreThan2To31Elements, which needs a GPU with 10 GB of free memory.
CheckList gemm_large_checks(const GemmFunction& function);

/// @brief EmptyMatrix, InvalidArguments, LaunchErrorsAreReported, Stream, Determinism, AnyOrder.
CheckList gemm_call_checks(const GemmFunction& function);

/// @brief What a product wants of memory.
struct GemmIdea {
    double most_reads = 0.0;            ///< of global memory, per multiply-add
    double least_reads = 0.0;           ///< fewer are the idea of a later step
    std::string reads_are;              ///< in words
    double most_shared_loads = 0.0;     ///< elements from shared memory, per multiply-add; 0: any
    double most_shared_requests = 0.0;  ///< loads of a thread from there, per multiply-add
    bool uses_shared = true;            ///< false: no tiles in shared memory are asked for
    bool wide = false;  ///< 16-byte accesses of global memory where A, B, C are aligned
};

/// @brief IdeaReads, IdeaNeighboursRead, IdeaNoBankConflicts, IdeaRegisters, IdeaWideAccesses:
///        those of them that the idea asks for.
CheckList gemm_idea_checks(const GemmFunction& function, const GemmIdea& idea);

/// @brief Registers the whole suite under the function's name, and makes the function known to
///        `make profile-lesson`.
void register_gemm(const GemmFunction& function, const GemmIdea& idea);

}  // namespace workshop::checks
