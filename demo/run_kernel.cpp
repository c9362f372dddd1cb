// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "run_kernel.hpp"

#include <algorithm>
#include <bit>
#include <sstream>

#include "shortest_time.hpp"
#include "support/poison.hpp"

namespace workshop::demo {
namespace {

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

/// Where an element is, in words of the text that the scores are of.
std::string place(const AttentionScores& scores, std::int64_t row, std::int64_t col) {
    const std::size_t sequence = scores.sequence_of(row);
    const auto head = static_cast<std::size_t>(row / scores.cols) % scores.heads.size();
    std::ostringstream text;
    text << "row " << row << ", column " << col << " (sequence " << sequence << ", head "
         << scores.heads[head] << ", token \""
         << scores.tokens[sequence][static_cast<std::size_t>(row % scores.cols)] << "\")";
    return text.str();
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
        judge(
            got, wanted,
            [&](std::int64_t row, std::int64_t col) { return place(scores, row, col); }, run);
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
