// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "idea_checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "access_counts.hpp"
#include "device.hpp"
#include "launch.hpp"
#include "profiled_function.hpp"
#include "program_info.hpp"
#include "reduction_steps.hpp"
#include "wide_looks.hpp"

namespace workshop::checks {

namespace {

struct Shape {
    std::int64_t rows;
    std::int64_t cols;
};

// Wide enough for 8 elements a thread; every row begins at a multiple of 32 bytes.
constexpr Shape kUsual{24, 2048};
constexpr int kThreads = 256;
// For one thread a row: two full warps, rows far apart.
constexpr Shape kSerial{64, 96};
// One block a row, at any width: two rows that are wider than a block, and rows with less than a
// column for each thread.
constexpr Shape kWideRows{2, 60004};
constexpr Shape kNarrowRows{40, 3};
// What counts as full. An edge, a scalar or a pointer read from memory costs little.
constexpr double kFullWarp = 31.0;
constexpr double kMostSectors = 4.1;

FunctionUnderTest under_test(const Idea& idea) {
    FunctionUnderTest function;
    function.name = idea.name;
    function.has_block_size = idea.has_block_size;
    function.output_cols = idea.output_cols;
    function.output = idea.output;
    function.call = idea.call;
    return function;
}

std::string decimals(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string one_decimal(double value) {
    return decimals(value, 1);
}

/// Runs the function with this shape, looks at the counts, and reports.
/// @return why the device cannot count; empty when it did
std::string look_at_shape(const Idea& idea, const std::string& property, Shape shape,
                          const Look& look, const MatrixPlaces& places) {
    const FunctionUnderTest function = under_test(idea);
    std::string why_not;
    const auto counts =
        count_accesses(function, shape.rows, shape.cols, kThreads, &why_not, places);
    if (!counts) return why_not;
    Finding finding;
    // Of a copy of x, only the reads are another matter.
    const bool reads_a_copy = counts->other_reads >= 1.0 && property != "IdeaReads";
    if (counts->reads_per_element == 0.0 && !reads_a_copy) {
        finding = nothing_of_x(counts->other_reads);
    } else {
        finding = look(*counts);
    }
    if (finding.problem.empty()) return {};
    LaunchFacts facts;
    facts.function = &function;
    facts.data = "standard normals";
    facts.arguments.rows = shape.rows;
    facts.arguments.cols = shape.cols;
    facts.arguments.ldx = shape.cols + places.ldx_gap;
    facts.arguments.ldy = function.output_columns(shape.cols) + places.ldy_gap;
    facts.x_offset = places.x_offset;
    facts.y_offset = places.y_offset;
    facts.arguments.threads_per_block = kThreads;
    report_idea(facts, finding);
    return {};
}

/// One check, which may look at several shapes and places. The first that shows something ends it.
NamedCheck idea_check(const Idea& idea, const std::string& property,
                      const std::vector<Shape>& shapes, const std::string& ncu_metric,
                      const std::vector<PlacedLook>& looks) {
    const auto body = [idea, property, shapes, ncu_metric, looks] {
        if (!on_cpu_device()) GTEST_SKIP() << how_to_see_it(idea.name, ncu_metric);
        for (const Shape shape : shapes) {
            for (const auto& [places, look, more_columns] : looks) {
                const Shape wider{shape.rows, shape.cols + more_columns};
                const std::string why_not = look_at_shape(idea, property, wider, look, places);
                if (!why_not.empty()) GTEST_SKIP() << why_not;
                if (testing::Test::HasFailure()) return;
            }
        }
    };
    return {property, body};
}

/// The same where the matrices have no gaps and are aligned.
NamedCheck idea_check(const Idea& idea, const std::string& property,
                      const std::vector<Shape>& shapes, const std::string& ncu_metric,
                      const Look& look) {
    return idea_check(idea, property, shapes, ncu_metric, std::vector<PlacedLook>{{{}, look}});
}

const char* const kReference =
    "A function that gives back a reference (as std::max does, which nvcc refuses in a kernel) may "
    "have the value behind it read again. fmaxf takes and gives values; or read the element into a "
    "variable first.";

/// Some elements were read once more than the others, by those threads of a warp for which a
/// condition holds. Not one element of a row, which costs little.
bool reads_some_again(const AccessCounts& counts) {
    constexpr double kSome = 0.02;
    const double part = counts.reads_per_element - std::floor(counts.reads_per_element);
    return part > kSome && part < 1.0 - kSome;
}

/// Why few threads take part in a request.
std::string cause_of_few_threads(const AccessCounts& counts, const std::string& usual) {
    if (!reads_some_again(counts)) return usual;
    return "Each element of x is read " + decimals(counts.reads_per_element, 2) +
           " times on average: some are read once more than the others, while the other threads of "
           "the warp wait. " +
           kReference + " If it is none of this: " + usual;
}

Finding look_at_reads(const AccessCounts& counts, const Idea& idea) {
    // One element of a row may be read once more, such as the first one, with which a maximum
    // begins.
    constexpr double kOneElement = 1.0 / kSerial.cols + 1e-9;
    const double more = counts.reads_per_element - idea.most_reads;
    if (more <= kOneElement) return {};
    std::string most = idea.most_reads == 1   ? "one is enough"
                       : idea.most_reads == 2 ? "two are enough"
                                              : "three are enough";
    constexpr double kPart = 0.9;
    const std::string words = "Each element of x is read " +
                              decimals(counts.reads_per_element, more < 0.1 ? 2 : 1) + " times; " +
                              most + (idea.reads_are.empty() ? "." : ": " + idea.reads_are + ".");
    if (more < kPart) {
        return {
            words,
            "Some elements of each row are read once more than the others. Which loop, or which "
            "value before a loop, takes an element that another one has had already? " +
                std::string(kReference)};
    }
    return {
        words,
        "A pass over the row whose work could be done in another one. The row comes from global "
        "memory again in every pass, and that is what the kernel spends its time on."};
}

Finding look_at_neighbours(const AccessCounts& counts) {
    if (counts.sectors_per_load <= kMostSectors) return {};
    return {
        "When a warp reads, it touches " + one_decimal(counts.sectors_per_load) +
            " sectors of 32 bytes on average; the 128 bytes that it needs lie in 4.",
        "Neighbouring threads read addresses that are far apart, for example because each thread "
        "takes a share of the row without a gap. Let thread t take columns t, t + threads, "
        "t + 2 threads ..., so that the 32 threads of a warp read 32 neighbouring elements."};
}

Finding look_at_threads(const AccessCounts& counts) {
    if (counts.threads_per_load < kFullWarp) {
        return {"When a warp reads, " + one_decimal(counts.threads_per_load) +
                    " of its 32 threads take part on average.",
                cause_of_few_threads(
                    counts,
                    "Most threads wait while a few do the work, for example in if (threadIdx.x == "
                    "0). Share the columns of the row among all threads of the block.")};
    }
    const auto [least, most] = std::minmax_element(counts.by_warp.begin(), counts.by_warp.end());
    if (*least * 2 < *most) {
        return {"The warps of a block do not share the row: one reads " + std::to_string(*most) +
                    " elements over all rows, another one " + std::to_string(*least) + ".",
                "The step from one column of a thread to its next is not the number of threads of "
                "the block (blockDim.x), or only the first warp works."};
    }
    return {};
}

Finding look_at_blocks(const AccessCounts& counts) {
    if (counts.blocks == static_cast<std::uint64_t>(counts.rows)) return {};
    return {
        "The kernel was launched with " + std::to_string(counts.blocks) +
            (counts.blocks == 1 ? " block for " : " blocks for ") + std::to_string(counts.rows) +
            " rows.",
        "In this lesson every row has a block of its own: launch as many blocks as there are rows "
        "(up to a limit), and let blockIdx.x say which row."};
}

Finding look_at_serial(const AccessCounts& counts) {
    if (counts.threads_per_load < kFullWarp) {
        return {
            "When a warp reads, " + one_decimal(counts.threads_per_load) +
                " of its 32 threads take part on average.",
            cause_of_few_threads(
                counts,
                "In this lesson every thread has a row of its own: launch at least as many threads "
                "as there are rows, in blocks of several warps, and let blockIdx.x * blockDim.x + "
                "threadIdx.x say which row.")};
    }
    if (counts.sectors_per_load < kFullWarp) {
        return {"When a warp reads, it touches " + one_decimal(counts.sectors_per_load) +
                    " sectors of 32 bytes on average. With a row for each thread it would be 32.",
                "Several threads work on one row. That is faster, and it is the idea of lesson 2. "
                "Here one thread computes one row, so that there is something to compare with."};
    }
    return {};
}

}  // namespace

std::string how_to_see_it(const std::string& function, const std::string& ncu_metric) {
    return "only the CPU device counts accesses (BACKEND=emulator). On this GPU:\nncu --metrics " +
           ncu_metric + " build/cuda/bin/check_" + kProgramInfo.lesson + '_' + kProgramInfo.kind +
           " --in-process --filter=" + function + ".OrdinaryRows";
}

void report_idea(const LaunchFacts& facts, const Finding& finding) {
    fail(describe_problem(facts,
                          finding.problem + "\nThe lines, with their counts: make profile-lesson" +
                              kProgramInfo.number,
                          finding.cause));
}

Finding nothing_of_x(double other_reads) {
    if (other_reads < 1.0) return {"The kernel read nothing of x.", ""};
    return {
        "The kernels read nothing of x itself. They read other memory of the device: " +
            one_decimal(other_reads) + " elements for each element of x.",
        "The host copies x to memory of its own, and the kernel gets the copy: one more read and "
        "one more write of every element. Read x where it lies. Or the kernel takes another "
        "pointer for x."};
}

CheckList idea_checks(const Idea& idea) {
    const bool serial = idea.sharing == WorkSharing::thread_a_row;
    const Shape usual = serial ? kSerial : kUsual;
    const std::string requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
    const std::string sectors_per_request =
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio";
    CheckList list;
    const auto add = [&](const std::string& property, const std::string& metric, const Look& look) {
        list.push_back(idea_check(idea, property, {usual}, metric, look));
    };
    if (serial) {
        add("IdeaOneThreadARow", sectors_per_request, look_at_serial);
    } else {
        list.push_back(idea_check(idea, "IdeaOneBlockARow", {usual, kWideRows, kNarrowRows},
                                  "launch__grid_size", look_at_blocks));
        add("IdeaAllThreadsRead", "smsp__thread_inst_executed_per_inst_executed.ratio",
            look_at_threads);
        add("IdeaNeighboursRead", sectors_per_request,
            idea.wide ? Look(look_at_wide_neighbours) : Look(look_at_neighbours));
    }
    add("IdeaReads", requests,
        [idea](const AccessCounts& counts) { return look_at_reads(counts, idea); });
    if (idea.reduction.by != ReducedBy::not_looked_at) {
        list.push_back(reduction_check(under_test(idea), idea.reduction));
    }
    if (!idea.wide) return list;
    for (const WideLook& wide : wide_looks()) {
        list.push_back(idea_check(idea, wide.property, {usual}, wide.ncu_metric, wide.looks));
    }
    return list;
}

void register_idea(const Idea& idea) {
    register_checks(idea.name, idea_checks(idea));
    register_profiled_function(profiled(under_test(idea)));
}

}  // namespace workshop::checks
