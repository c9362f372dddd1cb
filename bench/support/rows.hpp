// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The figures of a run: one row for each case, shape and mode. Nothing here asks a device.

#include <string>
#include <vector>

#include "limits.hpp"
#include "mode.hpp"
#include "samples.hpp"

namespace workshop::bench {

/// @brief The function that all that move bytes are compared with.
inline constexpr const char* kCopyName = "device_to_device_copy";

/// @brief A case at a shape in a mode: what was declared, what was measured, what follows from it.
struct Row {
    std::string function;
    std::string shape;  ///< "ROWSxCOLS"
    Mode mode = Mode::cold;
    bool is_peer = false;
    double bytes = 0;       ///< of a launch
    double operations = 0;  ///< of a launch; 0: what counts is the bytes
    std::vector<Sample> samples;
    std::string problem;  ///< why there is no time
    std::string note;     ///< what a reader of the time must know

    // From here on: filled by judge_rows(). 0 stands for "not known".
    Judgement judgement;
    double seconds = 0;  ///< the median of the samples that count
    double spread = 0;   ///< half of the inter-quartile range, in percent of the median
    double percent_of_copy = 0;
    double percent_of_library = 0;
    double percent_of_data_sheet = 0;
    bool above_limit = false;

    /// @brief What the row is called in a table.
    std::string name() const { return function + "/" + shape + "/" + name_of(mode); }
    /// @brief Rate of the bytes that have to move.
    double bytes_per_second() const { return seconds > 0 ? bytes / seconds : 0; }
    /// @brief Rate of the arithmetic.
    double operations_per_second() const { return seconds > 0 ? operations / seconds : 0; }
};

/// @brief Whether a single figure of the row passes what the device can do.
bool above_physical_limit(const Row& row, double seconds, const DataSheet& limits);

/// @brief Fills in what follows from the samples of all rows together: the highest clock of the run
///        decides which samples count, and copy and library of the same shape and mode are what the
///        others are compared with.
/// @param[in] compare false: nothing is compared, because times of the CPU device say nothing
void judge_rows(std::vector<Row>& rows, const DataSheet& limits, bool compare = true);

/// @brief What must be said about a row besides its figures; empty: nothing.
std::string remarks(const Row& row);

}  // namespace workshop::bench
