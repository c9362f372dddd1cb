// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The two pictures of lesson 7.

#include "lesson.hpp"

namespace workshop::pictures {

/// @brief Sizes of the product whose tiles are drawn.
struct GemmShape {
    int m, n, k;
};

/// @brief Which block reads what of A and B into which tile, and who reads the tiles.
/// @param[in] launch of gemm_tiled, with buffers named A, B and C
Picture draw_tiles(const TracedLaunch& launch, const GemmShape& shape, unsigned block);

/// @brief One request to shared memory, for draw_banks().
struct BankCase {
    std::string caption;
    std::string name;  ///< for the list of all of them
    const TraceStep* step = nullptr;
};

/// @brief Which lane wants which word of which bank: one frame a request.
Picture draw_banks(const std::vector<BankCase>& cases);

}  // namespace workshop::pictures
