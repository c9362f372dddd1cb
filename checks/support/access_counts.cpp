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

void add(RequestCounts& sum, const RequestCounts& more) {
    sum.requests += more.requests;
    sum.lanes += more.lanes;
    sum.bytes += more.bytes;
    sum.wide_bytes += more.wide_bytes;
    sum.units += more.units;
    sum.least_units += more.least_units;
}

/// 0 without a whole.
double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

AccessCounts add_up(const std::vector<KernelProfile>& kernels, std::int64_t elements) {
    AccessCounts counts;
    RequestCounts loads;
    RequestCounts stores;
    std::uint64_t most_loads = 0;
    for (const KernelProfile& kernel : kernels) {
        const RequestCounts& own = kernel.of(RequestKind::global_load);
        add(loads, own);
        add(stores, kernel.of(RequestKind::global_store));
        if (counts.blocks == 0 || own.lanes > most_loads) {
            most_loads = own.lanes;
            counts.blocks = std::uint64_t{kernel.grid.x} * kernel.grid.y * kernel.grid.z;
            counts.by_warp = kernel.loads_by_warp;
        }
        for (const auto& buffer : kernel.buffers) {
            const double reads = static_cast<double>(buffer.read_bytes) / sizeof(float) /
                                 static_cast<double>(elements);
            (buffer.name == "x" ? counts.reads_per_element : counts.other_reads) += reads;
        }
    }
    counts.sectors_per_load = loads.units_per_request();
    counts.threads_per_load = loads.lanes_per_request();
    counts.load_excess = share(loads.units, loads.least_units);
    counts.store_excess = share(stores.units, stores.least_units);
    counts.wide_loads = share(loads.wide_bytes, loads.bytes);
    counts.wide_stores = share(stores.wide_bytes, stores.bytes);
    return counts;
}

}  // namespace

std::optional<AccessCounts> count_accesses(const FunctionUnderTest& function, std::int64_t rows,
                                           std::int64_t cols, int threads_per_block,
                                           std::string* why_not, const MatrixPlaces& places) {
    const HostMatrix data = normals(rows, cols, 1);
    const std::int64_t output_cols = function.output_columns(cols);
    GuardedMatrix x("x", rows, cols, cols + places.ldx_gap, places.x_offset);
    GuardedMatrix y("the output", rows, output_cols, output_cols + places.ldy_gap, places.y_offset);
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
    AccessCounts counts = add_up(kernels, rows * cols);
    counts.rows = rows;
    return counts;
}

#else

std::optional<AccessCounts> count_accesses(const FunctionUnderTest&, std::int64_t, std::int64_t,
                                           int, std::string* why_not, const MatrixPlaces&) {
    *why_not = "only the CPU device counts accesses";
    return std::nullopt;
}

#endif

}  // namespace workshop::checks
