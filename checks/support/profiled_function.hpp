// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What `make profile-lesson` and `make predict-lesson` call: each function of a lesson
///        once, with sizes and matrices that have the names of its contract.

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief What a person chooses for a call. A function makes its own sizes of it.
struct CallShape {
    std::int64_t rows = 256;
    std::int64_t cols = 1024;
    int threads = 256;        ///< of a block, where the caller chooses
    std::int64_t gap = 0;     ///< elements between the rows of a matrix
    std::int64_t offset = 0;  ///< elements (0 to 3) by which matrices miss 16-byte alignment

    /// @brief Whether two calls have the same shape.
    bool operator==(const CallShape&) const = default;
};

/// @brief A matrix that the function reads or writes.
struct ProfiledMatrix {
    std::string name;  ///< in the contract, for example "x"
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    bool is_output = false;
    bool has_leading_dimension = true;  ///< false: its rows cannot lie apart
    bool is_positive = false;           ///< an input: absolute values of standard normals
};

/// @brief Where such a matrix lies on the device.
struct PlacedMatrix {
    float* data = nullptr;
    std::int64_t ld = 0;
};

/// @brief One call of a function.
struct ProfiledCall {
    std::string sizes;  ///< for people, for example "256 rows, 1024 columns"
    std::vector<ProfiledMatrix> matrices;
    std::int64_t multiply_adds = 0;  ///< of a matrix product; else 0
    /// @brief Calls the function; the places are in the order of `matrices`.
    std::function<cudaError_t(const std::vector<PlacedMatrix>& places)> run;
    /// @brief What the one output must hold for these inputs; empty: that is not known here.
    std::function<Expected(const std::vector<HostMatrix>& inputs)> expected;
};

/// @brief A function that can be profiled.
struct ProfiledFunction {
    std::string name;             ///< as in the contract
    bool has_block_size = false;  ///< the caller chooses the threads of a block
    std::function<ProfiledCall(const CallShape& shape)> call_on;
    std::string check = "OrdinaryRows";  ///< the check that launches it, for the command on a GPU
};

/// @brief A function of one matrix x of rows x cols, as the profile sees it.
ProfiledFunction profiled(const FunctionUnderTest& function);

/// @brief Keeps what a function must give, for those that are profiled under its name without it.
void know_oracle(const FunctionUnderTest& function);

/// @brief Makes a function known to `make profile-lesson`.
void register_profiled_function(ProfiledFunction function);

/// @brief What `make profile-lesson` runs, in the order of registration.
const std::vector<ProfiledFunction>& profiled_functions();

}  // namespace workshop::checks
