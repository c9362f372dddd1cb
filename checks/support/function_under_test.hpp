// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief One shape for all the functions that turn a matrix into something with a row for each of
///        its rows, so that the checks on memory, streams and arguments are written once.

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "expected.hpp"
#include "host_matrix.hpp"

namespace workshop::checks {

/// @brief The arguments of one call.
struct Arguments {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    const float* x = nullptr;
    std::int64_t ldx = 0;
    float* y = nullptr;
    std::int64_t ldy = 0;       ///< ignored when the function has no ldy
    int threads_per_block = 0;  ///< ignored when the function has no block size
    cudaStream_t stream = nullptr;
};

/// @brief A function that a lesson asks for, and what the checks must know about it.
struct FunctionUnderTest {
    std::string name;                     ///< as in the contract, for example "serial_softmax"
    bool has_leading_dimension_y = true;  ///< false: the output has no gap between its rows
    bool has_block_size = true;           ///< true: the caller chooses threads_per_block
    bool may_be_in_place = true;          ///< the output may be the input
    bool is_divided_by_sum = false;       ///< the output is a quotient with the row's sum below
    bool has_exponentials = false;        ///< exp of the input is computed
    bool shares_a_row = false;            ///< the threads of a block work on one row together
    bool blocks_go_on = false;     ///< a block takes a row after the other, and keeps the next
    bool thread_a_row = false;     ///< a thread takes one row: a grid can be too large
    bool is_compensated = false;   ///< the bounds allow a sum next to no error, however long it is
    std::int64_t input_cols = 0;   ///< columns that the input must have; 0: any number
    std::int64_t output_cols = 0;  ///< columns of the output; 0: as many as the input has
    std::vector<std::string> output_names;  ///< names of the output's columns, where they have any
    std::string output = "y";               ///< name of the output in the contract

    /// @brief Calls the function.
    std::function<cudaError_t(const Arguments&)> call;

    /// @brief The exact result and the bounds for a launch with this many threads in a block.
    std::function<Expected(const HostMatrix& x, int threads_per_block)> oracle;

    /// @brief Names the cause of a wrong element from its value, where the function's lesson knows
    ///        such values; may be empty, and gives an empty text when it does not know.
    std::function<std::string(const HostMatrix& x, std::int64_t row, std::int64_t column, float got,
                              int threads_per_block)>
        cause_of_value;

    /// @brief Columns of the input where a check would like `cols`.
    std::int64_t input_columns(std::int64_t cols) const {
        return input_cols == 0 ? cols : input_cols;
    }

    /// @brief Columns of the output for an input of `cols` columns.
    std::int64_t output_columns(std::int64_t cols) const {
        return output_cols == 0 ? cols : output_cols;
    }
};

}  // namespace workshop::checks
