// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the tests of kernels share.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

/// @brief Device memory that starts as zeros.
template <class T>
class DeviceArray {
  public:
    explicit DeviceArray(std::size_t count) : count_(count) {
        cudaMalloc(&data_, count * sizeof(T));
        cudaMemset(data_, 0, count * sizeof(T));
    }
    explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
        cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~DeviceArray() {
        // After a reset of the device the memory is gone already.
        cudaPointerAttributes attributes{};
        const cudaError_t error = cudaPointerGetAttributes(&attributes, data_);
        if (error == cudaSuccess && attributes.type == cudaMemoryTypeDevice) cudaFree(data_);
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    T* get() const { return data_; }
    std::vector<T> values() const {
        std::vector<T> result(count_);
        EXPECT_EQ(cudaMemcpy(result.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
                  cudaSuccess);
        return result;
    }

  private:
    T* data_ = nullptr;
    std::size_t count_;
};

/// @brief Starts and ends with a device without errors.
class DeviceTest : public testing::Test {
  protected:
    // Not SetUp() and TearDown(): arrays that are members live in between.
    DeviceTest() { cudaDeviceReset(); }
    ~DeviceTest() override { cudaDeviceReset(); }

    /// @brief Runs something that launches a faulty kernel.
    /// @return what was printed to stderr
    template <class Function>
    static std::string messages_of(const Function& function) {
        testing::internal::CaptureStderr();
        function();
        return testing::internal::GetCapturedStderr();
    }
};

/// @brief How a message about a line of a file begins.
inline std::string at_line(const char* file, int line, const char* severity = "error") {
    return std::string(file) + ":" + std::to_string(line) + ": " + severity + ": ";
}

#define EXPECT_CONTAINS(text, part)                            \
    EXPECT_NE(std::string(text).find(part), std::string::npos) \
        << "should contain: " << (part) << "\nbut is:\n"       \
        << (text)
