// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The data that the checks use. Everything is made from a seed, the same on every machine.

#include <cstdint>
#include <functional>

#include "host_matrix.hpp"

namespace workshop::checks {

/// @brief Makes the input of a launch. Every case is launched with two seeds, so that a result left
///        over from an earlier launch cannot pass.
using InputMaker = std::function<HostMatrix(std::uint64_t seed)>;

/// @brief Independent standard normal values.
HostMatrix normals(std::int64_t rows, std::int64_t cols, std::uint64_t seed);

/// @brief Values that depend on row and column in different ways, so that a swapped or shifted
///        index changes every result: x[r][c] = 3 sin(0.7 c + 1.3 r + seed) + c / cols.
HostMatrix slopes(std::int64_t rows, std::int64_t cols, std::uint64_t seed);

/// @brief Normals of which the first `masked(r)` columns of row r are -inf, as a causal mask does.
HostMatrix masked_prefix(std::int64_t rows, std::int64_t cols, std::uint64_t seed,
                         const std::function<std::int64_t(std::int64_t)>& masked);

/// @brief Normals of which the last `masked(r)` columns of row r are -inf, as a padding mask does.
HostMatrix masked_tail(std::int64_t rows, std::int64_t cols, std::uint64_t seed,
                       const std::function<std::int64_t(std::int64_t)>& masked);

/// @brief Every element has the same value.
HostMatrix constant(std::int64_t rows, std::int64_t cols, float value);

/// @brief An InputMaker of normals() with this shape.
InputMaker normals_maker(std::int64_t rows, std::int64_t cols);

/// @brief An InputMaker of slopes() with this shape.
InputMaker slopes_maker(std::int64_t rows, std::int64_t cols);

}  // namespace workshop::checks
