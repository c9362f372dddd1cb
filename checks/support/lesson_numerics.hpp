// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the contract of each softmax lesson promises about its sum. The checks, the
///        benchmarks, the experiments and the demo take their bounds from here, so that no kernel
///        is held to less in one place than in another. Lesson 6 has compensated_numerics() in
///        compensated_bounds.hpp.

#include <cstdint>

#include "bounds.hpp"

namespace workshop::checks {

/// @brief Lesson 1: one accumulator, cols additions in order.
SoftmaxNumerics serial_numerics(std::int64_t cols, int threads_per_block);

/// @brief Lesson 2: each thread adds its share, then a tree.
SoftmaxNumerics block_numerics(std::int64_t cols, int threads_per_block);

/// @brief Lesson 3, what the online method promises for its sum: one pass of a thread over its
///        share, then a tree. Each step may meet a new maximum.
SoftmaxNumerics online_numerics(std::int64_t cols, int threads_per_block);

/// @brief Lesson 4: as lesson 3. A thread's terms come in fours and singles, so that it may have a
///        few more than an even share.
SoftmaxNumerics vector_numerics(std::int64_t cols, int threads_per_block);

/// @brief Lesson 5; the function chooses its own block size.
SoftmaxNumerics persistent_numerics(std::int64_t cols, int threads_per_block);

/// @brief Lesson 5, one step further. Rows that are kept in registers: a chain of at most 42
///        additions and no rescaling. Wider ones: what persistent_numerics() says.
SoftmaxNumerics register_numerics(std::int64_t cols, int threads_per_block);

}  // namespace workshop::checks
