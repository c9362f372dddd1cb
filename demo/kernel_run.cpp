// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "kernel_run.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "support/compare.hpp"
#include "support/poison.hpp"

namespace workshop::demo {
namespace {

std::string describe_wrong(std::size_t index, float got, const checks::Expected& wanted) {
    std::ostringstream text;
    text << "\n  got " << checks::describe_value(got) << ", wanted ";
    if (wanted.kinds[index] == checks::Wanted::nan) {
        text << "NaN (the row is fully masked)";
    } else {
        text << checks::describe_value(wanted.values[index]) << " within " << wanted.bounds[index];
    }
    return text.str();
}

}  // namespace

void judge(const std::vector<float>& got, const checks::Expected& wanted, const Place& place,
           KernelRun& run) {
    const checks::Comparison comparison = checks::compare(got, wanted);
    if (run.wrong == 0 && !comparison.all_right()) {
        const std::int64_t first = comparison.first;
        const auto index = static_cast<std::size_t>(first);
        run.first_wrong = place(first / wanted.cols, first % wanted.cols) +
                          describe_wrong(index, got[index], wanted);
    }
    run.wrong += comparison.wrong_count;
    for (std::int64_t r = 0; r < wanted.rows; ++r) {
        bool all_nan = true;
        for (std::int64_t c = 0; c < wanted.cols; ++c) {
            const auto i = static_cast<std::size_t>(r * wanted.cols + c);
            all_nan = all_nan && wanted.kinds[i] == checks::Wanted::nan && std::isnan(got[i]);
            if (wanted.kinds[i] != checks::Wanted::value) continue;
            const double error = std::fabs(double{got[i]} - wanted.values[i]);
            if (error > run.error || run.bound == 0) {
                run.error = error;
                run.bound = wanted.bounds[i];
            }
            run.share = std::max(run.share, error / wanted.bounds[i]);
        }
        run.nan_rows += all_nan ? 1 : 0;
    }
}

}  // namespace workshop::demo
