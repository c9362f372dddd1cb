// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What an idea check says of a kernel that should load and store 16 bytes at a time.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "access_counts.hpp"
#include "report.hpp"

namespace workshop::checks {

/// @brief What a check finds wrong, and what to do about it. No problem: all is well.
struct Finding {
    std::string problem;
    std::string cause;
};

/// @brief What to say of kernels that read nothing of x.
/// @param[in] other_reads elements that they read of other memory, for each element of x
Finding nothing_of_x(double other_reads);

/// @brief What to say on a GPU, where an idea check is skipped: how ncu shows the same figure.
std::string how_to_see_it(const std::string& function, const std::string& ncu_metric);

/// @brief Lets the running idea check fail with what it found.
void report_idea(const LaunchFacts& facts, const Finding& finding);

/// @brief Judges the counts of one call.
using Look = std::function<Finding(const AccessCounts&)>;

/// @brief Where the matrices lie in a call that is counted, and what to say of its counts.
struct PlacedLook {
    MatrixPlaces places;
    Look look;
    std::int64_t more_columns = 0;  ///< than the shape of the check has
};

/// @brief One check of a kernel that uses wide accesses.
struct WideLook {
    std::string property;           ///< name of the check
    std::string ncu_metric;         ///< shows the figure on a GPU
    std::vector<PlacedLook> looks;  ///< the first that finds something ends the check
};

/// @brief IdeaWideLoads and IdeaWideStores for rows at multiples of 16 bytes, also where the width
/// is
///        no multiple of 4, even or odd; IdeaShiftedRows for
///        rows of x and y that are aligned alike, but elsewhere and in each row anew, or where
///        ldx is not ldy, in all rows or in every other one;
///        IdeaRowsApart for rows of x and y that are not aligned alike.
std::vector<WideLook> wide_looks();

/// @brief IdeaNeighboursRead for accesses of any width.
Finding look_at_wide_neighbours(const AccessCounts& counts);

}  // namespace workshop::checks
