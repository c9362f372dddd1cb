// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "quantities.hpp"

#include <algorithm>
#include <initializer_list>

namespace workshop::checks {

namespace {

using emulator::KernelProfile;
using emulator::RequestCounts;
using emulator::RequestKind;

/// Sums over all kernels of the call.
RequestCounts sum_of(const CountedCall& call, std::initializer_list<RequestKind> kinds) {
    RequestCounts sum;
    for (const KernelProfile& kernel : call.kernels) {
        for (const RequestKind kind : kinds) {
            const RequestCounts& more = kernel.of(kind);
            sum.requests += more.requests;
            sum.lanes += more.lanes;
            sum.bytes += more.bytes;
            sum.wide_bytes += more.wide_bytes;
            sum.units += more.units;
        }
    }
    return sum;
}
RequestCounts loads(const CountedCall& call) {
    return sum_of(call, {RequestKind::global_load});
}
RequestCounts stores(const CountedCall& call) {
    return sum_of(call, {RequestKind::global_store});
}
RequestCounts global(const CountedCall& call) {
    return sum_of(call, {RequestKind::global_load, RequestKind::global_store});
}

double ratio(double above, double below) {
    return below == 0.0 ? 0.0 : above / below;
}
double count(std::uint64_t value) {
    return static_cast<double>(value);
}
double blocks_of(const KernelProfile& kernel) {
    return count(kernel.launches) * kernel.grid.x * kernel.grid.y * kernel.grid.z;
}
double blocks(const CountedCall& call) {
    double sum = 0.0;
    for (const KernelProfile& kernel : call.kernels)
        sum += blocks_of(kernel);
    return sum;
}
double elements(const CountedCall& call) {
    return static_cast<double>(call.shape.rows) * static_cast<double>(call.shape.cols);
}

/// Every warp of a block counts a barrier when it comes to it.
double barriers_per_block(const CountedCall& call) {
    double barriers = 0.0;
    for (const KernelProfile& kernel : call.kernels) {
        const double threads = kernel.block.x * kernel.block.y * kernel.block.z;
        const double warps = static_cast<double>(static_cast<int>(threads + 31) / 32);
        barriers += count(kernel.barriers) / warps;
    }
    return ratio(barriers, blocks(call));
}

double shuffles_per_block(const CountedCall& call) {
    double meetings = 0.0;
    for (const KernelProfile& kernel : call.kernels)
        meetings += count(kernel.warp_meetings);
    return ratio(meetings, blocks(call));
}

double shared_bytes(const CountedCall& call) {
    double most = 0.0;
    for (const KernelProfile& kernel : call.kernels)
        most = std::max(most, count(kernel.static_shared_bytes + kernel.dynamic_shared_bytes));
    return most;
}

double floats_per_multiply_add(const CountedCall& call, RequestKind kind) {
    return ratio(count(sum_of(call, {kind}).bytes) / sizeof(float),
                 static_cast<double>(call.plan.multiply_adds));
}
double multiply_adds_per_float(const CountedCall& call, RequestKind kind) {
    return ratio(static_cast<double>(call.plan.multiply_adds),
                 count(sum_of(call, {kind}).bytes) / sizeof(float));
}

}  // namespace

const std::vector<Quantity>& quantities() {
    using Call = const CountedCall&;
    static const std::vector<Quantity> all = {
        {"reads_per_element", "reads each element # times",
         [](Call c) { return c.reads_per_element(); }},
        {"writes_per_element", "writes each element # times",
         [](Call c) { return c.writes_per_element(); }},
        {"bytes_moved", "asks global memory for # bytes, loads and stores together",
         [](Call c) { return count(global(c).bytes); }},
        {"bytes_per_element", "moves # bytes of global memory for each element",
         [](Call c) { return ratio(count(global(c).bytes), elements(c)); }},
        {"bytes_fetched", "fetches # bytes, in sectors of 32, for its loads",
         [](Call c) { return 32.0 * count(loads(c).units); }},
        {"sectors", "moves # sectors of 32 bytes, loads and stores together",
         [](Call c) { return count(global(c).units); }},
        {"load_requests", "makes # requests to load from global memory",
         [](Call c) { return count(loads(c).requests); }},
        {"store_requests", "makes # requests to store to global memory",
         [](Call c) { return count(stores(c).requests); }},
        {"sectors_per_load", "touches # sectors in a load of a warp, on average",
         [](Call c) { return loads(c).units_per_request(); }},
        {"sectors_per_store", "touches # sectors in a store of a warp, on average",
         [](Call c) { return stores(c).units_per_request(); }},
        {"threads_per_load", "loads with # threads of a warp at a time, on average",
         [](Call c) { return loads(c).lanes_per_request(); }},
        {"wide_percent", "moves # percent of its bytes in accesses of 16 bytes",
         [](Call c) { return 100.0 * ratio(count(global(c).wide_bytes), count(global(c).bytes)); }},
        {"blocks_launched", "is launched with # blocks", blocks},
        {"barriers_per_block", "passes # barriers in each block", barriers_per_block},
        {"shuffles_per_block", "does # shuffles in each block, counted by warp",
         shuffles_per_block},
        {"shared_bytes", "takes # bytes of shared memory for a block", shared_bytes},
        {"waves_per_shared_load", "takes # waves for a load from shared memory, on average",
         [](Call c) { return sum_of(c, {RequestKind::shared_load}).units_per_request(); }},
        {"waves_per_shared_store", "takes # waves for a store to shared memory, on average",
         [](Call c) { return sum_of(c, {RequestKind::shared_store}).units_per_request(); }},
        {"shared_waves", "takes # waves of shared memory, loads and stores together",
         [](Call c) {
             return count(sum_of(c, {RequestKind::shared_load, RequestKind::shared_store}).units);
         }},
        {"reads_per_multiply_add", "reads # numbers of global memory for each multiply-add",
         [](Call c) { return floats_per_multiply_add(c, RequestKind::global_load); }},
        {"multiply_adds_per_read", "does # multiply-adds for each number it reads",
         [](Call c) { return multiply_adds_per_float(c, RequestKind::global_load); }},
        {"multiply_adds_per_shared_read",
         "does # multiply-adds for each number it loads from shared memory",
         [](Call c) { return multiply_adds_per_float(c, RequestKind::shared_load); }},
    };
    return all;
}

const Quantity* find_quantity(const std::string& name) {
    for (const Quantity& quantity : quantities())
        if (quantity.name == name) return &quantity;
    return nullptr;
}

}  // namespace workshop::checks
