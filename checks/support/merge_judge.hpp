// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Judges merges of (maximum, sum) pairs against the exact result.

#include <string>
#include <utility>
#include <vector>

#include "expected.hpp"
#include "host_matrix.hpp"
#include "merge_suite.hpp"

namespace workshop::checks {

/// @brief A pair in words, for example "{-inf, 0}".
std::string words(Pair pair);

/// @brief The exact merges of pairs that hold no NaN, with their bounds: a row a pair, maximum and
///        sum.
Expected merge_oracle(const HostMatrix& a, const HostMatrix& b);

/// @brief One operator and its name, with the question that all the laws ask.
class MergeJudge {
  public:
    /// @param[in] merge merges many pairs at once
    MergeJudge(std::string name, MergeMany merge)
        : name_(std::move(name)), merge_(std::move(merge)) {}

    /// @brief Merges a[i] with b[i]. @return false after a failure was reported
    bool merge(const std::vector<Pair>& a, const std::vector<Pair>& b,
               std::vector<Pair>* out) const {
        return merge_(a, b, out);
    }

    /// @brief Merges all pairs and compares with the exact result; reports what is wrong.
    /// @param[in] cause the likely cause, for the report
    bool check(const std::vector<Pair>& a, const std::vector<Pair>& b,
               const std::string& cause) const;

    /// @brief Reports a broken law.
    void report(const std::string& problem, const std::string& cause) const;

  private:
    std::string name_;
    MergeMany merge_;
};

}  // namespace workshop::checks
