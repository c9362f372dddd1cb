// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The fixture that every launch of a matrix product goes through, as launch.hpp is for
///        functions of one matrix.

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host_matrix.hpp"
#include "workshop/gemm_arguments.hpp"

namespace workshop::checks {

/// @brief A function that computes C = alpha * A * B + beta * C.
struct GemmFunction {
    std::string name;
    std::function<cudaError_t(const GemmArguments&, cudaStream_t)> call;
    std::int64_t tile_m =
        1;  ///< rows and columns of C that a block computes, and the step along k:
    std::int64_t tile_n = 1;  ///< the checks look at sizes beside them
    std::int64_t tile_k = 1;
};

/// @brief Sizes of a product.
struct GemmShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
};

/// @brief The three matrices before the launch, on the host.
struct GemmData {
    HostMatrix a;
    HostMatrix b;
    HostMatrix c;
};

/// @brief Makes the data of a launch from a seed.
using GemmMaker = std::function<GemmData(const GemmShape&, std::uint64_t seed)>;

/// @brief Standard normals in all three matrices.
GemmData gemm_normals(const GemmShape& shape, std::uint64_t seed);

/// @brief One case: sizes, factors, data, and how they lie in memory.
struct GemmPlan {
    GemmShape shape;
    float alpha = 1.0F;
    float beta = 0.0F;
    GemmMaker data = gemm_normals;
    std::int64_t gap_a = 0;     ///< lda is k + gap_a
    std::int64_t gap_b = 0;     ///< ldb is n + gap_b
    std::int64_t gap_c = 0;     ///< ldc is n + gap_c
    std::int64_t offset_a = 0;  ///< elements by which A misses 16-byte alignment, 0 to 3
    std::int64_t offset_b = 0;
    std::int64_t offset_c = 0;
    double most_error = 0.0;    ///< 0: the bound of gemm_oracle(); else this one for all elements
    bool values_matter = true;  ///< false: only look whether every element was written
    std::string note;           ///< of the circumstances, for reports; may be empty
    std::vector<float>* first_output = nullptr;  ///< when set, receives the first launch's output
};

/// @brief One line: the function, the sizes, and everything that is not the plain case.
std::string describe_gemm(const GemmFunction& function, const GemmPlan& plan);

/// @brief Launches a product three times and checks everything that a launch can break: like
///        check_launch(), with the same data twice and then with other data and the largest float
///        around A and B.
///
/// Where beta is 0, C is filled with "never written" before each launch, else with data. A gap, a
/// guard, A or B that has changed is an error.
/// @return true when all was well; else false after a report
/// @throws DeviceError when a CUDA call of the checks themselves fails
bool check_gemm(const GemmFunction& function, const GemmPlan& plan);

/// @brief Calls the function and waits; reports an error of any kind, as call_and_wait() does.
bool call_gemm_and_wait(const GemmFunction& function, const GemmPlan& plan,
                        const GemmArguments& arguments);

}  // namespace workshop::checks
