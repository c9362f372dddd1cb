// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare.hpp"
#include "device.hpp"
#include "different_results.hpp"
#include "gemm_buffers.hpp"
#include "gemm_checks.hpp"
#include "gemm_oracle.hpp"
#include "gemm_report.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "order_of_additions.hpp"
#include "refused_calls.hpp"
#include "stream_check.hpp"

namespace workshop::checks {

namespace {

using Edit = std::function<void(GemmArguments&)>;

bool check_call(const GemmFunction& function, GemmBuffers& buffers, const std::string& call,
                const Edit& edit, cudaError_t wanted) {
    GemmArguments arguments = buffers.arguments();
    edit(arguments);
    return check_call_without_launch(
        function.name + " with " + call, [&] { return function.call(arguments, nullptr); }, wanted,
        [&] { return buffers.changes(); });
}

void empty_matrix(const GemmFunction& function) {
    GemmBuffers buffers;
    const auto no_pointers = [](GemmArguments& g) {
        g.a = g.b = nullptr;
        g.c = nullptr;
    };
    const std::vector<std::pair<std::string, Edit>> empty{
        {"m = 0", [](GemmArguments& g) { g.m = 0; }},
        {"n = 0", [](GemmArguments& g) { g.n = 0; }},
        {"m = 0, n = 0, k = 0", [](GemmArguments& g) { g.m = g.n = g.k = 0; }},
    };
    for (const auto& [call, edit] : empty) {
        if (!check_call(function, buffers, call, edit, cudaSuccess)) return;
        const auto also_null = [&no_pointers, &edit = edit](GemmArguments& g) {
            edit(g);
            no_pointers(g);
        };
        if (!check_call(function, buffers, call + " and null pointers", also_null, cudaSuccess)) {
            return;
        }
    }
    // Without a product A and B may be null, and C is written all the same.
    for (const bool by_alpha : {true, false}) {
        GemmBuffers own;
        GemmArguments arguments = own.arguments();
        arguments.a = arguments.b = nullptr;
        if (by_alpha) arguments.alpha = 0.0F;
        if (!by_alpha) arguments.k = 0;
        GemmPlan plan;
        plan.shape = kSmallProduct;
        plan.shape.k = by_alpha ? kSmallProduct.k : 0;
        plan.alpha = arguments.alpha;
        plan.note = "A and B are null";
        if (!call_gemm_and_wait(function, plan, arguments)) return;
        for (const float value : own.result()) {
            if (value == 0.0F) continue;
            fail(describe_gemm(function, plan) + ":\nC has to be all 0, but it is not.");
            return;
        }
    }
}

/// More tiles than a grid has blocks. Nothing of this size is allocated: nothing may be launched. A
/// number of tiles that is cut to 32 bits is small here, and the launch would succeed; what such a
/// kernel writes has room, so that it does no harm on a GPU.
void too_many_tiles(const GemmFunction& function) {
    constexpr std::int64_t kRoom = 256;
    constexpr std::int64_t kMany = (std::int64_t{1} << 40) + kRoom;
    GemmBuffers tall({kRoom, 4, 1});
    const auto many_rows = [](GemmArguments& g) { g.m = kMany; };
    if (!check_call(function, tall, "m = 2^40 + 256", many_rows, cudaErrorInvalidConfiguration)) {
        return;
    }
    GemmBuffers wide({1, kRoom, 1});
    const auto many_columns = [](GemmArguments& g) { g.n = g.ldb = g.ldc = kMany; };
    (void)check_call(function, wide, "n = 2^40 + 256", many_columns, cudaErrorInvalidConfiguration);
}

void invalid_arguments(const GemmFunction& function) {
    GemmBuffers buffers;
    const std::vector<std::pair<std::string, Edit>> wrong{
        {"m = -1", [](GemmArguments& g) { g.m = -1; }},
        {"n = -1", [](GemmArguments& g) { g.n = -1; }},
        {"k = -1", [](GemmArguments& g) { g.k = -1; }},
        {"lda = k - 1", [](GemmArguments& g) { g.lda = g.k - 1; }},
        {"ldb = n - 1", [](GemmArguments& g) { g.ldb = g.n - 1; }},
        {"ldc = n - 1", [](GemmArguments& g) { g.ldc = g.n - 1; }},
        {"a null A", [](GemmArguments& g) { g.a = nullptr; }},
        {"a null B", [](GemmArguments& g) { g.b = nullptr; }},
        {"a null C", [](GemmArguments& g) { g.c = nullptr; }},
    };
    for (const auto& [call, edit] : wrong) {
        if (!check_call(function, buffers, call, edit, cudaErrorInvalidValue)) return;
    }
    too_many_tiles(function);
}

void launch_errors_are_reported(const GemmFunction& function) {
    GemmBuffers buffers;
    const auto call = [&](cudaStream_t stream) {
        return function.call(buffers.arguments(), stream);
    };
    if (!check_launch_error_is_returned(function.name, call)) return;
    GemmPlan plan;  // after a refused launch the function works as before
    plan.shape = kSmallProduct;
    plan.values_matter = false;
    (void)check_gemm(function, plan);
}

void determinism(const GemmFunction& function) {
    const int launches = on_cpu_device() ? 4 : 100;
    GemmPlan plan;
    plan.shape = on_cpu_device() ? GemmShape{40, 70, 90} : GemmShape{300, 200, 1000};
    GemmBuffers buffers(plan.shape);
    std::vector<float> first;
    for (int launch = 0; launch < launches; ++launch) {
        buffers.upload(gemm_normals(plan.shape, 1));
        if (!call_gemm_and_wait(function, plan, buffers.arguments())) return;
        const std::vector<float> now = buffers.result();
        if (launch == 0) first = now;
        if (!find_never_written(now, plan.shape.m, plan.shape.n).all_right()) {
            fail(describe_gemm(function, plan) + ":\nElements were never written.");
            return;
        }
        const Comparison comparison = compare_bits(first, now, plan.shape.m, plan.shape.n);
        if (comparison.all_right()) continue;
        fail(describe_gemm(function, plan) + ":\nLaunch " + std::to_string(launch + 1) +
             " with the same input differs from the first in " +
             std::to_string(comparison.wrong_count) + " elements.\nlikely cause: " +
             cause_of_different_results(races_are_reported(), kRaceOfThreads));
        return;
    }
}

/// Sizes at which a kernel may split the sum among blocks: many products and few elements, then
/// many tiles. Only the bits are compared here: other checks look at the values.
void same_bits_of_long_sums(const GemmFunction& function) {
    OrderOfAdditions order;
    for (const std::string& schedule : two_schedules()) {
        const ScheduleScope scope(schedule);
        for (const GemmShape& shape : {GemmShape{5, 7, 3000}, {132, 136, 72}}) {
            GemmPlan plan;
            plan.shape = shape;
            GemmBuffers buffers(shape);
            if (!call_gemm_and_wait(function, plan, buffers.arguments())) return;
            const std::string words = "C " + std::to_string(shape.m) + " x " +
                                      std::to_string(shape.n) + ", k " + std::to_string(shape.k);
            if (!order.check_same_bits(function.name, words, buffers.result(), schedule)) return;
        }
    }
}

/// The order in which blocks, warps and lanes run must not show in the result.
void any_order(const GemmFunction& function) {
    OrderOfAdditions order;
    for (const std::string& schedule : schedules()) {
        const ScheduleScope scope(schedule);
        GemmPlan plan;
        plan.shape = {36, 40, 34};
        if (!schedule.empty()) plan.note = "with WORKSHOP_SCHEDULE=" + schedule;
        std::vector<float> output;
        plan.first_output = &output;
        if (!check_gemm(function, plan)) return;
        if (!order.check_same_bits(function.name, "C 36 x 40, k 34", output, schedule)) return;
    }
    same_bits_of_long_sums(function);
}

}  // namespace

CheckList gemm_call_checks(const GemmFunction& function) {
    return {
        {"EmptyMatrix", [=] { empty_matrix(function); }},
        {"InvalidArguments", [=] { invalid_arguments(function); }},
        {"LaunchErrorsAreReported", [=] { launch_errors_are_reported(function); }},
        {"Stream", [=] { check_stream(function); }},
        {"Determinism", [=] { determinism(function); }},
        {"AnyOrder", [=] { any_order(function); }},
    };
}

}  // namespace workshop::checks
