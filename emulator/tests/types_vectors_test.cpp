// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Vector types: layout, construction, copies.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstring>

#ifdef WORKSHOP_CPU_DEVICE
#include <type_traits>
#endif

namespace {

template <typename T>
void expect_layout(std::size_t size, std::size_t alignment) {
    EXPECT_EQ(size, sizeof(T));
    EXPECT_EQ(alignment, alignof(T));
}

}  // namespace

TEST(VectorTypes, HaveTheLayoutOfCuda) {
    expect_layout<char2>(2, 2);
    expect_layout<uchar3>(3, 1);
    expect_layout<char4>(4, 4);
    expect_layout<short2>(4, 4);
    expect_layout<ushort4>(8, 8);
    expect_layout<int2>(8, 8);
    expect_layout<int3>(12, 4);
    expect_layout<int4>(16, 16);
    expect_layout<uint4>(16, 16);
    expect_layout<float1>(4, 4);
    expect_layout<float2>(8, 8);
    expect_layout<float3>(12, 4);
    expect_layout<float4>(16, 16);
    expect_layout<longlong2>(16, 16);
    expect_layout<double2>(16, 16);
    expect_layout<double3>(24, 8);
    expect_layout<dim3>(12, 4);
}

TEST(VectorTypes, ListsFillInOrder) {
    const float4 full = {1.0F, 2.0F, 3.0F, 4.0F};
    EXPECT_EQ(4.0F, full.w);
    const float4 part = {1.0F, 2.0F};
    EXPECT_EQ(2.0F, part.y);
    EXPECT_EQ(0.0F, part.z);
    EXPECT_EQ(0.0F, part.w);
    const int4 zero = {};
    EXPECT_EQ(0, zero.x + zero.y + zero.z + zero.w);
    const float4 array[2] = {{1.0F, 2.0F, 3.0F, 4.0F}, {5.0F}};
    EXPECT_EQ(5.0F, array[1].x);
    const int3 three = {1, 2, 3};
    EXPECT_EQ(3, three.z);
}

TEST(VectorTypes, AreMade) {
    const uint4 numbers = make_uint4(1, 2, 3, 4);
    EXPECT_EQ(3U, numbers.z);
    const double2 pair = make_double2(0.5, -0.5);
    EXPECT_EQ(-0.5, pair.y);
    const uchar4 colour = make_uchar4(255, 128, 0, 1);
    EXPECT_EQ(128, colour.y);
    EXPECT_EQ(7.0F, make_float1(7.0F).x);
    EXPECT_EQ(9, make_short3(7, 8, 9).z);
}

TEST(VectorTypes, CopyAllTheirElements) {
    float4 a = {1, 2, 3, 4};
    float4 b = a;
    b.x = 9;
    a = b;
    EXPECT_EQ(9.0F, a.x);
    EXPECT_EQ(2.0F, a.y);
    EXPECT_EQ(3.0F, a.z);
    EXPECT_EQ(4.0F, a.w);
    const double2 c = {1.5, 2.5};
    double2 d = {0, 0};
    d = c;
    EXPECT_EQ(2.5, d.y);
    const char2 e = {1, 2};
    const char2 f = e;
    EXPECT_EQ(2, f.y);
}

TEST(VectorTypes, AreReadThroughAPointerToTheirElements) {
    alignas(16) float numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const float4 second = reinterpret_cast<const float4*>(numbers)[1];
    EXPECT_EQ(4.0F, second.x);
    EXPECT_EQ(7.0F, second.w);
    reinterpret_cast<float4*>(numbers)[0] = second;
    EXPECT_EQ(5.0F, numbers[1]);
}

TEST(VectorTypes, MayBeFilledByMemcpyAndLiveInUnions) {
    const float numbers[4] = {1, 2, 3, 4};
    float4 vector;
    std::memcpy(&vector, numbers, sizeof vector);
    EXPECT_EQ(3.0F, vector.z);
    union Pack {
        float4 vector;
        unsigned int words[4];
    };
    Pack pack;
    pack.vector = vector;
    EXPECT_EQ(0x3F800000U, pack.words[0]);
}

TEST(Dim3, FillsWithOnes) {
    const dim3 one;
    EXPECT_EQ(1U, one.x * one.y * one.z);
    const dim3 from_number = 7;
    EXPECT_EQ(7U, from_number.x);
    EXPECT_EQ(1U, from_number.y);
    const dim3 two(3, 4);
    EXPECT_EQ(4U, two.y);
    EXPECT_EQ(1U, two.z);
    const uint3 plain = {5, 6, 7};
    const dim3 from_plain(plain);
    EXPECT_EQ(7U, from_plain.z);
}

#ifdef WORKSHOP_CPU_DEVICE

TEST(VectorTypes, WorkInConstantExpressions) {
    constexpr float4 a = make_float4(1, 2, 3, 4);
    constexpr float4 b = a;
    static_assert(b.w == 4.0F);
    constexpr double4 c = {1, 2, 3, 4};
    constexpr double4 d = c;
    static_assert(d.z == 3.0);
    static_assert(std::is_trivially_default_constructible_v<float4>);
    static_assert(sizeof(double4) == 32 && alignof(double4) == 16);
    constexpr dim3 e(2);
    static_assert(e.x == 2 && e.z == 1);
}

#endif
