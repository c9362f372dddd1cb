// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_case.hpp"

#include <sstream>

#include "compare.hpp"
#include "device.hpp"
#include "different_results.hpp"
#include "gemm_oracle.hpp"
#include "gemm_report.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

/// The buffers of one case.
class GemmCase {
  public:
    GemmCase(const GemmFunction& function, const GemmPlan& plan)
        : function_(function),
          plan_(plan),
          a_("A", plan.shape.m, plan.shape.k, plan.shape.k + plan.gap_a, plan.offset_a),
          b_("B", plan.shape.k, plan.shape.n, plan.shape.n + plan.gap_b, plan.offset_b),
          c_("C", plan.shape.m, plan.shape.n, plan.shape.n + plan.gap_c, plan.offset_c) {}

    /// One launch, and everything that is looked at afterwards except the values.
    bool launch(const GemmData& data, const std::string& attempt,
                Surroundings surroundings = Surroundings::nan) {
        told_ = plan_;
        if (!attempt.empty()) told_.note += (plan_.note.empty() ? "" : ", ") + attempt;
        a_.upload(data.a.values, surroundings);
        b_.upload(data.b.values, surroundings);
        if (plan_.beta == 0.0F) {
            c_.upload_poison();
        } else {
            c_.upload(data.c.values);
        }
        const GemmArguments arguments{plan_.shape.m, plan_.shape.n, plan_.shape.k, plan_.alpha,
                                      a_.data(),     a_.ld(),       b_.data(),     b_.ld(),
                                      plan_.beta,    c_.data(),     c_.ld()};
        outside_before_ = outside_count();
        const unsigned long long moment = GuardedMatrix::moment();
        if (!call_gemm_and_wait(function_, told_, arguments)) return false;
        for (GuardedMatrix* matrix : {&a_, &b_, &c_})
            matrix->download();
        const std::string stray =
            "A thread beyond the edge stores: test row < m and column < n "
            "before the store. Or the row is multiplied with another leading "
            "dimension than ldc.";
        return report(c_.damage(), stray) && report(a_.change(), "A is read only.") &&
               report(b_.change(), "B is read only.") && report(a_.damage(), stray) &&
               report(b_.damage(), stray) &&
               report(a_.stores_since(moment), "A is read only, whatever is stored there.") &&
               report(b_.stores_since(moment), "B is read only, whatever is stored there.");
    }

    /// Of the last launch: whether the kernel used the elements of its matrices only.
    bool stayed_inside() { return report(describe_outside(outside_before_), kCauseOfOutside); }

    bool values_are_right(const GemmData& data, const GemmResult& wanted) {
        const std::vector<float> got = c_.values();
        const Comparison comparison = plan_.values_matter
                                          ? compare(got, wanted.expected)
                                          : find_never_written(got, plan_.shape.m, plan_.shape.n);
        if (comparison.all_right()) return true;
        fail(describe_gemm_mismatch(function_, told_, data, got, wanted, comparison));
        return false;
    }

    bool same_bits(const std::vector<float>& first) {
        const Comparison comparison =
            compare_bits(first, c_.values(), plan_.shape.m, plan_.shape.n);
        if (comparison.all_right()) return true;
        return report(
            "Two launches with the same input gave different results in " +
                std::to_string(comparison.wrong_count) + " elements.",
            cause_of_different_results(
                races_are_reported(),
                "Threads race: a tile is read before it is complete, or overwritten while "
                "others still read it. Is there a barrier on both sides of the "
                "multiplication?"));
    }

    std::vector<float> values() const { return c_.values(); }

  private:
    bool report(const std::string& problem, const std::string& cause) {
        if (problem.empty()) return true;
        fail(describe_gemm(function_, told_) + ":\n" + problem + "\nlikely cause: " + cause);
        return false;
    }

    const GemmFunction& function_;
    const GemmPlan& plan_;
    GemmPlan told_;  // with the attempt in its note
    GuardedMatrix a_;
    GuardedMatrix b_;
    GuardedMatrix c_;
    unsigned long long outside_before_ = 0;
};

GemmResult wanted_of(const GemmPlan& plan, const GemmData& data) {
    GemmResult wanted = gemm_oracle(data, plan.alpha, plan.beta);
    if (plan.most_error > 0.0) {
        for (double& bound : wanted.expected.bounds)
            bound = plan.most_error;
    }
    return wanted;
}

}  // namespace

GemmData gemm_normals(const GemmShape& shape, std::uint64_t seed) {
    return {normals(shape.m, shape.k, 3 * seed), normals(shape.k, shape.n, 3 * seed + 1),
            normals(shape.m, shape.n, 3 * seed + 2)};
}

std::string describe_gemm(const GemmFunction& function, const GemmPlan& plan) {
    std::ostringstream text;
    text << function.name << ", C " << plan.shape.m << " x " << plan.shape.n << ", k "
         << plan.shape.k;
    if (plan.alpha != 1.0F) text << ", alpha " << plan.alpha;
    if (plan.beta != 0.0F) text << ", beta " << plan.beta;
    const auto layout = [&](const char* ld, std::int64_t cols, std::int64_t gap, const char* name,
                            std::int64_t offset) {
        if (gap != 0) text << ", " << ld << ' ' << cols + gap;
        if (offset == 0) return;
        text << ", " << name << " moved by " << offset << (offset == 1 ? " element" : " elements");
    };
    layout("lda", plan.shape.k, plan.gap_a, "A", plan.offset_a);
    layout("ldb", plan.shape.n, plan.gap_b, "B", plan.offset_b);
    layout("ldc", plan.shape.n, plan.gap_c, "C", plan.offset_c);
    if (!plan.note.empty()) text << " (" << plan.note << ')';
    return text.str();
}

bool check_gemm(const GemmFunction& function, const GemmPlan& plan) {
    const GemmData first = plan.data(plan.shape, 1);
    const GemmData second = plan.data(plan.shape, 2);
    GemmCase one_case(function, plan);
    if (!one_case.launch(first, "")) return false;
    if (!one_case.values_are_right(first, wanted_of(plan, first))) return false;
    if (!one_case.stayed_inside()) return false;
    const std::vector<float> output = one_case.values();
    if (plan.first_output != nullptr) *plan.first_output = output;

    if (!one_case.launch(first, "second launch, the same input")) return false;
    if (!one_case.same_bits(output)) return false;

    if (!one_case.launch(second, "third launch, other data", Surroundings::largest)) return false;
    return one_case.values_are_right(second, wanted_of(plan, second)) && one_case.stayed_inside();
}

bool call_gemm_and_wait(const GemmFunction& function, const GemmPlan& plan,
                        const GemmArguments& arguments) {
    return call_and_wait([&] { return function.call(arguments, nullptr); },
                         [&] { return describe_gemm(function, plan); });
}

}  // namespace workshop::checks
