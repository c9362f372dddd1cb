// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "compensated_sum_suite.hpp"

#include <cmath>
#include <utility>

#include "compensated_bounds.hpp"
#include "oracle.hpp"
#include "row_sum_suite.hpp"

namespace workshop::checks {

Expected compensated_sum_oracle(const HostMatrix& x, int threads) {
    Expected expected = row_sum_oracle(x, 0);
    const CompensatedChains chains = compensated_chains(x.cols, threads);
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const auto index = static_cast<std::size_t>(r);
        if (expected.kinds[index] != Wanted::value || std::isinf(expected.values[index])) continue;
        long double magnitudes = 0.0L;
        for (std::int64_t c = 0; c < x.cols; ++c)
            magnitudes += std::abs(x.at(r, c));
        expected.bounds[index] =
            compensated_sum_bound(expected.values[index], static_cast<double>(magnitudes), chains);
    }
    return expected;
}

FunctionUnderTest compensated_sum_under_test(const std::string& name,
                                             std::function<cudaError_t(const Arguments&)> call) {
    FunctionUnderTest function = row_sum_under_test(name, std::move(call));
    function.oracle = compensated_sum_oracle;
    function.is_compensated = true;
    function.cause_of_value = [](const HostMatrix& x, std::int64_t row, std::int64_t, float got,
                                 int threads) { return cause_of_sum(x, row, got, threads); };
    return function;
}

CheckList compensated_sum_contract(const FunctionUnderTest& function) {
    CheckList list;
    // After the plainest shapes: what the lesson is about.
    for (const NamedCheck& check : row_sum_contract(function)) {
        if (check.property == "WidthThresholds") append(list, compensated_value_checks(function));
        list.push_back(check);
    }
    return list;
}

}  // namespace workshop::checks
