// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Occupancy: worked by hand from the limits of each device.

#include "occupancy.hpp"

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "function_attributes.hpp"
#include "symbols_kernels.hpp"

using namespace workshop::emulator;

namespace {

int blocks(const char* device, int threads, int registers, std::size_t shared, int carveout = -1) {
    return active_blocks_per_multiprocessor(*find_device_model(device),
                                            {threads, registers, 0, shared, carveout});
}

}  // namespace

TEST(Occupancy, IsLimitedByThreads) {
    EXPECT_EQ(8, blocks("h200", 256, 32, 0));      // 2048 / 256
    EXPECT_EQ(2, blocks("h200", 1024, 32, 0));     // 2048 / 1024
    EXPECT_EQ(1, blocks("rtx4090", 1024, 32, 0));  // 1536 / 1024
    EXPECT_EQ(6, blocks("rtx4090", 256, 32, 0));
    EXPECT_EQ(4, blocks("t4", 256, 32, 0));
    EXPECT_EQ(2, blocks("h200", 769, 32, 0));  // 25 warps a block, 64 in all
}

TEST(Occupancy, IsLimitedByBlockSlots) {
    EXPECT_EQ(32, blocks("h200", 32, 32, 0));
    EXPECT_EQ(24, blocks("rtx4090", 32, 32, 0));
    EXPECT_EQ(16, blocks("t4", 1, 32, 0));
}

TEST(Occupancy, IsLimitedByRegisters) {
    // 64 registers: 2048 a warp, 8 warps in each of four files of 16384: 32 warps.
    EXPECT_EQ(4, blocks("h200", 256, 64, 0));
    // 33 registers are handed out as 40 (1280 a warp, a multiple of 256): 12 warps a file, 48 in
    // all.
    EXPECT_EQ(6, blocks("h200", 256, 33, 0));
    // 255 registers: 8160, handed out as 8192 a warp: 2 a file, 8 in all.
    EXPECT_EQ(1, blocks("h200", 256, 255, 0));
    EXPECT_EQ(0, blocks("h200", 257, 255, 0));
    // 128 registers: 16 warps; 1024 threads need 32.
    EXPECT_EQ(0, blocks("h200", 1024, 128, 0));
    EXPECT_EQ(512, max_threads_with_registers(*find_device_model("h200"), 128));
    EXPECT_EQ(1024, max_threads_with_registers(*find_device_model("h200"), 64));
    EXPECT_EQ(896, max_threads_with_registers(*find_device_model("h200"), 65));  // 72: 7 a file
}

TEST(Occupancy, IsLimitedBySharedMemory) {
    // 48 KiB and 1 KiB of the system: 228 / 49.
    EXPECT_EQ(4, blocks("h200", 128, 32, 48 * 1024));
    EXPECT_EQ(3, blocks("a100", 128, 32, 48 * 1024));  // 164 / 49
    EXPECT_EQ(2, blocks("rtx4090", 128, 32, 48 * 1024));
    EXPECT_EQ(1, blocks("t4", 128, 32, 48 * 1024));  // 64 / 48
    EXPECT_EQ(1, blocks("h200", 128, 32, 227 * 1024));
    EXPECT_EQ(0, blocks("h200", 128, 32, 227 * 1024 + 1));
    // 1 byte: 1025 round up to 1152; 233472 / 1152 = 202, so threads decide.
    EXPECT_EQ(16, blocks("h200", 128, 32, 1));
}

TEST(Occupancy, HonoursTheCarveout) {
    // 10 % of 228 KiB is 22.8: the split of 32 KiB holds three blocks of 8 + 1 KiB.
    EXPECT_EQ(3, blocks("h200", 128, 32, 8 * 1024, 10));
    // 0 %: still at least one block.
    EXPECT_EQ(1, blocks("h200", 128, 32, 15 * 1024, 0));
    EXPECT_EQ(15, blocks("h200", 128, 32, 14 * 1024, 100));
}

TEST(OccupancyQuery, AnswersForAKernel) {
    const DeviceModel& model = current_device_model();
    int answer = -1;
    ASSERT_EQ(cudaSuccess,
              cudaOccupancyMaxActiveBlocksPerMultiprocessor(&answer, plain_kernel(), 256, 0));
    EXPECT_EQ(
        active_blocks_per_multiprocessor(model, {256, assumed_registers_per_thread(), 0, 0, -1}),
        answer);
}

TEST(OccupancyQuery, TooMuchSharedMemoryGivesZeroBlocks) {
    int answer = -1;
    ASSERT_EQ(cudaSuccess, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&answer, plain_kernel(),
                                                                         256, 49 * 1024));
    EXPECT_EQ(0, answer);
}

TEST(OccupancyQuery, RefusesNonsense) {
    int answer = -1;
    EXPECT_EQ(cudaErrorInvalidValue,
              cudaOccupancyMaxActiveBlocksPerMultiprocessor(&answer, plain_kernel(), 0, 0));
    EXPECT_EQ(cudaErrorInvalidDeviceFunction,
              cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                  &answer, static_cast<const void*>(nullptr), 32, 0));
    cudaGetLastError();
}

TEST(OccupancyQuery, TellsTheSharedMemoryThatIsLeft) {
    const DeviceModel& model = current_device_model();
    const std::size_t each = model.shared_memory_per_multiprocessor / 8 /
                             model.shared_memory_granularity * model.shared_memory_granularity;
    std::size_t bytes = 0;
    ASSERT_EQ(cudaSuccess,
              cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain_kernel(), 8, 64));
    EXPECT_EQ(each, bytes);
    ASSERT_EQ(cudaSuccess,
              cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain_kernel(), 1, 64));
    EXPECT_EQ(48U * 1024, bytes);  // what the kernel may ask for
}

TEST(OccupancyQuery, SuggestsABlockSize) {
    const DeviceModel& model = current_device_model();
    int grid = 0;
    int block = 0;
    ASSERT_EQ(cudaSuccess, cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain_kernel()));
    int each = 0;
    ASSERT_EQ(cudaSuccess,
              cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, plain_kernel(), block, 0));
    EXPECT_EQ(each * model.multiprocessors, grid);
    EXPECT_EQ(0, block % 32);
    EXPECT_EQ(model.max_threads_per_multiprocessor, each * block);
    ASSERT_EQ(cudaSuccess,
              cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain_kernel(), 0, 100));
    EXPECT_LE(block, 100);
}

TEST(FunctionAttributes, AllowMoreDynamicSharedMemory) {
    const DeviceModel& model = current_device_model();
    const auto most = static_cast<int>(model.shared_memory_per_block_optin);
    cudaFuncAttributes attributes{};
    ASSERT_EQ(cudaSuccess, cudaFuncGetAttributes(&attributes, attribute_kernel()));
    EXPECT_EQ(48 * 1024, attributes.maxDynamicSharedSizeBytes);
    EXPECT_EQ(assumed_registers_per_thread(), attributes.numRegs);
    EXPECT_EQ(model.compute_major * 10 + model.compute_minor, attributes.binaryVersion);
    ASSERT_EQ(cudaSuccess, cudaFuncSetAttribute(attribute_kernel(),
                                                cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    ASSERT_EQ(cudaSuccess, cudaFuncGetAttributes(&attributes, attribute_kernel()));
    EXPECT_EQ(most, attributes.maxDynamicSharedSizeBytes);
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidValue,
              cudaFuncSetAttribute(attribute_kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   most + 1));
    const std::string refused = testing::internal::GetCapturedStderr();
    EXPECT_NE(refused.find("alone pass the limit of"), std::string::npos) << refused;
    EXPECT_NE(refused.find("MaxSharedMemoryPerBlockOptin"), std::string::npos) << refused;
    EXPECT_EQ(cudaErrorInvalidValue,
              cudaFuncSetAttribute(attribute_kernel(),
                                   cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    cudaGetLastError();
}
