// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The three matrices of a product that is called without check_gemm().

#include <cstdint>
#include <string>
#include <vector>

#include "gemm_case.hpp"
#include "guarded_matrix.hpp"

namespace workshop::checks {

/// @brief A product of three numbers of rows and columns that no two have in common.
inline constexpr GemmShape kSmallProduct{5, 4, 3};

/// @brief Three matrices of a product without gaps, C with a pattern that stands for "never
///        written".
class GemmBuffers {
  public:
    /// @param[in] seed of the normal numbers that A and B are filled with
    explicit GemmBuffers(const GemmShape& shape = kSmallProduct, std::uint64_t seed = 1)
        : shape_(shape),
          a_("A", shape.m, shape.k, shape.k, 0),
          b_("B", shape.k, shape.n, shape.n, 0),
          c_("C", shape.m, shape.n, shape.n, 0) {
        upload(gemm_normals(shape, seed));
    }

    /// @brief Fills A and B, and C with "never written".
    void upload(const GemmData& data) {
        a_.upload(data.a.values);
        b_.upload(data.b.values);
        c_.upload_poison();
    }

    /// @brief Fills all three: for a product that adds to C.
    void upload_with_c(const GemmData& data) {
        upload(data);
        c_.upload(data.c.values);
    }

    /// @brief Of a call with alpha 1 and beta 0.
    GemmArguments arguments() const {
        return {shape_.m,  shape_.n, shape_.k, 1.0F,      a_.data(), a_.ld(),
                b_.data(), b_.ld(),  0.0F,     c_.data(), c_.ld()};
    }

    /// @brief What has changed in and around the matrices; empty texts where nothing has.
    std::vector<std::string> changes() {
        for (GuardedMatrix* matrix : {&a_, &b_, &c_})
            matrix->download();
        return {c_.change(), c_.damage(), a_.change(), a_.damage(), b_.change(), b_.damage()};
    }

    /// @brief C as it is on the device.
    std::vector<float> result() {
        c_.download();
        return c_.values();
    }

  private:
    GemmShape shape_;
    GuardedMatrix a_;
    GuardedMatrix b_;
    GuardedMatrix c_;
};

}  // namespace workshop::checks
