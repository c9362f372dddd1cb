// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "run_kernel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

#include "support/compare.hpp"
#include "support/poison.hpp"
#include "workshop/device_memory.hpp"

namespace workshop::demo {
namespace {

constexpr int kWarmUps = 1;
constexpr int kLaunches = 5;

/// Shortest time of some calls: whatever else the machine does only makes a call longer.
template <typename Call>
double shortest_milliseconds(const Call& call) {
    Stopwatch stopwatch;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kWarmUps + kLaunches; ++i) {
        stopwatch.start();
        call();
        const double milliseconds = stopwatch.stop();
        if (i >= kWarmUps) shortest = std::min(shortest, milliseconds);
    }
    return shortest;
}

/// Fills a device buffer with copies of a host matrix, one behind the other.
void upload_copies(const std::vector<float>& values, std::int64_t copies, const DeviceFloats& to) {
    for (std::int64_t copy = 0; copy < copies; ++copy) {
        float* const begin = to.data() + values.size() * static_cast<std::size_t>(copy);
        WORKSHOP_CUDA_CHECK(cudaMemcpy(begin, values.data(), values.size() * sizeof(float),
                                       cudaMemcpyHostToDevice));
    }
}

/// Whole warps, enough for one element a thread, at most 256 threads.
int block_size(std::int64_t cols) {
    return static_cast<int>(std::min<std::int64_t>((cols + 31) / 32 * 32, 256));
}

std::string describe_wrong(const AttentionScores& scores, std::int64_t row, std::int64_t col,
                           float got, const checks::Expected& wanted) {
    const auto index = static_cast<std::size_t>(row * scores.cols + col);
    const std::size_t sequence = scores.sequence_of(row);
    const auto head = static_cast<std::size_t>(row / scores.cols) % scores.heads.size();
    std::ostringstream text;
    text << "row " << row << ", column " << col << " (sequence " << sequence << ", head "
         << scores.heads[head] << ", token \""
         << scores.tokens[sequence][static_cast<std::size_t>(row % scores.cols)] << "\")\n  got "
         << checks::describe_value(got) << ", wanted ";
    if (wanted.kinds[index] == checks::Wanted::nan) {
        text << "NaN (the row is fully masked)";
    } else {
        text << checks::describe_value(wanted.values[index]) << " within " << wanted.bounds[index];
    }
    return text.str();
}

/// Compares one copy of the rows with the oracle and adds what it finds to the run.
void check_copy(const std::vector<float>& got, const checks::Expected& wanted,
                const AttentionScores& scores, KernelRun& run) {
    const checks::Comparison comparison = checks::compare(got, wanted);
    if (run.wrong == 0 && !comparison.all_right()) {
        const std::int64_t first = comparison.first;
        run.first_wrong = describe_wrong(scores, first / scores.cols, first % scores.cols,
                                         got[static_cast<std::size_t>(first)], wanted);
    }
    run.wrong += comparison.wrong_count;
    for (std::int64_t r = 0; r < scores.rows; ++r) {
        bool all_nan = true;
        for (std::int64_t c = 0; c < scores.cols; ++c) {
            const auto i = static_cast<std::size_t>(r * scores.cols + c);
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

}  // namespace

KernelRun run_kernel(const DemoKernel& kernel, const AttentionScores& scores, std::int64_t copies) {
    KernelRun run;
    run.kernel = kernel.function.name;
    run.lesson = kernel.lesson;
    run.data = scores.name;
    run.rows = scores.rows * copies;
    run.cols = scores.cols;

    const std::size_t count = scores.scores.size();
    const std::size_t bytes = count * sizeof(float);
    DeviceFloats x(count * static_cast<std::size_t>(copies));
    DeviceFloats y(count * static_cast<std::size_t>(copies));
    const std::vector<float> poison(count, std::bit_cast<float>(checks::kNeverWritten));
    upload_copies(scores.scores, copies, x);
    upload_copies(poison, copies, y);

    const int threads = block_size(scores.cols);
    const checks::Arguments arguments{run.rows, run.cols, x.data(), run.cols,
                                      y.data(), run.cols, threads,  nullptr};
    run.milliseconds = shortest_milliseconds([&] {
        throw_on_cuda_error(kernel.function.call(arguments), "launch", __FILE__, __LINE__);
    });

    checks::HostMatrix input(scores.rows, scores.cols, scores.name);
    input.values = scores.scores;
    const checks::Expected wanted = kernel.function.oracle(input, threads);
    run.weights.resize(count);
    std::vector<float> got(count);
    for (std::int64_t copy = 0; copy < copies; ++copy) {
        WORKSHOP_CUDA_CHECK(cudaMemcpy(got.data(),
                                       y.data() + count * static_cast<std::size_t>(copy), bytes,
                                       cudaMemcpyDeviceToHost));
        check_copy(got, wanted, scores, run);
        if (copy == 0) run.weights = got;
    }
    return run;
}

double copy_milliseconds(const AttentionScores& scores, std::int64_t copies) {
    const std::size_t count = scores.scores.size() * static_cast<std::size_t>(copies);
    const std::size_t bytes = count * sizeof(float);
    DeviceFloats from(count);
    DeviceFloats to(count);
    // The scores themselves: a GPU can be faster with zeros, and the percentages would be too low.
    upload_copies(scores.scores, copies, from);
    return shortest_milliseconds([&] {
        WORKSHOP_CUDA_CHECK(
            cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, nullptr));
    });
}

}  // namespace workshop::demo
