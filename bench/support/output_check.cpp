// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "output_check.hpp"

#include <cstring>

#include "support/compare.hpp"
#include "support/poison.hpp"

namespace workshop::bench {
namespace {

std::string wrong_output(const std::vector<float>& got, const checks::Expected& wanted) {
    if (got.size() != wanted.values.size()) {
        return "the output has " + std::to_string(got.size()) + " elements, and the oracle wants " +
               std::to_string(wanted.values.size());
    }
    const checks::Comparison comparison = checks::compare(got, wanted);
    if (comparison.all_right()) return "";
    const auto first = static_cast<std::size_t>(comparison.first);
    return "the output is wrong: " + std::to_string(comparison.wrong_count) + " of " +
           std::to_string(got.size()) + " elements; row " +
           std::to_string(comparison.first / wanted.cols) + ", column " +
           std::to_string(comparison.first % wanted.cols) + ": got " +
           checks::describe_value(got[first]) + ", wanted " +
           checks::describe_value(wanted.values[first]);
}

}  // namespace

std::string OutputCheck::problem_of(std::vector<float> got) {
    if (has_verified() && got.size() == verified_.size() &&
        std::memcmp(got.data(), verified_.data(), got.size() * sizeof(float)) == 0) {
        return "";
    }
    ++oracle_calls_;
    std::string problem = wrong_output(got, oracle_());
    if (problem.empty() && !has_verified()) verified_ = std::move(got);
    return problem;
}

}  // namespace workshop::bench
