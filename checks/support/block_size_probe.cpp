// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "block_size_probe.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "compare.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "poison.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kOnes = kProbeOnes;
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

/// The number of ones in a wrong sum, or in the sum below a wrong quotient.
double ones_in(const FunctionUnderTest& function, double got, double wanted) {
    const double factor = function.is_divided_by_sum ? wanted / got : got / wanted;
    return factor * static_cast<double>(kOnes);
}

/// Whether the result is right where the last elements of a row count alone, one for each thread.
bool takes_the_last_elements(const FunctionUnderTest& function, int threads) {
    HostMatrix ones = constant(1, kOnes, 1.0F);
    // So far below the others that exp of it is 0.
    const float nothing = function.has_exponentials ? -200.0F : 0.0F;
    std::fill(ones.row(0), ones.row(0) + kOnes - threads, nothing);
    const std::int64_t output_cols = function.output_columns(kOnes);
    GuardedMatrix x("x", 1, kOnes, kOnes, 0);
    GuardedMatrix y("the output", 1, output_cols, output_cols, 0);
    x.upload(ones.values);
    y.upload_poison();
    const cudaError_t returned =
        function.call({1, kOnes, x.data(), kOnes, y.data(), output_cols, threads, nullptr});
    if (returned != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return false;
    y.download();
    return compare(y.values(), function.oracle(ones, threads)).all_right();
}

std::string cause_of_count(const FunctionUnderTest& function,
                           const std::vector<OnesCounted>& counted) {
    if (counts_one_each(counted) && takes_the_last_elements(function, counted.back().threads)) {
        return "Each round of a thread's loop throws away what the thread has added before: of a "
               "row of ones comes the number of threads, and only the last elements of the row "
               "count. Is each element added to what is there?";
    }
    return cause_of_ones(counted);
}

BlockSizeProbe probe(const FunctionUnderTest& function) {
    const HostMatrix ones = constant(1, kOnes, 1.0F);
    const std::int64_t output_cols = function.output_columns(kOnes);
    GuardedMatrix x("x", 1, kOnes, kOnes, 0);
    GuardedMatrix y("the output", 1, output_cols, output_cols, 0);
    x.upload(ones.values);
    std::vector<std::string> right;
    std::vector<std::string> wrong;
    std::vector<OnesCounted> counted;
    std::string wanted;
    for (const int threads : kProbeSizes) {
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
        counted.push_back({threads, ones_in(function, got[first], expected.values[first])});
        wanted = describe_value(expected.values[first]);
    }
    if (wrong.empty()) return {};
    const std::string words = "With a row of " + std::to_string(kOnes) + " ones, where " + wanted +
                              " is wanted: right with " +
                              (right.empty() ? "no number of" : list_of(right)) +
                              (right.size() == 1 && right.front() == "1" ? " thread" : " threads") +
                              " a block, wrong with " + list_of(wrong) + '.';
    return {words, cause_of_count(function, counted), missing_ones(counted)};
}

/// The functions that were asked for.
std::set<std::string>& asked() {
    static std::set<std::string> names;
    return names;
}

}  // namespace

bool can_probe_block_sizes(const FunctionUnderTest& function) {
    return function.shares_a_row && function.has_block_size && asked().count(function.name) == 0;
}

BlockSizeProbe probe_block_sizes(const FunctionUnderTest& function) {
    if (!can_probe_block_sizes(function)) return {};
    asked().insert(function.name);
    try {
        return probe(function);
    } catch (const DeviceError&) {
        return {};  // the device is broken by now; what is known was reported before
    }
}

}  // namespace workshop::checks
