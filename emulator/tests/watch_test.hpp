// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the tests of the checkers share.

#include "device_test.hpp"

/// @brief Launches watched kernels and looks at what was reported.
class WatchTest : public DeviceTest {
  protected:
    /// @brief Runs something that launches kernels, and waits.
    /// @param[out] error what the device says afterwards
    /// @return what was printed to stderr
    template <class Function>
    static std::string reports_of(const Function& function, cudaError_t* error = nullptr) {
        return messages_of([&] {
            function();
            const cudaError_t finished = cudaDeviceSynchronize();
            if (error != nullptr) *error = finished;
        });
    }
};

/// @brief How many times a text contains another.
inline int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

/// @brief A report about a line of this file begins like this.
#define EXPECT_REPORT(text, line, what)                                 \
    do {                                                                \
        const std::string report_text = (text);                         \
        EXPECT_CONTAINS(report_text, at_line(__FILE__, line) + (what)); \
        EXPECT_CONTAINS(report_text, "| ");                             \
    } while (false)
#define EXPECT_SILENT(text) EXPECT_EQ(text, "")
