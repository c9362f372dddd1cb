// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A device matrix that notices every write that does not belong to it.

#include <cuda_runtime.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "host_matrix.hpp"

namespace workshop::checks {

/// @brief A CUDA call of the checks themselves failed. what() names the call and CUDA's error.
class DeviceError : public std::runtime_error {
  public:
    /// @param[in] call the call that failed, for people
    DeviceError(const std::string& call, cudaError_t code);
    /// @brief The error that the call gave.
    cudaError_t code() const { return code_; }

  private:
    cudaError_t code_;
};

/// @brief Throws DeviceError unless code is cudaSuccess.
void require(cudaError_t code, const char* call);

/// @brief What the guards and gaps of an input hold.
enum class Surroundings {
    nan,      ///< NaNs: whoever computes with one gets NaN, but fmaxf and comparisons skip it
    largest,  ///< the largest float: it wins in a maximum, and no arithmetic hides it
};

/// @brief rows x cols float32 on the device, in an allocation that is larger on both sides.
///
/// The elements around the matrix (the guards) and those between `cols` and the leading dimension
/// (the gap) hold bit patterns that are compared after a launch. The first element may be moved by
/// some elements from the allocation's alignment.
class GuardedMatrix {
  public:
    /// @param[in] name   what reports call it, for example "x"
    /// @param[in] ld     leading dimension, at least cols
    /// @param[in] offset elements (0 to 3) by which the first element misses 16-byte alignment
    /// @throws DeviceError when there is not enough device memory
    GuardedMatrix(std::string name, std::int64_t rows, std::int64_t cols, std::int64_t ld,
                  std::int64_t offset);
    ~GuardedMatrix();
    GuardedMatrix(const GuardedMatrix&) = delete;
    GuardedMatrix& operator=(const GuardedMatrix&) = delete;

    /// @brief Device address of element (0, 0).
    float* data() const { return device_ + front_; }
    /// @brief Leading dimension in elements.
    std::int64_t ld() const { return ld_; }

    /// @brief Uploads values into the matrix and fresh patterns around them.
    /// @param[in] values rows x cols, without a gap
    void upload(const std::vector<float>& values, Surroundings surroundings = Surroundings::nan);

    /// @brief Fills the matrix with "never written" and everything around it with fresh patterns.
    void upload_poison();

    /// @brief Fetches the whole allocation from the device.
    void download();

    /// @brief The matrix as fetched, rows x cols, without the gap.
    std::vector<float> values() const;

    /// @brief Looks for a changed guard or gap. Call after download().
    /// @return empty when all is well, else one sentence that says where the first write went
    std::string damage() const;

    /// @brief The changed elements of guards and gaps, as offsets from element (0, 0). Call after
    ///        download().
    std::vector<std::int64_t> strays() const;

    /// @brief Looks for a changed element of the matrix itself. Call after download().
    /// @return empty when all is well, else one sentence
    std::string change() const;

    /// @brief A moment before a launch, for stores_since().
    static unsigned long long moment();

    /// @brief Looks for a store of a kernel to the matrix itself, whatever the value. Only the CPU
    ///        device sees it.
    /// @return empty when there was none, else one sentence
    std::string stores_since(unsigned long long moment) const;

  private:
    void fill_surroundings(std::uint32_t guard, std::uint32_t gap);
    void upload_image();
    void enclose() const;  ///< on the CPU device: kernels may use the elements only
    std::string describe_place(std::int64_t index) const;

    std::string name_;
    std::int64_t rows_;
    std::int64_t cols_;
    std::int64_t ld_;
    std::int64_t front_;  ///< elements before element (0, 0)
    std::int64_t back_;   ///< elements after the last row
    float* device_ = nullptr;
    std::vector<std::uint32_t> before_;  ///< bits as uploaded
    std::vector<std::uint32_t> after_;   ///< bits as fetched
};

}  // namespace workshop::checks
