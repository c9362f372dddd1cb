// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Allocation: alignment, contents, limits, and what cudaFree refuses.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#ifdef WORKSHOP_CPU_DEVICE
#include "arena.hpp"
using workshop::emulator::Arena;
#endif

namespace {

class DeviceMemory : public testing::Test {
  protected:
    void SetUp() override { cudaGetLastError(); }
    void TearDown() override { cudaGetLastError(); }
};

}  // namespace

TEST_F(DeviceMemory, IsAlignedTo256Bytes) {
    for (const std::size_t bytes : {1, 3, 255, 256, 257, 5000}) {
        void* pointer = nullptr;
        ASSERT_EQ(cudaSuccess, cudaMalloc(&pointer, bytes));
        EXPECT_EQ(0U, reinterpret_cast<std::uintptr_t>(pointer) % 256) << bytes;
        EXPECT_EQ(cudaSuccess, cudaFree(pointer));
    }
}

TEST_F(DeviceMemory, OfZeroBytesIsANullPointer) {
    void* pointer = &pointer;
    EXPECT_EQ(cudaSuccess, cudaMalloc(&pointer, 0));
    EXPECT_EQ(nullptr, pointer);
    EXPECT_EQ(cudaSuccess, cudaFree(nullptr));
}

TEST_F(DeviceMemory, CannotBeLargerThanTheDevice) {
    float* pointer = nullptr;
    EXPECT_EQ(cudaErrorMemoryAllocation, cudaMalloc(&pointer, std::size_t{1} << 50));
    EXPECT_EQ(cudaErrorMemoryAllocation, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaMalloc(&pointer, 4));  // not sticky
    EXPECT_EQ(cudaSuccess, cudaFree(pointer));
}

TEST_F(DeviceMemory, NeedsAPlaceForThePointer) {
    EXPECT_EQ(cudaErrorInvalidValue, cudaMalloc(static_cast<void**>(nullptr), 4));
}

TEST_F(DeviceMemory, PitchIsAMultipleOf512) {
    float* pointer = nullptr;
    std::size_t pitch = 0;
    ASSERT_EQ(cudaSuccess, cudaMallocPitch(&pointer, &pitch, 513, 3));
    EXPECT_EQ(1024U, pitch);
    EXPECT_EQ(cudaSuccess, cudaMemset2D(pointer, pitch, 0, 513, 3));
    EXPECT_EQ(cudaSuccess, cudaFree(pointer));
}

TEST_F(DeviceMemory, AmountIsReported) {
    std::size_t free_before = 0;
    std::size_t free_with = 0;
    std::size_t total = 0;
    ASSERT_EQ(cudaSuccess, cudaMemGetInfo(&free_before, &total));
    EXPECT_LE(free_before, total);
    void* pointer = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&pointer, std::size_t{4} << 20));
    ASSERT_EQ(cudaSuccess, cudaMemGetInfo(&free_with, &total));
    EXPECT_LE(free_with + (std::size_t{4} << 20), free_before);
    EXPECT_EQ(cudaSuccess, cudaFree(pointer));
    ASSERT_EQ(cudaSuccess, cudaMemGetInfo(&free_with, nullptr));
    EXPECT_EQ(free_before, free_with);
}

TEST_F(DeviceMemory, FreeRefusesAHostPointer) {
    int on_stack = 0;
    EXPECT_EQ(cudaErrorInvalidValue, cudaFree(&on_stack));
    EXPECT_EQ(cudaErrorInvalidValue, cudaGetLastError());
}

TEST_F(DeviceMemory, PointersTellWhatTheyAre) {
    int on_stack = 0;
    void* device = nullptr;
    void* locked = nullptr;
    void* managed = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&device, 64));
    ASSERT_EQ(cudaSuccess, cudaMallocHost(&locked, 64));
    ASSERT_EQ(cudaSuccess, cudaMallocManaged(&managed, 64));
    cudaPointerAttributes attributes{};
    ASSERT_EQ(cudaSuccess, cudaPointerGetAttributes(&attributes, static_cast<char*>(device) + 63));
    EXPECT_EQ(cudaMemoryTypeDevice, attributes.type);
    EXPECT_EQ(0, attributes.device);
    EXPECT_EQ(static_cast<char*>(device) + 63, attributes.devicePointer);
    EXPECT_EQ(nullptr, attributes.hostPointer);
    ASSERT_EQ(cudaSuccess, cudaPointerGetAttributes(&attributes, locked));
    EXPECT_EQ(cudaMemoryTypeHost, attributes.type);
    ASSERT_EQ(cudaSuccess, cudaPointerGetAttributes(&attributes, managed));
    EXPECT_EQ(cudaMemoryTypeManaged, attributes.type);
    ASSERT_EQ(cudaSuccess, cudaPointerGetAttributes(&attributes, &on_stack));
    EXPECT_EQ(cudaMemoryTypeUnregistered, attributes.type);
    EXPECT_EQ(cudaSuccess, cudaFree(managed));
    EXPECT_EQ(cudaSuccess, cudaFreeHost(locked));
    EXPECT_EQ(cudaSuccess, cudaFree(device));
}

TEST_F(DeviceMemory, UnknownFlagsAreRefused) {
    void* pointer = nullptr;
    EXPECT_EQ(cudaErrorInvalidValue, cudaHostAlloc(&pointer, 4, 0xFF));
    EXPECT_EQ(cudaErrorInvalidValue, cudaMallocManaged(&pointer, 4, 7));
    EXPECT_EQ(cudaErrorInvalidValue, cudaFreeHost(&pointer));
}

TEST_F(DeviceMemory, HostMemoryIsRegisteredOnce) {
    std::vector<char> memory(8192);
    EXPECT_EQ(cudaSuccess, cudaHostRegister(memory.data(), 4096, cudaHostRegisterDefault));
    EXPECT_EQ(cudaErrorHostMemoryAlreadyRegistered,
              cudaHostRegister(memory.data(), 4096, cudaHostRegisterDefault));
    EXPECT_EQ(cudaSuccess, cudaHostUnregister(memory.data()));
    EXPECT_EQ(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(memory.data()));
}

TEST_F(DeviceMemory, ManagedMemoryHasASize) {
    void* pointer = nullptr;
    EXPECT_EQ(cudaErrorInvalidValue, cudaMallocManaged(&pointer, 0));
}

#ifdef WORKSHOP_CPU_DEVICE

TEST_F(DeviceMemory, ASecondRegistrationIsTold) {
    std::vector<char> memory(8192);
    testing::internal::CaptureStderr();
    cudaHostRegister(memory.data(), 4096, cudaHostRegisterDefault);
    cudaHostUnregister(memory.data());
    EXPECT_EQ("", testing::internal::GetCapturedStderr());
    testing::internal::CaptureStderr();
    cudaHostRegister(memory.data(), 4096, cudaHostRegisterDefault);
    cudaHostRegister(memory.data() + 8, 16, cudaHostRegisterDefault);
    const std::string again = testing::internal::GetCapturedStderr();
    EXPECT_NE(again.find("is in memory that is page-locked already"), std::string::npos) << again;
    cudaHostUnregister(memory.data());
    testing::internal::CaptureStderr();
    cudaHostUnregister(memory.data());
    const std::string twice = testing::internal::GetCapturedStderr();
    EXPECT_NE(twice.find("cudaHostUnregister: no registered memory begins at"), std::string::npos)
        << twice;
}

TEST_F(DeviceMemory, NewMemoryIsNaNInEveryType) {
    void* pointer = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&pointer, 16));
    float as_float[4];
    double as_double[2];
    ASSERT_EQ(cudaSuccess, cudaMemcpy(as_float, pointer, 16, cudaMemcpyDeviceToHost));
    ASSERT_EQ(cudaSuccess, cudaMemcpy(as_double, pointer, 16, cudaMemcpyDeviceToHost));
    for (const float value : as_float)
        EXPECT_TRUE(std::isnan(value));
    for (const double value : as_double)
        EXPECT_TRUE(std::isnan(value));
    EXPECT_EQ(cudaSuccess, cudaFree(pointer));
}

TEST_F(DeviceMemory, DoubleFreeIsNamed) {
    void* pointer = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&pointer, 64));
    ASSERT_EQ(cudaSuccess, cudaFree(pointer));
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidValue, cudaFree(pointer));
    EXPECT_NE(std::string::npos, testing::internal::GetCapturedStderr().find("freed before"));
}

TEST_F(DeviceMemory, FreeOfTheMiddleIsNamed) {
    char* pointer = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&pointer, 64));
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidValue, cudaFree(pointer + 16));
    EXPECT_NE(std::string::npos,
              testing::internal::GetCapturedStderr().find("16 bytes into a block of 64 bytes"));
    EXPECT_EQ(cudaSuccess, cudaFree(pointer));
}

TEST_F(DeviceMemory, ResetFreesEverything) {
    std::size_t before = 0;
    std::size_t after = 0;
    cudaDeviceReset();
    cudaMemGetInfo(&before, nullptr);
    void* pointer = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&pointer, 1000));
    EXPECT_EQ(cudaSuccess, cudaDeviceReset());
    cudaMemGetInfo(&after, nullptr);
    EXPECT_EQ(before, after);
    EXPECT_EQ(cudaErrorInvalidValue, cudaFree(pointer));
}

TEST(Arena, FillsItselfAndMergesGaps) {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    Arena arena(mebibyte);
    ASSERT_EQ(mebibyte, arena.capacity());
    // 1000 bytes and a red zone of 256 round up to 1280: 819 of them fit 1 MiB.
    std::vector<void*> blocks;
    while (void* block = arena.allocate(1000))
        blocks.push_back(block);
    EXPECT_EQ(819U, blocks.size());
    EXPECT_EQ(mebibyte - 819 * 1280, arena.free_bytes());
    // Every second one, then the others: in the end one gap again.
    for (std::size_t i = 0; i < blocks.size(); i += 2)
        EXPECT_TRUE(arena.release(blocks[i]));
    EXPECT_EQ(nullptr, arena.allocate(2000));
    for (std::size_t i = 1; i < blocks.size(); i += 2)
        EXPECT_TRUE(arena.release(blocks[i]));
    EXPECT_EQ(mebibyte, arena.free_bytes());
    EXPECT_NE(nullptr, arena.allocate(mebibyte - 256));
}

TEST(Arena, KnowsItsBlocks) {
    Arena arena(1 << 20);
    char* block = static_cast<char*>(arena.allocate(100));
    ASSERT_NE(nullptr, block);
    ASSERT_NE(nullptr, arena.allocate(100));  // keeps their page open
    ASSERT_TRUE(arena.find(block + 99).has_value());
    EXPECT_EQ(block, arena.find(block + 99)->base);
    EXPECT_FALSE(arena.find(block + 100).has_value());  // red zone
    EXPECT_TRUE(arena.contains(block + 100));
    std::uint16_t bits = 0;
    std::memcpy(&bits, block, 2);
    EXPECT_EQ(workshop::emulator::fresh_pattern, bits);
    EXPECT_FALSE(arena.was_freed(block));
    EXPECT_TRUE(arena.release(block));
    EXPECT_FALSE(arena.release(block));
    EXPECT_TRUE(arena.was_freed(block));
    std::memcpy(&bits, block, 2);
    EXPECT_EQ(workshop::emulator::freed_pattern, bits);
    EXPECT_EQ(nullptr, arena.allocate(0));
}

TEST(Arena, FindsTheNearestBlockAndWhatWasFreed) {
    Arena arena(1 << 20);
    char* first = static_cast<char*>(arena.allocate(1000));
    char* second = static_cast<char*>(arena.allocate(20000));
    char* third = static_cast<char*>(arena.allocate(1000));
    ASSERT_NE(nullptr, third);
    EXPECT_FALSE(arena.freed_block(second + 500).has_value());
    EXPECT_TRUE(arena.release(second));
    ASSERT_TRUE(arena.freed_block(second + 19999).has_value());
    EXPECT_EQ(second, arena.freed_block(second + 19999)->base);
    EXPECT_FALSE(arena.freed_block(second + 20000).has_value());
    EXPECT_EQ(first, arena.nearest(second + 500)->base);
    EXPECT_EQ(third, arena.nearest(second + 19500)->base);
    EXPECT_EQ(third, arena.nearest(third + 500000)->base);
    EXPECT_TRUE(arena.release(first));
    EXPECT_EQ(third, arena.nearest(first)->base);
    EXPECT_TRUE(arena.release(third));
    EXPECT_FALSE(arena.nearest(first).has_value());
}

TEST(Arena, PagesWithoutABlockCannotBeTouched) {
    Arena arena(1 << 20);
    char* small = static_cast<char*>(arena.allocate(100));
    char* large = static_cast<char*>(arena.allocate(20000));
    char* last = static_cast<char*>(arena.allocate(100));
    ASSERT_NE(nullptr, last);
    EXPECT_TRUE(arena.release(large));
    EXPECT_DEATH(large[10000] = 1, "");
    EXPECT_DEATH(last[500000] = 1, "");
    small[99] = last[0] = 1;  // what shares a page with it is still there
    auto* again = static_cast<char*>(arena.allocate(20000));
    EXPECT_EQ(large, again);
    again[0] = again[19999] = 1;
}

#endif
