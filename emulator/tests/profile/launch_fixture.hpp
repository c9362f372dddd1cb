// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Device memory and a profile for each test.

#include <emulator/profile.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "kernels.hpp"

namespace workshop::emulator::profile_tests {

/// @brief Device memory for as long as it lives.
template <class T>
class DeviceArray {
  public:
    explicit DeviceArray(std::size_t count) : DeviceArray(std::vector<T>(count)) {}
    explicit DeviceArray(const std::vector<T>& values) {
        EXPECT_EQ(cudaMalloc(&data_, values.size() * sizeof(T)), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyDefault),
                  cudaSuccess);
    }
    ~DeviceArray() { cudaFree(data_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    T* get() const { return data_; }

  private:
    T* data_ = nullptr;
};

class ProfileTest : public testing::Test {
  protected:
    /// Counts what one launch does.
    template <class Launch>
    KernelProfile count(const Launch& launch) {
        start_profile();
        for (const auto& [address, name] : names)
            name_buffer(address, name);
        launch();
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        std::vector<KernelProfile> profiles = stop_profile();
        EXPECT_EQ(profiles.size(), 1U);
        if (profiles.empty()) return {};
        EXPECT_TRUE(profiles[0].complete) << profiles[0].incomplete_because;
        return profiles[0];
    }

    /// The counts of the line of kernels.cu that ends with the comment `mark`.
    static RequestCounts at(const KernelProfile& profile, const std::string& mark,
                            RequestKind kind = RequestKind::global_load) {
        const LineProfile* found = profile.line("kernels.cu", line_with("// " + mark));
        EXPECT_NE(found, nullptr) << "nothing was counted in the line marked " << mark;
        return found == nullptr ? RequestCounts() : found->requests[static_cast<int>(kind)];
    }

    std::vector<std::pair<const void*, std::string>> names;

    /// The line of PROFILE_TEST_KERNELS that ends so.
    static int line_with(const std::string& ending) {
        std::ifstream source(PROFILE_TEST_KERNELS);
        std::string text;
        for (int line = 1; std::getline(source, text); ++line) {
            if (text.size() >= ending.size() &&
                text.compare(text.size() - ending.size(), std::string::npos, ending) == 0) {
                return line;
            }
        }
        ADD_FAILURE() << "no line ends with " << ending;
        return 0;
    }
};

}  // namespace workshop::emulator::profile_tests
