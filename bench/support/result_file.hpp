// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The file of `--benchmark_out`: a result that cannot be written replaces no earlier one.

#include <ostream>
#include <string>

namespace workshop::bench {

/// @brief A result grows in a file beside the one that was asked for, and takes its name when it
///        is whole. What is no ordinary file (a pipe, a device, a link) is written as it is.
class ResultFile {
  public:
    /// @param[in] path the file that was asked for; empty: none
    /// @throws std::runtime_error when it cannot be written, before anything is measured
    explicit ResultFile(std::string path);
    /// @brief What is not whole by then is removed.
    ~ResultFile();
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;

    /// @brief Where to write; empty: nowhere.
    const std::string& growing() const { return growing_; }

    /// @brief The result is whole: it takes its name.
    /// @throws std::runtime_error when that cannot be
    void keep();

    /// @brief What to tell when it could not be written.
    std::string message(const std::string& why) const;

  private:
    std::string path_;
    std::string growing_;
};

/// @brief Empties the buffers of a stream, and asks whether all that was written has arrived.
/// @return empty, or why not
std::string fault_of(std::ostream& out);

}  // namespace workshop::bench
