// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "access_counts.hpp"

#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/profile.h>
#endif

namespace workshop::checks {

#ifdef WORKSHOP_BACKEND_EMULATOR

namespace {

using emulator::KernelProfile;
using emulator::RequestCounts;
using emulator::RequestKind;

AccessCounts add_up(const std::vector<KernelProfile>& kernels, std::int64_t elements) {
    AccessCounts counts;
    RequestCounts loads;
    std::uint64_t most_loads = 0;
    for (const KernelProfile& kernel : kernels) {
        const RequestCounts& own = kernel.of(RequestKind::global_load);
        loads.requests += own.requests;
        loads.lanes += own.lanes;
        loads.units += own.units;
        if (counts.blocks == 0 || own.lanes > most_loads) {
            most_loads = own.lanes;
            counts.blocks = std::uint64_t{kernel.grid.x} * kernel.grid.y * kernel.grid.z;
            counts.by_warp = kernel.loads_by_warp;
        }
        if (const auto* x = kernel.buffer("x")) {
            counts.reads_per_element +=
                static_cast<double>(x->read_bytes) / sizeof(float) / static_cast<double>(elements);
        }
    }
    counts.sectors_per_load = loads.units_per_request();
    counts.threads_per_load = loads.lanes_per_request();
    return counts;
}

}  // namespace

std::optional<AccessCounts> count_accesses(const FunctionUnderTest& function, std::int64_t rows,
                                           std::int64_t cols, int threads_per_block,
                                           std::string* why_not) {
    const HostMatrix data = normals(rows, cols, 1);
    const std::int64_t output_cols = function.output_columns(cols);
    GuardedMatrix x("x", rows, cols, cols, 0);
    GuardedMatrix y("the output", rows, output_cols, output_cols, 0);
    x.upload(data.values);
    y.upload_poison();
    LaunchFacts facts;
    facts.function = &function;
    facts.data = data.contents;
    facts.arguments = {rows, cols, x.data(), x.ld(), y.data(), y.ld(), threads_per_block, nullptr};
    emulator::start_profile();
    emulator::name_buffer(x.data(), "x");
    const bool well = call_and_wait(facts);
    const auto kernels = emulator::stop_profile(emulator::ProfileLines::leave_out);
    if (!well) return std::nullopt;
    for (const KernelProfile& kernel : kernels) {
        if (kernel.complete) continue;
        *why_not = "accesses cannot be counted: " + kernel.incomplete_because;
        return std::nullopt;
    }
    return add_up(kernels, rows * cols);
}

#else

std::optional<AccessCounts> count_accesses(const FunctionUnderTest&, std::int64_t, std::int64_t,
                                           int, std::string* why_not) {
    *why_not = "only the CPU device counts accesses";
    return std::nullopt;
}

#endif

}  // namespace workshop::checks
