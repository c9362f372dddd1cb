// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A dense row-major matrix on the host, with a few words that say what is in it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief rows x cols float32 without a gap between the rows.
struct HostMatrix {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::vector<float> values;
    std::string contents;  ///< what a report calls the data, for example "standard normals"

    HostMatrix() = default;
    /// @param[in] what the values in words, for reports
    HostMatrix(std::int64_t row_count, std::int64_t column_count, std::string what)
        : rows(row_count),
          cols(column_count),
          values(static_cast<std::size_t>(row_count * column_count)),
          contents(std::move(what)) {}

    /// @brief One element.
    float& at(std::int64_t row, std::int64_t column) {
        return values[static_cast<std::size_t>(row * cols + column)];
    }
    /// @brief One element, to read.
    float at(std::int64_t row, std::int64_t column) const {
        return values[static_cast<std::size_t>(row * cols + column)];
    }
    /// @brief First element of a row, to read.
    const float* row(std::int64_t index) const { return values.data() + index * cols; }
    /// @brief First element of a row.
    float* row(std::int64_t index) { return values.data() + index * cols; }
};

}  // namespace workshop::checks
