// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a function must write, element by element, and how far it may be from it.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workshop::checks {

/// @brief What one output element must be.
enum class Wanted : std::uint8_t {
    value,     ///< the value, within the bound (an infinity: exactly)
    nan,       ///< a NaN that the kernel computed
    anything,  ///< the contract leaves it open, but it must have been written
};

/// @brief The wanted output, rows x cols, with one bound an element.
struct Expected {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::vector<double> values;
    std::vector<double> bounds;  ///< absolute: |got - value| must be at most this
    std::vector<Wanted> kinds;

    Expected() = default;
    /// @brief Room for a matrix of that shape.
    Expected(std::int64_t row_count, std::int64_t column_count)
        : rows(row_count),
          cols(column_count),
          values(static_cast<std::size_t>(row_count * column_count)),
          bounds(static_cast<std::size_t>(row_count * column_count)),
          kinds(static_cast<std::size_t>(row_count * column_count), Wanted::value) {}

    /// @brief Sets the element to a value with a bound.
    void set(std::int64_t row, std::int64_t column, double value, double bound) {
        const auto index = static_cast<std::size_t>(row * cols + column);
        values[index] = value;
        bounds[index] = bound;
    }
    /// @brief Sets the element to NaN or to "anything, but written".
    void set(std::int64_t row, std::int64_t column, Wanted kind) {
        kinds[static_cast<std::size_t>(row * cols + column)] = kind;
    }
};

}  // namespace workshop::checks
