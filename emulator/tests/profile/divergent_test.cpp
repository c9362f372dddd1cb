// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose lanes part and meet again. What the warps do is worked out from the data, without
// the merge that is tested.

#include <algorithm>
#include <set>

#include "launch_fixture.hpp"

namespace workshop::emulator::profile_tests {
namespace {

class Divergent : public ProfileTest {
  protected:
    DeviceArray<float> in{8192};
    DeviceArray<float> out{8192};
};

/// The matrix of the ELL kernel, and what its warps have to do.
struct EllData {
    std::vector<int> columns;
    std::vector<float> values;
    std::vector<int> lengths;
    EllData()
        : columns(Ell::rows * Ell::width, -1), values(columns.size(), 1.0F), lengths(Ell::rows) {
        for (unsigned row = 0; row < Ell::rows; ++row) {
            lengths[row] = static_cast<int>(Ell::length(row));
            for (unsigned slot = 0; slot < Ell::length(row); ++slot) {
                if (Ell::is_used(row, slot))
                    columns[slot * Ell::rows + row] =
                        static_cast<int>((row * 7 + slot) % Ell::rows);
            }
        }
    }
    bool uses(unsigned row, unsigned slot) const {
        return slot < Ell::length(row) && columns[slot * Ell::rows + row] >= 0;
    }
};

struct Expected {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;
    /// One request of elements of 4 bytes, from the start of an aligned buffer.
    void add(const std::set<std::uint64_t>& elements) {
        if (elements.empty()) return;
        ++requests;
        std::set<std::uint64_t> touched;
        for (const std::uint64_t element : elements)
            touched.insert(element / 8);
        sectors += touched.size();
    }
    bool operator==(const RequestCounts& counts) const {
        return counts.requests == requests && counts.units == sectors;
    }
};

TEST_F(Divergent, EllWithRowsOfDifferentLength) {
    const EllData matrix;
    const DeviceArray<int> columns(matrix.columns);
    const DeviceArray<float> values(matrix.values);
    const DeviceArray<int> lengths(matrix.lengths);
    const KernelProfile profile =
        count([&] { launch_ell(columns.get(), values.get(), lengths.get(), in.get(), out.get()); });

    Expected of_columns;
    Expected of_values;
    Expected of_vector;
    Expected by_execution;  // pairing n-th executions: the wrong answer
    for (unsigned first = 0; first < Ell::rows; first += 32) {
        std::vector<std::set<std::uint64_t>> nth(Ell::width);
        std::vector<unsigned> executions(32);
        for (unsigned slot = 0; slot < Ell::width; ++slot) {
            std::set<std::uint64_t> looked;
            std::set<std::uint64_t> used;
            std::set<std::uint64_t> gathered;
            for (unsigned row = first; row < first + 32; ++row) {
                const std::uint64_t element = std::uint64_t{slot} * Ell::rows + row;
                if (slot < Ell::length(row)) looked.insert(element);
                if (!matrix.uses(row, slot)) continue;
                used.insert(element);
                gathered.insert(static_cast<std::uint64_t>(matrix.columns[element]));
                nth[executions[row - first]++].insert(element);
            }
            of_columns.add(looked);
            of_values.add(used);
            of_vector.add(gathered);
        }
        for (const auto& together : nth)
            by_execution.add(together);
    }
    ASSERT_EQ(of_values.requests, 1080);
    ASSERT_EQ(of_values.sectors, 4007);  // 3.71 a request
    EXPECT_TRUE(of_values == at(profile, "ell value"));
    EXPECT_TRUE(of_columns == at(profile, "ell column"));
    EXPECT_TRUE(of_vector == at(profile, "ell vector"));
    // What the simple method would say of the values.
    EXPECT_EQ(by_execution.requests, 589);
    EXPECT_EQ(by_execution.sectors / by_execution.requests, 22);
}

TEST_F(Divergent, InnerLoopsOfDifferentLength) {
    const KernelProfile profile = count([&] { launch_triangle(in.get(), out.get(), 64, 50); });
    const RequestCounts inner = at(profile, "triangle inner");
    EXPECT_EQ(inner.requests, 2 * 50 * 3);
    EXPECT_EQ(inner.lanes, 2 * 50 * (24 + 16 + 8));
    EXPECT_EQ(inner.units, 2 * 50 * 3 * 4);
    const RequestCounts outer = at(profile, "triangle outer");
    EXPECT_EQ(outer.requests, 2 * 50);
    EXPECT_EQ(outer.lanes, 50 * 64);
    EXPECT_GE(profile.branches_divergent, 2 * 50 * 3);
}

TEST_F(Divergent, CollatzSequences) {
    const KernelProfile profile = count([&] { launch_collatz(in.get(), out.get(), 128); });
    std::uint64_t requests = 0;
    std::uint64_t lanes = 0;
    for (unsigned warp = 0; warp < 4; ++warp) {
        unsigned longest = 0;
        for (unsigned i = warp * 32; i < warp * 32 + 32; ++i) {
            unsigned steps = 0;
            for (unsigned n = i + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1)
                ++steps;
            longest = std::max(longest, steps);
            lanes += steps;
        }
        requests += longest;
    }
    EXPECT_EQ(at(profile, "collatz read").requests, requests);
    EXPECT_EQ(at(profile, "collatz read").lanes, lanes);
    const RequestCounts after = at(profile, "collatz after");
    EXPECT_EQ(after.requests, 4);
    EXPECT_EQ(after.lanes, 128);
}

TEST_F(Divergent, LanesMeetAgainAfterACall) {
    const KernelProfile profile = count([&] { launch_far_function(in.get(), out.get(), 64); });
    EXPECT_EQ(at(profile, "far function").requests, 2);
    EXPECT_EQ(at(profile, "far function").lanes, 16);
    EXPECT_EQ(at(profile, "after the far function").requests, 2);
    EXPECT_EQ(at(profile, "after the far function").lanes, 64);
}

TEST_F(Divergent, FullLogsChangeNothing) {
    const KernelProfile profile = count([&] { launch_long_loop(in.get(), out.get(), 256, 10000); });
    EXPECT_EQ(profile.of(RequestKind::global_load).requests, 8 * 10000);
    EXPECT_EQ(profile.of(RequestKind::global_load).lanes, 256 * 10000);
    EXPECT_DOUBLE_EQ(profile.sectors_per_load(), 4.0);
    EXPECT_EQ(profile.branches_divergent, 0);
}

TEST_F(Divergent, OthersWaitWhileOneWorks) {
    const KernelProfile profile = count([&] { launch_one_works(in.get(), out.get(), 96, 3); });
    EXPECT_EQ(profile.of(RequestKind::global_load).requests, 2 * 3 * 2000);
    EXPECT_EQ(profile.of(RequestKind::global_load).lanes, 2 * 3 * 2000);
    EXPECT_EQ(profile.of(RequestKind::shared_load).requests, 2 * 3 * 3);
    EXPECT_EQ(profile.of(RequestKind::shared_load).lanes, 2 * 3 * 96);
    EXPECT_EQ(profile.of(RequestKind::global_store).requests, 2 * 3);
}

TEST_F(Divergent, BlocksThatWaitForTheGrid) {
    const KernelProfile profile = count([&] { launch_grid_barrier(in.get(), out.get(), 4, 64); });
    EXPECT_EQ(profile.of(RequestKind::global_load).requests, 2 * 4 * 2);
    EXPECT_DOUBLE_EQ(profile.sectors_per_load(), 4.0);
    EXPECT_EQ(profile.barriers, 8);
}

}  // namespace
}  // namespace workshop::emulator::profile_tests
