// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "device.hpp"
#include "gemm_checks.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

/// A[i][k] = i and B[k][j] = j, so that C[i][j] = i * j * k, exactly. No two sizes are the same,
/// and no swapped index gives the same numbers. The second data set begins at other numbers.
GemmData indices(const GemmShape& shape, std::uint64_t seed) {
    const auto from = static_cast<std::int64_t>(seed) - 1;
    GemmData data{HostMatrix(shape.m, shape.k, "the number of the row"),
                  HostMatrix(shape.k, shape.n, "the number of the column"),
                  HostMatrix(shape.m, shape.n, "zeros")};
    for (std::int64_t k = 0; k < shape.k; ++k) {
        for (std::int64_t i = 0; i < shape.m; ++i)
            data.a.at(i, k) = static_cast<float>(from + i);
        for (std::int64_t j = 0; j < shape.n; ++j)
            data.b.at(k, j) = static_cast<float>(from + j);
    }
    return data;
}

/// Every element of A and B is another number: a swapped index inside a row shows too. Small
/// integers, so that the result is exact.
GemmData digits(const GemmShape& shape, std::uint64_t seed) {
    GemmData data{HostMatrix(shape.m, shape.k, "small integers"),
                  HostMatrix(shape.k, shape.n, "small integers"),
                  HostMatrix(shape.m, shape.n, "small integers")};
    const auto fill = [&](HostMatrix& matrix, std::int64_t by_row, std::int64_t by_column) {
        for (std::int64_t r = 0; r < matrix.rows; ++r) {
            for (std::int64_t c = 0; c < matrix.cols; ++c) {
                const std::int64_t mixed =
                    by_row * r + by_column * c + r * c % 7 + static_cast<std::int64_t>(seed);
                matrix.at(r, c) = static_cast<float>(mixed % 13 - 6);
            }
        }
    };
    fill(data.a, 3, 5);
    fill(data.b, 2, 11);
    fill(data.c, 4, 9);
    return data;
}

/// Integers have one right result, however they are added: off by anything is wrong.
constexpr double kExact = 1e-6;

bool check_shape(const GemmFunction& function, const GemmShape& shape, const GemmMaker& data,
                 double most_error = 0.0) {
    GemmPlan plan;
    plan.shape = shape;
    plan.data = data;
    plan.most_error = most_error;
    return check_gemm(function, plan);
}

void check_shapes(const GemmFunction& function, const std::vector<GemmShape>& shapes,
                  const GemmMaker& data, double most_error = 0.0) {
    for (const GemmShape& shape : shapes) {
        if (!check_shape(function, shape, data, most_error)) return;
    }
}

void writes_every_element(const GemmFunction& function) {
    GemmPlan plan;
    plan.shape = {70, 45, 20};
    plan.values_matter = false;
    (void)check_gemm(function, plan);
}

/// A side beside a multiple of the tile, at -1, 0 and +1.
std::vector<std::int64_t> beside(std::int64_t tile) {
    std::set<std::int64_t> sizes{1, 2, 3};
    for (const std::int64_t size : {tile - 1, tile, tile + 1, 2 * tile + 1}) {
        if (size > 0) sizes.insert(size);
    }
    return {sizes.begin(), sizes.end()};
}

/// Each side crosses its tile alone, then all of them together.
void edge_tiles(const GemmFunction& function) {
    for (const std::int64_t m : beside(function.tile_m)) {
        if (!check_shape(function, {m, 5, 6}, digits, kExact)) return;
    }
    for (const std::int64_t n : beside(function.tile_n)) {
        if (!check_shape(function, {6, n, 5}, digits, kExact)) return;
    }
    for (const std::int64_t k : beside(std::max<std::int64_t>(function.tile_k, 4))) {
        if (!check_shape(function, {7, 6, k}, digits, kExact)) return;
    }
    const std::int64_t m = function.tile_m + 1;
    const std::int64_t n = function.tile_n + 1;
    (void)check_shape(function, {m, n, function.tile_k + 1}, digits, kExact);
}

void odd_shapes(const GemmFunction& function) {
    std::vector<GemmShape> shapes{
        {1, 1, 1}, {100, 100, 100}, {129, 127, 65}, {257, 1, 192}, {3, 3, 431}};
    if (!on_cpu_device()) {
        shapes.insert(shapes.end(), {{1, 257, 192},
                                     {1000, 1000, 1000},
                                     {1023, 1025, 511},
                                     {2049, 513, 129},
                                     {64, 64, 20000}});
    }
    check_shapes(function, shapes, gemm_normals);
}

/// More tiles than the second dimension of a grid may have blocks.
void many_tiles(const GemmFunction& function) {
    constexpr std::int64_t kMostBlocksInY = 65535;
    if (on_cpu_device()) {
        GTEST_SKIP() << "needs more than " << kMostBlocksInY
                     << " tiles one below the other, too many for the CPU device";
    }
    const std::int64_t rows = (kMostBlocksInY + 2) * function.tile_m - 1;
    const std::int64_t columns = (kMostBlocksInY + 2) * function.tile_n - 1;
    check_shapes(function, {{rows, 1, 2}, {1, columns, 2}}, digits, kExact);
}

}  // namespace

CheckList gemm_shape_checks(const GemmFunction& function) {
    return {
        {"WritesEveryElement", [=] { writes_every_element(function); }},
        {"SmallProduct",
         [=] {
             check_shapes(function, {{3, 3, 3}, {2, 2, 3}, {4, 3, 2}}, digits, kExact);
         }},
        {"Indices",
         [=] {
             check_shapes(function, {{37, 66, 19}, {50, 9, 70}}, indices, kExact);
         }},
        {"Normals",
         [=] {
             check_shapes(function, {{48, 40, 33}, {66, 34, 64}}, gemm_normals);
         }},
        {"EdgeTiles", [=] { edge_tiles(function); }},
        {"OddShapes", [=] { odd_shapes(function); }},
        {"ManyTiles", [=] { many_tiles(function); }},
    };
}

}  // namespace workshop::checks
