// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The checks that fit every function which turns a matrix into something row by row.
///
/// The functions under test are copied into the checks, so they may be temporaries.

#include "function_under_test.hpp"
#include "register_check.hpp"

namespace workshop::checks {

/// @brief WritesEveryElement, OrdinaryRows, SmallWidths, WidthThresholds, BlockSizes (for functions
///        with a block size), WideRow, RowThresholds, ManyRows.
CheckList shape_checks(const FunctionUnderTest& function);

/// @brief InPlace (where allowed), InputUnchanged, LeadingDimensions, UnalignedPointers.
CheckList memory_checks(const FunctionUnderTest& function);

/// @brief EmptyMatrix, InvalidArguments, LaunchErrorsAreReported.
CheckList argument_checks(const FunctionUnderTest& function);

/// @brief Stream, Determinism, SecondLaunch.
CheckList repetition_checks(const FunctionUnderTest& function);

/// @brief MoreThan2To31Elements, which needs a GPU with 10 GB of free memory.
CheckList large_matrix_checks(const FunctionUnderTest& function);

/// @brief Appends one list to another.
void append(CheckList& list, const CheckList& more);

}  // namespace workshop::checks
