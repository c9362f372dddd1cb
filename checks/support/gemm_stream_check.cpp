// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "compare.hpp"
#include "gemm_buffers.hpp"
#include "gemm_oracle.hpp"
#include "gemm_report.hpp"
#include "launch.hpp"
#include "stream_case.hpp"
#include "stream_check.hpp"

namespace workshop::checks {

namespace {

/// The matrices of one plan, and what the stream brings.
class GemmStreamCase {
  public:
    GemmStreamCase(const GemmFunction& function, const GemmPlan& plan)
        : function_(function),
          plan_(plan),
          before_(gemm_normals(plan.shape, 1)),
          late_(before_),
          buffers_(plan.shape) {
        late_.a = gemm_normals(plan.shape, 2).a;
        if (plan.beta != 0.0F) late_.c = gemm_normals(plan.shape, 2).c;
        plan_.note = "on a stream of its own";
        arguments_ = buffers_.arguments();
        arguments_.alpha = plan.alpha;
        arguments_.beta = plan.beta;
    }

    bool call_before(bool late) {
        upload(late);
        return call_gemm_and_wait(function_, plan_, arguments_);
    }

    HeldCall held_call() {
        return {
            [this](cudaStream_t stream) { bring(stream); },
            [this](cudaStream_t stream) { return function_.call(arguments_, stream); },
            [this](const std::string& problem, const std::string& cause) { tell(problem, cause); }};
    }

    void upload(bool late) {
        const GemmData& data = late ? late_ : before_;
        if (plan_.beta == 0.0F) {
            buffers_.upload(data);
        } else {
            buffers_.upload_with_c(data);
        }
    }

    std::vector<float> brought() const {
        return plan_.beta != 0.0F ? late_.c.values : std::vector<float>();
    }

    std::vector<float> output() { return buffers_.result(); }

    bool is_result(const std::vector<float>& got, bool late) const {
        return compare(got, result(late).expected).all_right();
    }

    void tell_mismatch(const std::vector<float>& got) const {
        const GemmResult wanted = result(true);
        fail(describe_gemm_mismatch(function_, plan_, late_, got, wanted,
                                    compare(got, wanted.expected)));
    }

  private:
    GemmResult result(bool late) const {
        return gemm_oracle(late ? late_ : before_, plan_.alpha, plan_.beta);
    }

    void bring(cudaStream_t stream) {
        late_a_.emplace(late_.a.values);
        late_a_->copy_to(arguments_.a, stream);
        if (plan_.beta == 0.0F) return;
        late_c_.emplace(late_.c.values);
        late_c_->copy_to(arguments_.c, stream);
    }

    void tell(const std::string& problem, const std::string& cause) const {
        fail(describe_gemm(function_, plan_) + ":\n" + problem +
             (cause.empty() ? "" : "\nlikely cause: " + cause));
    }

    const GemmFunction& function_;
    GemmPlan plan_;
    GemmData before_;
    GemmData late_;
    GemmBuffers buffers_;
    GemmArguments arguments_;
    std::optional<PinnedValues> late_a_;
    std::optional<PinnedValues> late_c_;
};

GemmPlan plan_of(const GemmShape& shape, float alpha, float beta) {
    GemmPlan plan;
    plan.shape = shape;
    plan.alpha = alpha;
    plan.beta = beta;
    return plan;
}

}  // namespace

void check_stream(const GemmFunction& function) {
    const GemmShape plain{40, 36, 24};
    const GemmShape whole_tiles{function.tile_m, function.tile_n, 2 * function.tile_k};
    const GemmShape odd{41, 37, 23};  // no row but the first is aligned to 16 bytes
    if (!check_stream_by_values(GemmStreamCase(function, plan_of(plain, 1.0F, 0.0F)))) return;
    for (const GemmPlan& plan : {plan_of(plain, 1.0F, 0.5F), plan_of(whole_tiles, 1.0F, 0.0F),
                                 plan_of(whole_tiles, 1.0F, 0.5F), plan_of(odd, 1.0F, 0.0F),
                                 plan_of(odd, 1.0F, 0.5F), plan_of(plain, 0.0F, 0.5F)}) {
        if (!check_stream_by_default_stream(GemmStreamCase(function, plan))) return;
    }
}

}  // namespace workshop::checks
