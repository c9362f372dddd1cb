// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "device.hpp"
#include "gemm_checks.hpp"
#include "gemm_counts.hpp"
#include "gemm_oracle.hpp"
#include "launch.hpp"
#include "profiled_function.hpp"
#include "program_info.hpp"

namespace workshop::checks {

namespace {

// Whole tiles of 128, so that the edges cost nothing; every row begins at a multiple of 32 bytes.
constexpr GemmShape kWhole{128, 256, 64};
// A small excess is none: a pointer or a size that is read from memory.
constexpr double kSlack = 1.02;

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

struct Finding {
    std::string problem;
    std::string cause;
};
using Look = std::function<Finding(const GemmCounts&)>;

NamedCheck idea_check(const GemmFunction& function, const std::string& property,
                      const std::string& ncu_metric, const Look& look) {
    return {property, [=] {
                if (!on_cpu_device()) {
                    GTEST_SKIP() << "only the CPU device counts accesses (BACKEND=emulator). On "
                                    "this GPU:\nncu --metrics "
                                 << ncu_metric << " build/cuda/bin/check_" << kProgramInfo.lesson
                                 << '_' << kProgramInfo.kind
                                 << " --in-process --filter=" << function.name << ".Normals";
                }
                std::string why_not;
                const auto counts = count_gemm(function, kWhole, &why_not);
                if (!why_not.empty()) GTEST_SKIP() << why_not;
                if (!counts) return;
                Finding finding;
                if (counts->reads == 0.0) {
                    finding.problem = "The kernel read nothing from global memory.";
                } else {
                    finding = look(*counts);
                }
                if (finding.problem.empty()) return;
                GemmPlan plan;
                plan.shape = kWhole;
                fail(describe_gemm(function, plan) + ":\n" + finding.problem +
                     "\nThe lines, with their counts: make profile-lesson" + kProgramInfo.number +
                     (finding.cause.empty() ? "" : "\nlikely cause: " + finding.cause));
            }};
}

Finding look_at_reads(const GemmCounts& counts, const GemmIdea& idea) {
    if (!idea.uses_shared && counts.shared_waves > 0) {
        return {"The kernel uses shared memory; in this step everything comes from global memory.",
                "The launch is that of a later step, or its idea came early. Here one thread "
                "computes one element of C by itself, so that there is something to compare with."};
    }
    if (counts.reads * kSlack < idea.least_reads) {
        return {"The kernel reads " + number(counts.reads) +
                    " elements of global memory for each multiply-add. With a thread for each "
                    "element of C it would be " +
                    number(idea.least_reads) + ": " + idea.reads_are + '.',
                "A thread computes several elements of C, or threads share what they read. That is "
                "faster, and it is the idea of a later step. This one is there to compare with."};
    }
    if (counts.reads <= idea.most_reads * kSlack) return {};
    return {"The kernel reads " + number(counts.reads) +
                " elements of global memory for each multiply-add; " + number(idea.most_reads) +
                " are enough: " + idea.reads_are + '.',
            "What a thread brings is not used by all threads of the block, or a block computes a "
            "smaller tile of C than this lesson asks for."};
}

Finding look_at_neighbours(const GemmCounts& counts, bool wide) {
    // 32 lanes: 4 bytes each lie in 4 sectors, 16 bytes each in 16.
    const double most = wide ? 16.0 : 4.0;
    if (counts.sectors_per_load <= most * kSlack) return {};
    return {
        "When a warp reads global memory it touches " + number(counts.sectors_per_load) +
            " sectors of 32 bytes on average; " + number(most) + " are enough.",
        "Neighbouring threads read different rows. Let the threads of a warp take elements that "
        "lie side by side in memory: threadIdx.x belongs to the column."};
}

Finding look_at_banks(const GemmCounts& counts) {
    if (counts.shared_waves == 0) {
        return {"The kernel does not use shared memory.",
                "In this step the tiles of A and B lie in shared memory (__shared__)."};
    }
    if (counts.shared_waves == counts.least_waves) return {};
    return {"Requests to shared memory take " + std::to_string(counts.shared_waves) +
                " waves; without bank conflicts they take " + std::to_string(counts.least_waves) +
                '.',
            "Lanes of a warp want different words of the same bank: word w lies in bank w % 32. "
            "Walk along rows of the tile, or make its rows a few elements longer (padding)."};
}

Finding look_at_registers(const GemmCounts& counts, const GemmIdea& idea) {
    if (counts.shared_waves == 0) return look_at_banks(counts);
    if (counts.shared_loads <= idea.most_shared_loads * kSlack) {
        if (counts.shared_requests <= idea.most_shared_requests * kSlack) return {};
        return {
            "Each thread loads " + number(counts.shared_requests) +
                " times from shared memory for each multiply-add; " +
                number(idea.most_shared_requests) + " are enough.",
            "The elements are few enough, and are fetched one by one: four neighbours in shared "
            "memory can be read at once, as a float4."};
    }
    return {"The kernel loads " + number(counts.shared_loads) +
                " elements from shared memory for each multiply-add; " +
                number(idea.most_shared_loads) + " are enough.",
            "A thread that computes several elements of C can use each number that it loads for "
            "all of them: load a few of A and a few of B into registers, then multiply each by "
            "each."};
}

Finding look_at_widths(const GemmCounts& counts) {
    // m, n and k are multiples of every tile, so no element is left for a load of its own: one
    // vector of each row would be 2 %.
    if (counts.wide_bytes >= 0.99) return {};
    return {number(100.0 * counts.wide_bytes) +
                " % of the bytes of global memory are moved 16 at a time; here all could be.",
            "The rows begin at multiples of 16 bytes: load and store them as float4, and keep the "
            "single elements for what is not aligned."};
}

/// For the profile. Beside a large m and k a small n shows the same, and is counted sooner.
ProfiledCall profiled_product(const GemmFunction& function, const CallShape& shape) {
    constexpr std::int64_t kMostN = 128;
    constexpr std::int64_t kMostK = 256;
    const GemmShape size{shape.rows, std::min(shape.rows, kMostN), std::min(shape.cols, kMostK)};
    ProfiledCall call;
    call.sizes = "m = " + std::to_string(size.m) + " (ROWS), n = " + std::to_string(size.n) +
                 " (ROWS, at most " + std::to_string(kMostN) + "), k = " + std::to_string(size.k) +
                 " (COLS, at most " + std::to_string(kMostK) + ')';
    call.matrices = {{"A", size.m, size.k}, {"B", size.k, size.n}, {"C", size.m, size.n, true}};
    call.multiply_adds = size.m * size.n * size.k;
    call.run = [function, size](const std::vector<PlacedMatrix>& places) {
        const PlacedMatrix& a = places[0];
        const PlacedMatrix& b = places[1];
        const PlacedMatrix& c = places[2];
        return function.call(
            {size.m, size.n, size.k, 1.0F, a.data, a.ld, b.data, b.ld, 0.0F, c.data, c.ld},
            nullptr);
    };
    call.expected = [](const std::vector<HostMatrix>& inputs) {
        return gemm_oracle({inputs[0], inputs[1], HostMatrix(0, 0, "")}, 1.0F, 0.0F).expected;
    };
    return call;
}

}  // namespace

CheckList gemm_idea_checks(const GemmFunction& function, const GemmIdea& idea) {
    CheckList list;
    list.push_back(idea_check(function, "IdeaReads",
                              "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                              [=](const GemmCounts& c) { return look_at_reads(c, idea); }));
    list.push_back(
        idea_check(function, "IdeaNeighboursRead",
                   "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
                   [=](const GemmCounts& c) { return look_at_neighbours(c, idea.wide); }));
    if (idea.uses_shared) {
        list.push_back(idea_check(function, "IdeaNoBankConflicts",
                                  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
                                  look_at_banks));
    }
    if (idea.most_shared_loads > 0.0) {
        list.push_back(idea_check(function, "IdeaRegisters",
                                  "smsp__sass_inst_executed_op_shared_ld.sum",
                                  [=](const GemmCounts& c) { return look_at_registers(c, idea); }));
    }
    if (idea.wide) {
        list.push_back(idea_check(function, "IdeaWideAccesses",
                                  "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio",
                                  look_at_widths));
    }
    return list;
}

void register_gemm(const GemmFunction& function, const GemmIdea& idea) {
    CheckList all;
    for (const CheckList& list :
         {gemm_shape_checks(function), gemm_value_checks(function), gemm_memory_checks(function),
          gemm_real_checks(function), gemm_call_checks(function), gemm_large_checks(function),
          gemm_idea_checks(function, idea)}) {
        all.insert(all.end(), list.begin(), list.end());
    }
    register_checks(function.name, all);

    ProfiledFunction profiled;
    profiled.name = function.name;
    profiled.call_on = [=](const CallShape& shape) { return profiled_product(function, shape); };
    profiled.check = "Normals";
    register_profiled_function(profiled);
}

}  // namespace workshop::checks
