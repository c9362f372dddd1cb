// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The default memory pool, places of managed memory, attributes of streams.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace {

/// Calls that are refused print why.
template <typename Call>
void expect_refused(cudaError_t error, Call call) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(error, call());
    EXPECT_NE(testing::internal::GetCapturedStderr(), "");
    cudaGetLastError();
}

}  // namespace

TEST(MemoryPools, TheDefaultPoolHasAttributes) {
    int supported = 0;
    EXPECT_EQ(cudaSuccess, cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    EXPECT_EQ(1, supported);
    cudaMemPool_t pool = nullptr;
    cudaMemPool_t current = nullptr;
    ASSERT_EQ(cudaSuccess, cudaDeviceGetDefaultMemPool(&pool, 0));
    ASSERT_EQ(cudaSuccess, cudaDeviceGetMemPool(&current, 0));
    EXPECT_EQ(pool, current);
    std::uint64_t threshold = 12345;
    EXPECT_EQ(cudaSuccess,
              cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    threshold = 0;
    EXPECT_EQ(cudaSuccess,
              cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    EXPECT_EQ(12345U, threshold);
    int reuse = 0;
    EXPECT_EQ(cudaSuccess,
              cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
    reuse = 7;
    EXPECT_EQ(cudaSuccess,
              cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
    EXPECT_EQ(0, reuse);
}

TEST(MemoryPools, AllocatesAndCounts) {
    cudaMemPool_t pool = nullptr;
    ASSERT_EQ(cudaSuccess, cudaDeviceGetDefaultMemPool(&pool, 0));
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    EXPECT_EQ(cudaSuccess, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &before));
    float* data = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMallocFromPoolAsync(&data, 1 << 20, pool, nullptr));
    EXPECT_EQ(cudaSuccess, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &after));
    EXPECT_GE(after, before + (1U << 20));
    EXPECT_EQ(cudaSuccess, cudaFreeAsync(data, nullptr));
    EXPECT_EQ(cudaSuccess, cudaMemPoolTrimTo(pool, 0));
}

TEST(MemoryPools, WrongCallsAreRefused) {
    cudaMemPool_t pool = nullptr;
    expect_refused(cudaErrorInvalidDevice, [&] { return cudaDeviceGetDefaultMemPool(&pool, 1); });
    expect_refused(cudaErrorInvalidValue, [&] { return cudaMemPoolTrimTo(nullptr, 0); });
    ASSERT_EQ(cudaSuccess, cudaDeviceGetDefaultMemPool(&pool, 0));
    std::uint64_t value = 5;
    expect_refused(cudaErrorInvalidValue, [&] {
        return cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value);
    });
}

TEST(ManagedMemory, IsPrefetchedToALocation) {
    float* data = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMallocManaged(&data, 4096));
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
    EXPECT_EQ(cudaSuccess, cudaMemPrefetchAsync(data, 4096, device, 0));
    EXPECT_EQ(cudaSuccess, cudaMemPrefetchAsync(data, 4096, host, 0, nullptr));
    EXPECT_EQ(cudaSuccess, cudaMemAdvise(data, 4096, cudaMemAdviseSetReadMostly, device));
    const cudaMemLocation nowhere = {cudaMemLocationTypeInvalid, 0};
    expect_refused(cudaErrorInvalidValue,
                   [&] { return cudaMemPrefetchAsync(data, 4096, nowhere, 0); });
    const cudaMemLocation second = {cudaMemLocationTypeDevice, 1};
    expect_refused(cudaErrorInvalidValue,
                   [&] { return cudaMemPrefetchAsync(data, 4096, second, 0); });
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaSuccess, cudaStreamCreate(&stream));
    EXPECT_EQ(cudaSuccess, cudaStreamAttachMemAsync(stream, data));
    EXPECT_EQ(cudaSuccess, cudaStreamAttachMemAsync(nullptr, data, 4096, cudaMemAttachGlobal));
    expect_refused(cudaErrorInvalidValue,
                   [&] { return cudaStreamAttachMemAsync(stream, data + 1); });
    expect_refused(cudaErrorInvalidValue, [&] { return cudaStreamAttachMemAsync(nullptr, data); });
    EXPECT_EQ(cudaSuccess, cudaStreamDestroy(stream));
    EXPECT_EQ(cudaSuccess, cudaFree(data));
}

TEST(StreamAttributes, AreKept) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaSuccess, cudaStreamCreate(&stream));
    cudaStreamAttrValue value{};
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    EXPECT_EQ(cudaSuccess,
              cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    cudaStreamAttrValue kept{};
    EXPECT_EQ(cudaSuccess,
              cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &kept));
    EXPECT_EQ(4096U, kept.accessPolicyWindow.num_bytes);
    EXPECT_EQ(cudaAccessPropertyPersisting, kept.accessPolicyWindow.hitProp);
    value.priority = -100;
    EXPECT_EQ(cudaSuccess, cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
    int priority = 0;
    EXPECT_EQ(cudaSuccess, cudaStreamGetPriority(stream, &priority));
    EXPECT_EQ(-5, priority);
    EXPECT_EQ(cudaSuccess, cudaCtxResetPersistingL2Cache());
    expect_refused(cudaErrorInvalidValue, [&] {
        return cudaStreamSetAttribute(stream, cudaLaunchAttributeCooperative, &value);
    });
    EXPECT_EQ(cudaSuccess, cudaStreamDestroy(stream));
}
