// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_counts.hpp"

#include "guarded_matrix.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/profile.h>
#endif

namespace workshop::checks {

#ifdef WORKSHOP_BACKEND_EMULATOR

namespace {

using emulator::KernelProfile;
using emulator::RequestCounts;
using emulator::RequestKind;

void add(RequestCounts& sum, const RequestCounts& more) {
    sum.requests += more.requests;
    sum.bytes += more.bytes;
    sum.units += more.units;
    sum.least_units += more.least_units;
}

GemmCounts add_up(const std::vector<KernelProfile>& kernels, const GemmShape& shape) {
    RequestCounts loads;
    RequestCounts shared_loads;
    RequestCounts shared;
    std::uint64_t wide = 0;
    std::uint64_t all = 0;
    for (const KernelProfile& kernel : kernels) {
        add(loads, kernel.of(RequestKind::global_load));
        add(shared_loads, kernel.of(RequestKind::shared_load));
        for (const RequestKind kind : {RequestKind::shared_load, RequestKind::shared_store})
            add(shared, kernel.of(kind));
        wide += kernel.global_widths.bytes[4];
        all += kernel.global_widths.total();
    }
    const double multiply_adds = static_cast<double>(shape.m * shape.n * shape.k);
    const auto elements = [](const RequestCounts& counts) {
        return static_cast<double>(counts.bytes) / sizeof(float);
    };
    GemmCounts counts;
    counts.reads = elements(loads) / multiply_adds;
    counts.sectors_per_load = loads.units_per_request();
    counts.shared_loads = elements(shared_loads) / multiply_adds;
    // A request is the load of a warp, whatever its width.
    counts.shared_requests = 32.0 * static_cast<double>(shared_loads.requests) / multiply_adds;
    counts.shared_waves = shared.units;
    counts.least_waves = shared.least_units;
    counts.wide_bytes = all == 0 ? 0.0 : static_cast<double>(wide) / static_cast<double>(all);
    return counts;
}

}  // namespace

std::optional<GemmCounts> count_gemm(const GemmFunction& function, const GemmShape& shape,
                                     std::string* why_not) {
    const GemmData data = gemm_normals(shape, 1);
    GuardedMatrix a("A", shape.m, shape.k, shape.k, 0);
    GuardedMatrix b("B", shape.k, shape.n, shape.n, 0);
    GuardedMatrix c("C", shape.m, shape.n, shape.n, 0);
    a.upload(data.a.values);
    b.upload(data.b.values);
    c.upload_poison();
    GemmPlan plan;
    plan.shape = shape;
    const GemmArguments arguments{shape.m,  shape.n, shape.k, 1.0F,     a.data(), a.ld(),
                                  b.data(), b.ld(),  0.0F,    c.data(), c.ld()};
    emulator::start_profile();
    const bool well = call_gemm_and_wait(function, plan, arguments);
    const auto kernels = emulator::stop_profile(emulator::ProfileLines::leave_out);
    if (!well) return std::nullopt;
    for (const KernelProfile& kernel : kernels) {
        if (kernel.complete) continue;
        *why_not = "accesses cannot be counted: " + kernel.incomplete_because;
        return std::nullopt;
    }
    return add_up(kernels, shape);
}

std::optional<double> count_reads_of_c(const GemmFunction& function, const GemmPlan& plan) {
    const GemmShape& shape = plan.shape;
    const GemmData data = gemm_normals(shape, 1);
    GuardedMatrix a("A", shape.m, shape.k, shape.k, 0);
    GuardedMatrix b("B", shape.k, shape.n, shape.n, 0);
    GuardedMatrix c("C", shape.m, shape.n, shape.n, 0);
    a.upload(data.a.values);
    b.upload(data.b.values);
    c.upload_poison();
    const GemmArguments arguments{shape.m,  shape.n, shape.k,   plan.alpha, a.data(), a.ld(),
                                  b.data(), b.ld(),  plan.beta, c.data(),   c.ld()};
    emulator::start_profile();
    emulator::name_buffer(c.data(), "C");
    const bool well = call_gemm_and_wait(function, plan, arguments);
    const auto kernels = emulator::stop_profile(emulator::ProfileLines::leave_out);
    if (!well) return std::nullopt;
    double elements = 0.0;
    for (const KernelProfile& kernel : kernels) {
        if (!kernel.complete) return std::nullopt;
        if (const auto* buffer = kernel.buffer("C")) {
            elements += static_cast<double>(buffer->read_bytes) / sizeof(float);
        }
    }
    return elements;
}

#else

std::optional<double> count_reads_of_c(const GemmFunction&, const GemmPlan&) {
    return std::nullopt;
}

std::optional<GemmCounts> count_gemm(const GemmFunction&, const GemmShape&, std::string* why_not) {
    *why_not = "only the CPU device counts accesses";
    return std::nullopt;
}

#endif

}  // namespace workshop::checks
