// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "compare.hpp"
#include "gemm_buffers.hpp"
#include "gemm_oracle.hpp"
#include "gemm_report.hpp"
#include "held_call.hpp"
#include "launch.hpp"
#include "stream_check.hpp"

namespace workshop::checks {

namespace {

/// The matrices of one plan, and what the stream brings.
class StreamCase {
  public:
    StreamCase(const GemmFunction& function, const GemmPlan& plan)
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

    /// A launch of the default stream with the input of before, or with the one that comes late.
    /// The first launch of a kernel may have to load it, which waits for the device.
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

    const std::vector<float>& late_c() const { return late_.c.values; }

    std::vector<float> output() { return buffers_.result(); }

    /// Judges the output of the stream by the exact result.
    bool values_are_right() {
        const std::vector<float> got = output();
        const GemmResult wanted = gemm_oracle(late_, plan_.alpha, plan_.beta);
        const Comparison comparison = compare(got, wanted.expected);
        if (comparison.all_right()) return true;
        if (compare(got, gemm_oracle(before_, plan_.alpha, plan_.beta).expected).all_right()) {
            tell(kRanTooEarly, kCauseOfTooEarly);
            return false;
        }
        fail(describe_gemm_mismatch(function_, plan_, late_, got, wanted, comparison));
        return false;
    }

  private:
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

/// @return false after a report
bool check_plain_shape(const GemmFunction& function, const GemmShape& shape) {
    StreamCase plain(function, plan_of(shape, 1.0F, 0.0F));
    if (!plain.call_before(false)) return false;
    plain.upload(false);
    return call_in_held_stream(plain.held_call()) && plain.values_are_right();
}

/// @return false after a report
bool check_plan(const GemmFunction& function, const GemmPlan& plan) {
    StreamCase one(function, plan);
    if (!one.call_before(false)) return false;
    OtherOutputs others;
    others.early = one.output();
    if (!one.call_before(true)) return false;
    others.wanted = one.output();
    if (plan.beta != 0.0F) others.brought = one.late_c();
    one.upload(false);
    const HeldCall held_call = one.held_call();
    return call_in_held_stream(held_call) &&
           judge_by_default_stream(held_call, one.output(), others);
}

}  // namespace

void check_stream(const GemmFunction& function) {
    const GemmShape plain{40, 36, 24};
    const GemmShape whole_tiles{function.tile_m, function.tile_n, 2 * function.tile_k};
    const GemmShape odd{41, 37, 23};  // no row but the first is aligned to 16 bytes
    if (!check_plain_shape(function, plain)) return;
    for (const GemmPlan& plan : {plan_of(plain, 1.0F, 0.5F), plan_of(whole_tiles, 1.0F, 0.0F),
                                 plan_of(whole_tiles, 1.0F, 0.5F), plan_of(odd, 1.0F, 0.0F),
                                 plan_of(odd, 1.0F, 0.5F), plan_of(plain, 0.0F, 0.5F)}) {
        if (!check_plan(function, plan)) return;
    }
}

}  // namespace workshop::checks
