// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "inputs.hpp"

#include <cmath>
#include <limits>

namespace workshop::checks {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The generator splitmix64: the standard library's distributions differ between implementations,
/// and a failure must look the same on every machine.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    /// Uniform in (0, 1].
    double uniform() { return (static_cast<double>(next() >> 11) + 1.0) * 0x1.0p-53; }

  private:
    std::uint64_t state_;
};

void fill_with_normals(HostMatrix& matrix, std::uint64_t seed) {
    constexpr double kTwoPi = 6.283185307179586;
    Random random(seed * 0x100000001B3ULL + static_cast<std::uint64_t>(matrix.cols));
    for (std::size_t i = 0; i < matrix.values.size(); i += 2) {
        const double radius = std::sqrt(-2.0 * std::log(random.uniform()));
        const double angle = kTwoPi * random.uniform();
        matrix.values[i] = static_cast<float>(radius * std::cos(angle));
        if (i + 1 < matrix.values.size()) {
            matrix.values[i + 1] = static_cast<float>(radius * std::sin(angle));
        }
    }
}

}  // namespace

HostMatrix normals(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    HostMatrix matrix(rows, cols, "standard normals");
    fill_with_normals(matrix, seed);
    return matrix;
}

HostMatrix slopes(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    HostMatrix matrix(rows, cols, "values that differ by row and column");
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < cols; ++c) {
            const double column = static_cast<double>(c);
            const double phase =
                0.7 * column + 1.3 * static_cast<double>(r) + static_cast<double>(seed);
            matrix.at(r, c) =
                static_cast<float>(3.0 * std::sin(phase) + column / static_cast<double>(cols));
        }
    }
    return matrix;
}

HostMatrix masked_prefix(std::int64_t rows, std::int64_t cols, std::uint64_t seed,
                         const std::function<std::int64_t(std::int64_t)>& masked) {
    HostMatrix matrix = normals(rows, cols, seed);
    matrix.contents = "normals whose first columns are -inf";
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t end = masked(r) < cols ? masked(r) : cols;
        for (std::int64_t c = 0; c < end; ++c)
            matrix.at(r, c) = -kInfinity;
    }
    return matrix;
}

HostMatrix masked_tail(std::int64_t rows, std::int64_t cols, std::uint64_t seed,
                       const std::function<std::int64_t(std::int64_t)>& masked) {
    HostMatrix matrix = normals(rows, cols, seed);
    matrix.contents = "normals whose last columns are -inf";
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t count = masked(r) < cols ? masked(r) : cols;
        for (std::int64_t c = cols - count; c < cols; ++c)
            matrix.at(r, c) = -kInfinity;
    }
    return matrix;
}

HostMatrix constant(std::int64_t rows, std::int64_t cols, float value) {
    HostMatrix matrix(rows, cols, "the same value everywhere");
    for (float& element : matrix.values)
        element = value;
    return matrix;
}

InputMaker normals_maker(std::int64_t rows, std::int64_t cols) {
    return [=](std::uint64_t seed) { return normals(rows, cols, seed); };
}

InputMaker slopes_maker(std::int64_t rows, std::int64_t cols) {
    return [=](std::uint64_t seed) { return slopes(rows, cols, seed); };
}

}  // namespace workshop::checks
