// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 4: the online softmax with loads and stores of 16 bytes.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop {

/// @brief How a row is cut for accesses of 16 bytes: `head` single elements, then `vectors` groups
///        of four, then `tail` single elements.
///
/// head + 4 * vectors + tail is the number of columns. The first group begins at a multiple of 16
/// bytes. Head and tail have at most 3 elements each, and are as short as possible.
struct RowSplit {
    std::int64_t head;
    std::int64_t vectors;
    std::int64_t tail;
};

/// @brief Cuts a row (host side of the function that the kernel uses). Reads nothing.
/// @param[in] row  where the row begins: any multiple of 4 bytes. It may be an address of the
///        device.
/// @param[in] cols number of columns, 0 or more
RowSplit split_row(const float* row, std::int64_t cols);

/// @brief Softmax of every row as online_softmax() of lesson 3, with accesses of 16 bytes wherever
///        the addresses allow them.
///
/// Values, special rows and arguments as serial_softmax() of lesson 1: any alignment of x and y
/// that a float has, any width, any leading dimension, in place; and no number of rows is too
/// large, because a block may take several. No byte outside of the rows is
/// read or written, not even to be thrown away.
///
/// Rows of x are read in vectors to find maximum and sum, whatever the alignment of y is. They are
/// read and written in vectors in the last pass where the rows of x and y have the same distance
/// from a multiple of 16 bytes, and element by element where they have not. The distance may be
/// another one in every row.
///
/// @param[in] threads_per_block block size, 1 to 1024, any value
///
/// Numerics: a thread adds at most cols / threads_per_block + 8 terms, and rescales its sum at most
/// as often; then a merge tree.
/// Performance: two reads and one write an element. On wide rows that are aligned alike, all bytes
/// but those of head and tail move 16 at a time.
cudaError_t vector_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                           float* y, std::int64_t ldy, int threads_per_block, cudaStream_t stream);

}  // namespace workshop
