// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "run_product.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "shortest_time.hpp"
#include "support/gemm_oracle.hpp"
#include "support/poison.hpp"
#include "support/real_products.hpp"

namespace workshop::demo {
namespace {

using checks::GemmData;
using checks::HostMatrix;

void upload(const std::vector<float>& values, const DeviceFloats& to) {
    WORKSHOP_CUDA_CHECK(cudaMemcpy(to.data(), values.data(), values.size() * sizeof(float),
                                   cudaMemcpyHostToDevice));
}

/// One product. What is compared is the output of the first launch: with beta != 0 the later ones,
/// which are only timed, add to it.
KernelRun run_product(const DemoProduct& product, const char* name, const GemmData& data,
                      float alpha, float beta) {
    KernelRun run;
    run.kernel = product.function.name;
    run.lesson = product.lesson;
    run.data = name;
    run.rows = data.a.rows;
    run.cols = data.b.cols;
    DeviceFloats a(data.a.values.size());
    DeviceFloats b(data.b.values.size());
    DeviceFloats c(data.c.values.size());
    upload(data.a.values, a);
    upload(data.b.values, b);
    const std::vector<float> poison(data.c.values.size(),
                                    std::bit_cast<float>(checks::kNeverWritten));
    upload(beta == 0.0F ? poison : data.c.values, c);
    const GemmArguments arguments{run.rows, run.cols, data.a.cols, alpha,    a.data(), data.a.cols,
                                  b.data(), run.cols, beta,        c.data(), run.cols};
    const auto launch = [&] {
        throw_on_cuda_error(product.function.call(arguments, nullptr), "launch", __FILE__,
                            __LINE__);
    };
    launch();
    run.weights.resize(data.c.values.size());
    WORKSHOP_CUDA_CHECK(cudaMemcpy(run.weights.data(), c.data(), run.weights.size() * sizeof(float),
                                   cudaMemcpyDeviceToHost));
    run.milliseconds = shortest_milliseconds(launch);
    const auto place = [](std::int64_t row, std::int64_t col) {
        return "row " + std::to_string(row) + ", column " + std::to_string(col);
    };
    judge(run.weights, checks::gemm_oracle(data, alpha, beta).expected, place, run);
    return run;
}

HostMatrix output_of(const KernelRun& run) {
    return checks::real_matrix(run.rows, run.cols, run.weights);
}

}  // namespace

std::vector<KernelRun> run_products(const DemoProduct& product, const Projection& real) {
    std::vector<KernelRun> runs;
    runs.push_back(run_product(product, "queries", checks::query_product(real), 1.0F, 1.0F));
    runs.push_back(run_product(product, "keys", checks::key_product(real), 1.0F, 1.0F));
    runs.push_back(run_product(product, "scores",
                               checks::score_product(output_of(runs[0]), output_of(runs[1])),
                               checks::score_scale(real), 0.0F));
    return runs;
}

double difference_to_model(const KernelRun& run, const Projection& real,
                           const AttentionScores& model) {
    const auto head = std::find(model.heads.begin(), model.heads.end(), real.head);
    if (head == model.heads.end() || model.cols != real.positions) {
        throw std::runtime_error("the scores " + model.name + " are not those of head " +
                                 real.head + " and the same text");
    }
    return checks::worst_score_difference(output_of(run), model,
                                          static_cast<std::size_t>(head - model.heads.begin()));
}

}  // namespace workshop::demo
