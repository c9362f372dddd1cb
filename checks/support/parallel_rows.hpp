// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Work on the rows of a large matrix on all processors of the host.

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace workshop::checks {

/// @brief Calls `work(row)` once for each row. With a million elements and more, several
///        threads take a part of the rows each; the matrices of the checks are smaller. What is
///        done for a row must not depend on other rows, so the result is the same for any
///        number of threads.
/// @param[in] rows, cols the matrix
/// @param[in] work must not throw
template <class Work>
void for_each_row(std::int64_t rows, std::int64_t cols, const Work& work) {
    constexpr std::int64_t kWorthThreads = 1 << 20;
    constexpr std::int64_t kMostThreads = 64;
    const std::int64_t processors = std::max(1U, std::thread::hardware_concurrency());
    const std::int64_t threads =
        cols > 0 && rows >= kWorthThreads / cols ? std::min({processors, rows, kMostThreads}) : 1;
    const auto part = [&](std::int64_t index) {
        for (std::int64_t row = rows * index / threads; row < rows * (index + 1) / threads; ++row)
            work(row);
    };
    std::vector<std::thread> others;
    for (std::int64_t index = 1; index < threads; ++index)
        others.emplace_back(part, index);
    part(0);
    for (std::thread& other : others)
        other.join();
}

}  // namespace workshop::checks
