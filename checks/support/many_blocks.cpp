// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "many_blocks.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "compare.hpp"
#include "filled_memory.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "poison.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kRowsAtOnce = 1 << 20;  // that are fetched from the device

/// Reports the first wrong element of the rows that begin at `first_row`.
bool rows_are_right(const LaunchFacts& facts, const std::vector<float>& got, std::int64_t first_row,
                    const Expected& wanted) {
    for (std::size_t i = 0; i < got.size(); ++i) {
        const std::size_t column = i % static_cast<std::size_t>(wanted.cols);
        if (element_is_right(got[i], wanted.kinds[column], wanted.values[column],
                             wanted.bounds[column])) {
            continue;
        }
        const bool unwritten = std::bit_cast<std::uint32_t>(got[i]) == kPoisonBits;
        const std::int64_t row = first_row + static_cast<std::int64_t>(i) / wanted.cols;
        fail(describe_problem(
            facts,
            "The first wrong element: row " + std::to_string(row) + ", column " +
                std::to_string(column) + ": got " +
                (unwritten ? "never written" : describe_value(got[i])) + ", wanted " +
                describe_value(wanted.values[column]) + '.',
            unwritten ? "There are too few blocks for the rows: their number has a limit, and the "
                        "kernel does not loop over the rows that are left."
                      : ""));
        return false;
    }
    return true;
}

}  // namespace

bool check_equal_rows(const FunctionUnderTest& function, std::int64_t rows, std::int64_t cols) {
    const std::int64_t output_cols = function.output_columns(cols);
    const FilledMemory x(rows * cols, kInputByte);
    const FilledMemory y(rows * output_cols, kPoisonByte);
    LaunchFacts facts;
    facts.function = &function;
    facts.data = "the same value everywhere";
    facts.arguments = {rows, cols, x.data(), cols, y.data(), output_cols, kUsualThreads, nullptr};
    if (!call_and_wait(facts)) return false;

    const HostMatrix one_row = constant(1, cols, std::bit_cast<float>(kInputBits));
    const Expected wanted = function.oracle(one_row, kUsualThreads);
    std::vector<float> got;
    for (std::int64_t row = 0; row < rows; row += kRowsAtOnce) {
        got.resize(static_cast<std::size_t>(std::min(kRowsAtOnce, rows - row) * output_cols));
        require(cudaMemcpy(got.data(), y.data() + row * output_cols, got.size() * sizeof(float),
                           cudaMemcpyDeviceToHost),
                "cudaMemcpy to the host");
        if (!rows_are_right(facts, got, row, wanted)) return false;
    }
    return true;
}

}  // namespace workshop::checks
