// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "persistent_ideas.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "common_checks.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "program_info.hpp"
#include "wide_looks.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/profile.h>
#endif

namespace workshop::checks {

namespace {

struct Shape {
    std::int64_t rows;
    std::int64_t cols;
};

#ifdef WORKSHOP_BACKEND_EMULATOR
using emulator::KernelProfile;
using emulator::RequestCounts;
using emulator::RequestKind;
using KernelLook = std::function<Finding(const KernelProfile&, Shape)>;

// A pointer or a scalar that is read from memory costs little.
constexpr double kLittle = 0.01;

std::string one_decimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string whole(double count) {
    return std::to_string(static_cast<long long>(count));
}

double elements(Shape shape) {
    return static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
}

Finding look_at_grid(const KernelProfile& kernel, Shape shape, const PlanFunction& plan) {
    PersistentPlan planned{};
    if (const cudaError_t error = plan(shape.rows, shape.cols, &planned)) {
        return {"The plan for this shape returned " + describe_error(error) + '.', ""};
    }
    const std::string launched = "The kernel was launched with " + std::to_string(kernel.grid.x) +
                                 " blocks of " + std::to_string(kernel.block.x) + " threads and " +
                                 std::to_string(kernel.dynamic_shared_bytes) +
                                 " bytes of dynamic shared memory. ";
    const auto blocks = static_cast<std::int64_t>(kernel.grid.x) * kernel.grid.y * kernel.grid.z;
    const std::int64_t most = most_blocks_at_a_time(
        static_cast<int>(kernel.block.x), kernel.dynamic_shared_bytes + kernel.static_shared_bytes);
    if (blocks > most) {
        return {launched + "This device holds at most " + std::to_string(most) +
                    " such blocks at the same time.",
                "The grid is not the planned one, or the occupancy query was asked for something "
                "else than what is launched."};
    }
    if (blocks > shape.rows) {
        return {launched + "There are " + std::to_string(shape.rows) + " rows.",
                "The number of blocks is not limited by the rows."};
    }
    if (blocks != planned.blocks || kernel.block.x != unsigned(planned.threads_per_block) ||
        kernel.dynamic_shared_bytes != planned.shared_bytes) {
        return {launched + "The plan says: " + describe_plan(planned) + '.', ""};
    }
    return {};
}

Finding look_at_writes(const KernelProfile& kernel, Shape shape) {
    const auto* y = kernel.buffer("y");
    // The device counts in units of the narrowest access, which may be 16 bytes.
    const double written =
        y == nullptr ? 0.0
                     : static_cast<double>(y->elements_written) * y->element_bytes / sizeof(float);
    if (y != nullptr && y->most_writes > 1) {
        return {
            "Some element of the output is written " + std::to_string(y->most_writes) + " times.",
            "Several blocks do the same row. A block takes the rows blockIdx.x, blockIdx.x + "
            "gridDim.x, blockIdx.x + 2 gridDim.x ..."};
    }
    if (written < elements(shape)) {
        return {"Of " + whole(elements(shape)) + " elements " + whole(written) + " are written.",
                "Some rows are left out."};
    }
    return {};
}

/// The reads that the plan asks for; 0 without a plan.
int planned_reads(Shape shape, const PlanFunction& plan) {
    PersistentPlan planned{};
    if (!plan || plan(shape.rows, shape.cols, &planned) != cudaSuccess) return 0;
    return planned.reads_per_element;
}

/// Elements that are read of anything else, for each element of x.
double reads_beside_x(const KernelProfile& kernel, Shape shape) {
    double bytes = 0.0;
    for (const auto& buffer : kernel.buffers) {
        if (buffer.name != "x") bytes += static_cast<double>(buffer.read_bytes);
    }
    return bytes / sizeof(float) / elements(shape);
}

Finding look_at_reads(const KernelProfile& kernel, Shape shape, double most,
                      const PlanFunction& plan) {
    const auto* x = kernel.buffer("x");
    const double reads =
        x == nullptr ? 0.0 : static_cast<double>(x->read_bytes) / sizeof(float) / elements(shape);
    if (reads == 0.0) return nothing_of_x(reads_beside_x(kernel, shape));
    if (reads <= most + kLittle) return {};
    if (most > 1.0) {
        return {"Each element of x is read " + one_decimal(reads) +
                    " times. This row is too wide to be kept, and two reads are enough: one for "
                    "maximum and sum together, one for the result.",
                ""};
    }
    // Then the kernel does as it is told, and has nothing that could be mended.
    if (const int planned = planned_reads(shape, plan); planned > 1) {
        return {
            "Each element of x is read " + one_decimal(reads) + " times. The plan itself says " +
                std::to_string(planned) +
                " reads for this shape, and this row fits on the chip: one read is enough.",
            "The plan takes this row for too wide. It has to ask how much shared memory a block "
            "may have, to opt in to it, and to count it in bytes."};
    }
    return {"Each element of x is read " + one_decimal(reads) +
                " times. This row fits on the chip: one read is enough.",
            "A step takes the row from x again in place of the copy that the block keeps, or the "
            "row was fetched ahead and is fetched again when its turn comes."};
}

Finding look_at_neighbours(const KernelProfile& kernel) {
    constexpr double kMostExcess = 1.05;
    const auto excess = [&](RequestKind kind) {
        const RequestCounts& counts = kernel.of(kind);
        return counts.least_units == 0
                   ? 1.0
                   : static_cast<double>(counts.units) / static_cast<double>(counts.least_units);
    };
    const double load = excess(RequestKind::global_load);
    const double store = excess(RequestKind::global_store);
    if (load <= kMostExcess && store <= kMostExcess) return {};
    return {"When a warp " + std::string(load > kMostExcess ? "reads" : "writes") +
                ", it touches " + one_decimal(load > kMostExcess ? load : store) +
                " times as many sectors of 32 bytes as the same bytes need.",
            "Neighbouring threads use addresses that are far apart. Let thread t take columns t, "
            "t + threads, t + 2 threads ..."};
}

/// Calls the function once while the device counts. Empty after a report or a skip.
std::vector<KernelProfile> profile(const LaunchFacts& facts, GuardedMatrix& x, GuardedMatrix& y) {
    x.upload(normals(facts.arguments.rows, facts.arguments.cols, 1).values);
    y.upload_poison();
    emulator::start_profile();
    emulator::name_buffer(x.data(), "x");
    emulator::name_buffer(y.data(), "y");
    const bool well = call_and_wait(facts);
    const auto kernels = emulator::stop_profile(emulator::ProfileLines::leave_out);
    return well ? kernels : std::vector<KernelProfile>{};
}

void check_idea(const FunctionUnderTest& function, const std::vector<Shape>& shapes,
                const KernelLook& look) {
    for (const Shape shape : shapes) {
        GuardedMatrix x("x", shape.rows, shape.cols, shape.cols, 0);
        GuardedMatrix y("the output", shape.rows, shape.cols, shape.cols, 0);
        LaunchFacts facts;
        facts.function = &function;
        facts.data = "standard normals";
        facts.arguments = {shape.rows, shape.cols, x.data(), shape.cols,
                           y.data(),   shape.cols, 0,        nullptr};
        const auto kernels = profile(facts, x, y);
        if (kernels.empty() && testing::Test::HasFailure()) return;
        Finding finding;
        if (kernels.size() != 1) {
            finding = {std::to_string(kernels.size()) + " kernels were launched; one is wanted.",
                       ""};
        } else if (!kernels.front().complete) {
            GTEST_SKIP() << "accesses cannot be counted: " << kernels.front().incomplete_because;
        } else {
            finding = look(kernels.front(), shape);
        }
        if (finding.problem.empty()) continue;
        finding.problem += std::string("\nThe lines, with their counts: make profile-lesson") +
                           kProgramInfo.number;
        fail(describe_problem(facts, finding.problem, finding.cause));
        return;
    }
}
#endif

/// The counts come from the CPU device; on a GPU the check says how to see them.
NamedCheck idea(const FunctionUnderTest& function, const std::string& property,
                const std::string& ncu_metric, const std::function<void()>& body) {
    return {property, [=] {
                if (!on_cpu_device()) {
                    GTEST_SKIP()
                        << "only the CPU device counts accesses (BACKEND=emulator). On this GPU:\n"
                        << "ncu --metrics " << ncu_metric << " build/cuda/bin/check_"
                        << kProgramInfo.lesson << '_' << kProgramInfo.kind
                        << " --in-process --filter=" << function.name << ".OrdinaryRows";
                }
                body();
            }};
}

}  // namespace

CheckList persistent_idea_checks(const FunctionUnderTest& function, const PlanFunction& plan) {
    std::function<void()> grid = [] {};
    std::function<void()> writes = [] {};
    std::function<void()> reads = [] {};
    std::function<void()> wide = [] {};
    std::function<void()> neighbours = [] {};
#ifdef WORKSHOP_BACKEND_EMULATOR
    // 70 rows are several rounds for the smallest devices, and less than one for the large ones.
    const std::vector<Shape> shapes{{3, 1000}, {70, 300}};
    grid = [=] {
        check_idea(function, shapes, [=](const KernelProfile& kernel, Shape shape) {
            return look_at_grid(kernel, shape, plan);
        });
    };
    writes = [=] { check_idea(function, shapes, look_at_writes); };
    reads = [=] {
        check_idea(function, {{24, 2048}, {70, 300}},
                   [=](const KernelProfile& kernel, Shape shape) {
                       return look_at_reads(kernel, shape, 1.0, plan);
                   });
    };
    wide = [=] {
        const std::int64_t too_wide = most_shared_bytes() / std::int64_t{sizeof(float)} + 1000;
        check_idea(function, {{2, too_wide}}, [=](const KernelProfile& kernel, Shape shape) {
            return look_at_reads(kernel, shape, 2.0, plan);
        });
    };
    neighbours = [=] {
        check_idea(function, {{24, 2048}},
                   [](const KernelProfile& kernel, Shape) { return look_at_neighbours(kernel); });
    };
#endif
    const std::string requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
    CheckList list;
    if (plan) {
        list.push_back(
            idea(function, "IdeaGrid", "launch__grid_size,launch__waves_per_multiprocessor", grid));
    }
    append(list, {
                     idea(function, "IdeaEachRowOnce",
                          "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", writes),
                     idea(function, "IdeaReads", requests, reads),
                     idea(function, "IdeaWideRowReads", requests, wide),
                     idea(function, "IdeaNeighboursRead",
                          "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
                          neighbours),
                 });
    return list;
}

}  // namespace workshop::checks
