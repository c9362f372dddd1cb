// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels without divergence, whose counts follow from arithmetic.

#include <numeric>

#include "launch_fixture.hpp"

namespace workshop::emulator::profile_tests {
namespace {

class Analytic : public ProfileTest {
  protected:
    DeviceArray<float> in{128 * 64};
    DeviceArray<float> out{128 * 64};

    KernelProfile copy(unsigned stride, unsigned offset) {
        return count([&] { launch_strided_copy(out.get(), in.get(), 128, stride, offset); });
    }
};

TEST_F(Analytic, ACopyNeedsFourSectorsARequest) {
    const KernelProfile profile = copy(1, 0);
    EXPECT_EQ(profile.of(RequestKind::global_load).requests, 4);
    EXPECT_EQ(profile.of(RequestKind::global_load).units, 16);
    EXPECT_EQ(profile.of(RequestKind::global_load).bytes, 512);
    EXPECT_EQ(profile.of(RequestKind::global_store).units, 16);
    EXPECT_DOUBLE_EQ(profile.sectors_per_load(), 4.0);
    EXPECT_EQ(profile.branches_divergent, 0);
    EXPECT_EQ(profile.grid.x, 4);
    EXPECT_EQ(profile.block.x, 32);
    EXPECT_NE(profile.kernel.find("strided_copy"), std::string::npos);
}

TEST_F(Analytic, AStrideCostsAsManySectorsUpTo32) {
    for (const unsigned stride : {2U, 4U, 8U, 9U, 16U, 32U, 63U})
        EXPECT_DOUBLE_EQ(copy(stride, 0).sectors_per_load(), stride < 8 ? stride * 4 : 32)
            << "stride " << stride;
}

TEST_F(Analytic, OneElementOfMisalignmentCostsOneSector) {
    EXPECT_DOUBLE_EQ(copy(1, 1).sectors_per_load(), 5.0);
    EXPECT_DOUBLE_EQ(copy(1, 8).sectors_per_load(), 4.0);
}

TEST_F(Analytic, SixteenBytesAThreadAreSixteenSectors) {
    const KernelProfile profile = count([&] { launch_wide_copy(out.get(), in.get(), 64); });
    EXPECT_DOUBLE_EQ(profile.sectors_per_load(), 16.0);
    EXPECT_EQ(profile.of(RequestKind::global_load).requests, 2);
    EXPECT_EQ(profile.of(RequestKind::global_load).wide_bytes, 64 * 16);
    EXPECT_EQ(profile.of(RequestKind::global_store).wide_bytes, 64 * 16);
    EXPECT_EQ(profile.global_widths.bytes[4], 2 * 64 * 16);
    EXPECT_EQ(profile.global_widths.total(), 2 * 64 * 16);
}

TEST_F(Analytic, SharedWavesAreTheGreatestCommonDivisor) {
    for (const unsigned stride : {1U, 2U, 3U, 4U, 6U, 8U, 16U, 24U, 31U, 32U, 33U, 48U}) {
        const KernelProfile profile = count([&] { launch_shared_stride(out.get(), stride, 4); });
        const RequestCounts& loads = profile.of(RequestKind::shared_load);
        EXPECT_EQ(loads.requests, 1);
        EXPECT_EQ(loads.units, std::gcd(stride, 32U)) << "stride " << stride;
        EXPECT_DOUBLE_EQ(profile.of(RequestKind::shared_store).units_per_request(), 1.0);
    }
}

TEST_F(Analytic, WideSharedAccessesGoByHalvesAndQuarters) {
    const auto waves = [&](unsigned stride, unsigned bytes) {
        return count([&] { launch_shared_stride(out.get(), stride, bytes); })
            .of(RequestKind::shared_load)
            .units;
    };
    EXPECT_EQ(waves(1, 8), 2);
    EXPECT_EQ(waves(2, 8), 4);
    EXPECT_EQ(waves(0, 8), 1);  // all lanes agree: both halves together
    EXPECT_EQ(waves(1, 16), 4);
    EXPECT_EQ(waves(2, 16), 8);
}

TEST_F(Analytic, EveryElementIsReadAndWrittenOnce) {
    names = {{in.get(), "in"}, {out.get(), "out"}};
    const KernelProfile profile = copy(1, 0);
    const BufferProfile* read = profile.buffer("in");
    const BufferProfile* written = profile.buffer("out");
    ASSERT_NE(read, nullptr);
    ASSERT_NE(written, nullptr);
    EXPECT_EQ(read->elements_read, 128);
    EXPECT_DOUBLE_EQ(read->reads_per_element(), 1.0);
    EXPECT_EQ(read->most_reads, 1);
    EXPECT_EQ(read->elements_written, 0);
    EXPECT_EQ(written->elements_written, 128);
    EXPECT_DOUBLE_EQ(written->writes_per_element(), 1.0);
}

// Elements of 16 and of 4 bytes are added in the smaller unit.
TEST_F(Analytic, LaunchesWithAccessesOfDifferentWidths) {
    names = {{in.get(), "in"}, {out.get(), "out"}};
    for (const bool wide_first : {true, false}) {
        const KernelProfile profile = count([&] {
            launch_copy_of_four(out.get(), in.get(), wide_first);
            launch_copy_of_four(out.get(), in.get(), !wide_first);
        });
        const BufferProfile* read = profile.buffer("in");
        ASSERT_NE(read, nullptr);
        EXPECT_EQ(read->elements_read, 2 * 128);
        EXPECT_DOUBLE_EQ(read->reads_per_element(), 1.0);
    }
}

TEST_F(Analytic, AMatrixProductReadsEveryElementNTimes) {
    constexpr unsigned n = 32;
    const DeviceArray<float> a(n * n);
    const DeviceArray<float> b(n * n);
    names = {{a.get(), "a"}, {b.get(), "b"}, {out.get(), "c"}};
    const KernelProfile profile =
        count([&] { launch_matrix_product(a.get(), b.get(), out.get(), n); });
    EXPECT_DOUBLE_EQ(profile.buffer("a")->reads_per_element(), n);
    EXPECT_DOUBLE_EQ(profile.buffer("b")->reads_per_element(), n);
    EXPECT_EQ(profile.buffer("b")->most_reads, n);
    // A warp is two rows of 16 threads: of a it reads 2 words, of b 16 neighbours.
    EXPECT_EQ(profile.of(RequestKind::global_load).requests, 2 * n * n * n / 32);
    EXPECT_EQ(profile.of(RequestKind::global_load).units, (2 + 2) * n * n * n / 32);
}

TEST_F(Analytic, AtomicsOfGlobalAndSharedMemory) {
    const DeviceArray<unsigned> counter(1);
    const KernelProfile profile = count([&] { launch_atomics(counter.get(), 96); });
    EXPECT_EQ(profile.of(RequestKind::global_atomic).requests, 3);
    EXPECT_EQ(profile.of(RequestKind::global_atomic).lanes, 96);
    EXPECT_EQ(profile.of(RequestKind::global_atomic).units, 3);
    EXPECT_EQ(profile.of(RequestKind::shared_atomic).requests, 3);
    EXPECT_EQ(profile.of(RequestKind::shared_store).requests, 1);
    EXPECT_EQ(profile.barriers, 3);
    EXPECT_EQ(profile.branches_divergent, 1);
}

TEST_F(Analytic, MeetingsAreCountedByWarp) {
    const KernelProfile profile = count([&] { launch_meetings(out.get(), 64); });
    EXPECT_EQ(profile.barriers, 2);
    EXPECT_EQ(profile.warp_meetings, 4);  // a shuffle and a __syncwarp
}

TEST_F(Analytic, SharedMemoryAndNamesInExamples) {
    const KernelProfile profile = count([&] { launch_shared_stride(out.get(), 32, 4); });
    EXPECT_EQ(profile.static_shared_bytes, 32 * 64 * 4);
    const ExampleRequest* costliest = nullptr;
    for (const LineProfile& line : profile.lines) {
        for (const ExampleRequest& example : line.examples) {
            if (example.kind == RequestKind::shared_load) costliest = &example;
        }
    }
    ASSERT_NE(costliest, nullptr);
    EXPECT_EQ(costliest->memory, "storage");
    EXPECT_EQ(costliest->units, 32);
    EXPECT_EQ(costliest->lanes, ~0U);
    EXPECT_EQ(costliest->addresses[1] - costliest->addresses[0], 128);
}

TEST_F(Analytic, TheSameLaunchAgainIsOneEntry) {
    start_profile();
    for (int i = 0; i < 3; ++i)
        launch_strided_copy(out.get(), in.get(), 128, 1, 0);
    launch_strided_copy(out.get(), in.get(), 64, 1, 0);
    const std::vector<KernelProfile> profiles = stop_profile(ProfileLines::leave_out);
    ASSERT_EQ(profiles.size(), 2);
    EXPECT_EQ(profiles[0].launches, 3);
    EXPECT_EQ(profiles[0].of(RequestKind::global_load).requests, 12);
    EXPECT_EQ(profiles[0].buffers[0].most_reads, 1);
    EXPECT_TRUE(profiles[0].lines.empty());
    EXPECT_EQ(profiles[1].launches, 1);
}

TEST_F(Analytic, WithoutStartNothingIsCounted) {
    launch_strided_copy(out.get(), in.get(), 128, 1, 0);
    EXPECT_TRUE(stop_profile().empty());
}

}  // namespace
}  // namespace workshop::emulator::profile_tests
