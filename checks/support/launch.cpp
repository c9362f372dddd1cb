// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "block_size_probe.hpp"
#include "call_effects.hpp"
#include "compare.hpp"
#include "device.hpp"
#include "different_results.hpp"
#include "guarded_matrix.hpp"
#include "stray_writes.hpp"

namespace workshop::checks {

namespace {

std::string cause_of_kernel_error(cudaError_t code) {
    switch (code) {
        case cudaErrorIllegalAddress:
            return "A thread read or wrote memory that belongs to nobody: look at the index of "
                   "rows and columns, and at the test that sends surplus threads home.";
        case cudaErrorMisalignedAddress:
            return "A wide load or store (float2, float4) was used on an address that is not a "
                   "multiple of its size.";
        case cudaErrorLaunchTimeout:
            return "An endless loop in the kernel: look at what changes from one round of each "
                   "loop to the next.";
        case cudaErrorAssert:
            return "An assert() in the kernel failed.";
        default:
            return {};
    }
}

std::string cause_of_returned_error(cudaError_t code) {
    switch (code) {
        case cudaErrorInvalidConfiguration:
            return "The launch asks for 0 blocks or threads, for more than 1024 threads in a "
                   "block, or for more than 65,535 blocks in the second or third dimension of the "
                   "grid.";
        case cudaErrorInvalidValue:
            return "The check of the arguments refuses what the contract allows, or the launch "
                   "asks for something that the device does not have.";
        case cudaErrorLaunchOutOfResources:
            return "A block of this size needs more registers or shared memory than there are.";
        default:
            return {};
    }
}

/// The buffers and the facts of one case.
class Case {
  public:
    Case(const FunctionUnderTest& function, const LaunchPlan& plan, const HostMatrix& x)
        : plan_(plan), output_cols_(function.output_columns(x.cols)) {
        x_ = std::make_unique<GuardedMatrix>("x", x.rows, x.cols, x.cols + plan.ldx_gap,
                                             plan.x_offset);
        if (!plan.in_place) {
            y_ = std::make_unique<GuardedMatrix>("the output", x.rows, output_cols_,
                                                 output_cols_ + plan.ldy_gap, plan.y_offset);
        }
        facts_.function = &function;
        facts_.x_offset = plan.x_offset;
        facts_.y_offset = plan.in_place ? 0 : plan.y_offset;
        facts_.in_place = plan.in_place;
        facts_.arguments.rows = x.rows;
        facts_.arguments.cols = x.cols;
        facts_.arguments.x = x_->data();
        facts_.arguments.ldx = x_->ld();
        facts_.arguments.y = output().data();
        facts_.arguments.ldy = output().ld();
        facts_.arguments.threads_per_block = plan.threads_per_block;
    }

    /// One launch with everything that is looked at afterwards, except the values.
    bool launch(const HostMatrix& x, const std::string& attempt,
                Surroundings surroundings = Surroundings::nan) {
        facts_.data = x.contents;
        attempt_ = attempt;
        facts_.attempt = plan_.note;
        if (!attempt.empty()) facts_.attempt += (plan_.note.empty() ? "" : ", ") + attempt;
        x_->upload(x.values, surroundings);
        if (y_) y_->upload_poison();
        outside_before_ = outside_count();
        const unsigned long long moment = GuardedMatrix::moment();
        if (!call_and_wait(facts_)) return false;
        output().download();
        const std::vector<std::int64_t> strays = output().strays();
        if (!strays.empty()) {
            return report(output().damage(),
                          cause_of_strays(strays, *facts_.function, facts_.arguments));
        }
        if (!y_) return true;
        x_->download();
        return report(x_->change(), "The input is read only. Store to the output.") &&
               report(x_->damage(), "An index runs past the input, and the kernel stores there.") &&
               report(x_->stores_since(moment),
                      "The input is read only, whatever is stored there: somebody else may read it "
                      "at the same time, or it may lie in memory that cannot be written.");
    }

    /// Of the last launch: whether the kernel used the elements of its matrices only.
    bool stayed_inside() { return report(describe_outside(outside_before_), kCauseOfOutside); }

    bool values_are_right(const HostMatrix& x, const Expected& expected) {
        in_a_later_launch_ = false;
        return values_are_right(x, expected, output().values());
    }

    bool values_are_right(const HostMatrix& x, const Expected& expected,
                          const std::vector<float>& got) {
        const Comparison comparison = compare_with(expected, got);
        if (comparison.all_right()) return true;
        if (const std::string cause = cause_of_this_launch(x, expected, comparison);
            !cause.empty()) {
            const Mismatch mismatch = look_at_mismatch(facts_, x, got, expected, comparison);
            fail(mismatch.words + '\n' + cause_line(cause));
            return false;
        }
        const bool nothing_to_ask = !can_probe_block_sizes(*facts_.function) ||
                                    comparison.never_written_count == comparison.wrong_count;
        if (nothing_to_ask) {
            fail(describe_mismatch(facts_, x, got, expected, comparison));
            return false;
        }
        // What is known is told before more launches, which may not end.
        const Mismatch mismatch = look_at_mismatch(facts_, x, got, expected, comparison);
        fail(mismatch.words);
        const BlockSizeProbe sizes = probe_block_sizes(*facts_.function);
        const bool counts = mismatch.close && sizes.cause.empty() && !sizes.count.empty();
        const std::string& cause = counts                ? sizes.count
                                   : sizes.cause.empty() ? mismatch.cause
                                                         : sizes.cause;
        std::string rest = cause.empty() ? "" : cause_line(cause);
        if (!sizes.words.empty()) rest += (rest.empty() ? "" : "\n") + sizes.words;
        if (!rest.empty()) fail(rest);
        return false;
    }

    /// Judges the last launch, in which the largest float surrounded the rows of x.
    ///
    /// A wrong result is blamed on what lies around the rows only when it is right with something
    /// else there, and wrong once more: else the kernel may be one that is wrong now and then. An
    /// element that was not written depends on nothing that was read.
    bool values_are_right_whatever_surrounds(const HostMatrix& x, const Expected& expected) {
        const std::vector<float> got = output().values();
        const Comparison comparison = compare_with(expected, got);
        if (comparison.all_right()) return true;
        in_a_later_launch_ = true;
        if (comparison.never_written_count > 0) return values_are_right(x, expected, got);
        for (const Surroundings now : {Surroundings::nan, Surroundings::largest}) {
            if (!launch(x, std::string(attempt_), now)) return false;
            const bool right = compare_with(expected, output().values()).all_right();
            if (right != (now == Surroundings::nan)) return values_are_right(x, expected, got);
        }
        return report(
            "The kernel reads outside the rows of x: the result is right when the elements around "
            "them are NaN, and wrong when they hold the largest float.",
            "An index runs past the last column into the gap before the next row, or past the "
            "matrix. A maximum skips a NaN, but not a large number.");
    }

    bool same_bits(const std::vector<float>& first) {
        const Comparison comparison =
            compare_bits(first, output().values(), facts_.arguments.rows, output_cols_);
        if (comparison.all_right()) return true;
        const std::int64_t row = comparison.first / output_cols_;
        const std::int64_t column = comparison.first % output_cols_;
        return report("Two launches with the same input gave different results in " +
                          std::to_string(comparison.wrong_count) + " elements, the first in row " +
                          std::to_string(row) + ", column " + std::to_string(column) + '.',
                      cause_of_different_results(races_are_reported(), kRaceOfThreads));
    }

    GuardedMatrix& output() { return y_ ? *y_ : *x_; }

  private:
    Comparison compare_with(const Expected& expected, const std::vector<float>& got) const {
        return plan_.values_matter ? compare(got, expected)
                                   : find_never_written(got, facts_.arguments.rows, output_cols_);
    }

    /// The cause of wrong elements, where the other launches of the case tell it.
    std::string cause_of_this_launch(const HostMatrix& x, const Expected& expected,
                                     const Comparison& comparison) const {
        const bool nothing_written = comparison.never_written_count == comparison.wrong_count &&
                                     comparison.wrong_count == comparison.rows * comparison.cols;
        if (nothing_written && in_a_later_launch_) {
            return "The launch before this one wrote its result, and this one of the same shape "
                   "nothing. Does the function keep something from one call to the next, such as a "
                   "static variable, and launch the kernel only now and then?";
        }
        if (plan_.in_place && plan_.values_matter && is_right_out_of_place(x, expected)) {
            return "With an output of its own the result is right. Here y is x, and each store "
                   "replaces an element of the input: is something stored before the whole row was "
                   "read for the last time?";
        }
        return {};
    }

    /// Whether the same call gives the right result when the output is no part of the input.
    bool is_right_out_of_place(const HostMatrix& x, const Expected& expected) const {
        GuardedMatrix in("x", x.rows, x.cols, x_->ld(), plan_.x_offset);
        GuardedMatrix out("the output", x.rows, output_cols_, x_->ld(), plan_.x_offset);
        Arguments arguments = facts_.arguments;
        in.upload(x.values);
        out.upload_poison();
        arguments.x = in.data();
        arguments.y = out.data();
        if (facts_.function->call(arguments) != cudaSuccess) return false;
        if (cudaDeviceSynchronize() != cudaSuccess) return false;
        out.download();
        return compare(out.values(), expected).all_right();
    }

    bool report(const std::string& problem, const std::string& cause) {
        if (problem.empty()) return true;
        fail(describe_problem(facts_, problem, cause));
        return false;
    }

    const LaunchPlan& plan_;
    std::int64_t output_cols_;
    std::unique_ptr<GuardedMatrix> x_;
    std::unique_ptr<GuardedMatrix> y_;  // empty when in place
    LaunchFacts facts_;
    std::string attempt_;             // without the note of the plan
    bool in_a_later_launch_ = false;  // another one of the case gave the right result
    unsigned long long outside_before_ = 0;
};

}  // namespace

std::string describe_outside(unsigned long long count_before) {
    if (outside_count() == count_before) return {};
    return "The kernel uses elements beside its matrices; the report is below.";
}

void fail(const std::string& text) {
    ADD_FAILURE() << text;
}

bool call_and_wait(const LaunchFacts& facts) {
    return call_and_wait([&] { return facts.function->call(facts.arguments); },
                         [&] { return describe_launch(facts); });
}

bool call_and_wait(const std::function<cudaError_t()>& call,
                   const std::function<std::string()>& title) {
    const auto report = [&](const std::string& problem, const std::string& cause) {
        fail(title() + ":\n" + problem + (cause.empty() ? "" : "\nlikely cause: " + cause));
    };
    // Whatever happened before, it must not be taken for a fault of this launch, nor hide one.
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize before the launch");
    (void)cudaGetLastError();
    const auto other_faults = [] { return fault_count() - outside_count(); };
    const unsigned long long faults_before = other_faults();

    const cudaError_t returned = [&] {
        const WatchedHostCopies copies;
        return call();
    }();
    const cudaError_t pending = cudaGetLastError();
    const cudaError_t finished = cudaDeviceSynchronize();
    (void)cudaGetLastError();

    if (returned != cudaSuccess) {
        report("The function returned " + describe_error(returned) +
                   ", but these arguments are allowed.",
               cause_of_returned_error(returned));
        return false;
    }
    if (pending != cudaSuccess) {
        report("The launch failed with " + describe_error(pending) +
                   ", but the function returned cudaSuccess.",
               "After a launch, return cudaGetLastError(): a launch that fails says "
               "nothing by itself, and the output keeps its old content.");
        return false;
    }
    if (finished != cudaSuccess) {
        report("The kernel failed while it ran: " + describe_error(finished) + '.',
               cause_of_kernel_error(finished));
        return false;
    }
    // Accesses beside a matrix come last: where they went wrong, the values say more.
    const unsigned long long faults = other_faults() - faults_before;
    if (faults > 0) {
        report("The CPU device saw " + std::string(faults == 1 ? "a fault" : "faults") +
                   " in the kernel; the report is below.",
               "See the first report: it names the lines, and what usually helps. "
               "The values can be right all the same, by luck of the order.");
        return false;
    }
    return true;
}

bool check_launch(const FunctionUnderTest& function, const LaunchPlan& plan) {
    const HostMatrix first = plan.input(1);
    const HostMatrix second = plan.input(2);
    Case one_case(function, plan, first);

    const Expected wanted = function.oracle(first, plan.threads_per_block);
    if (!one_case.launch(first, "")) return false;
    if (!one_case.values_are_right(first, wanted)) return false;
    if (!one_case.stayed_inside()) return false;
    const std::vector<float> output = one_case.output().values();
    if (plan.first_output != nullptr) *plan.first_output = output;

    if (!one_case.launch(first, "second launch, the same input")) return false;
    if (!one_case.same_bits(output)) return false;

    if (!one_case.launch(second, "third launch, other data", Surroundings::largest)) return false;
    return one_case.values_are_right_whatever_surrounds(
               second, function.oracle(second, plan.threads_per_block)) &&
           one_case.stayed_inside();
}

}  // namespace workshop::checks
