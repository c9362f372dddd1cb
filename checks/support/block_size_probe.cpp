// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "block_size_probe.hpp"

#include <set>
#include <vector>

#include "compare.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "poison.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kOnes = 1024;
constexpr std::size_t kMostValues = 4;  // of wrong block sizes for which the value is shown

/// "1, 32 and 64".
std::string list_of(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

std::string probe(const FunctionUnderTest& function) {
    const HostMatrix ones = constant(1, kOnes, 1.0F);
    const std::int64_t output_cols = function.output_columns(kOnes);
    GuardedMatrix x("x", 1, kOnes, kOnes, 0);
    GuardedMatrix y("the output", 1, output_cols, output_cols, 0);
    x.upload(ones.values);
    std::vector<std::string> right;
    std::vector<std::string> wrong;
    std::string wanted;
    for (const int threads : {1, 31, 32, 64, 100, 128, 256, 1024}) {
        y.upload_poison();
        const cudaError_t returned =
            function.call({1, kOnes, x.data(), kOnes, y.data(), output_cols, threads, nullptr});
        if (returned != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) break;
        y.download();
        const std::vector<float> got = y.values();
        const Expected expected = function.oracle(ones, threads);
        const Comparison comparison = compare(got, expected);
        std::string size = std::to_string(threads);
        if (comparison.all_right()) {
            right.push_back(size);
            continue;
        }
        const auto first = static_cast<std::size_t>(comparison.first);
        if (wrong.size() < kMostValues) size += " (got " + describe_value(got[first]) + ')';
        wrong.push_back(size);
        wanted = describe_value(expected.values[first]);
    }
    if (wrong.empty()) return {};
    return "With a row of " + std::to_string(kOnes) + " ones, where " + wanted +
           " is wanted: right with " + (right.empty() ? "no number of" : list_of(right)) +
           (right.size() == 1 && right.front() == "1" ? " thread" : " threads") +
           " a block, wrong with " + list_of(wrong) + '.';
}

}  // namespace

std::string probe_block_sizes(const FunctionUnderTest& function) {
    static std::set<std::string> asked;
    if (!function.shares_a_row || !function.has_block_size) return {};
    if (!asked.insert(function.name).second) return {};
    try {
        return probe(function);
    } catch (const DeviceError&) {
        return {};  // the device is broken by now; what is known was reported before
    }
}

}  // namespace workshop::checks
