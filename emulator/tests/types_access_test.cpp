// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// A vector of 16 bytes moves by one access of 16 bytes: what the watching of accesses relies on.
//
// The copies are compiled with a call before every access; the calls come here and are counted.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <string>

#include "types_access_copies.hpp"

namespace {

std::map<std::string, int>& counts() {
    static std::map<std::string, int> all;
    return all;
}

/// "r16 w16": what a call reads and writes outside its own stack.
template <typename Copy>
std::string accesses_of(Copy copy) {
    counts().clear();
    copy();
    std::string text;
    for (const auto& [kind, count] : counts()) {
        text += (text.empty() ? "" : " ") + kind + "x" + std::to_string(count);
    }
    return text;
}

const char* stack_low = nullptr;
const char* stack_high = nullptr;

void note(const char* kind, const void* address) {
    const auto* byte = static_cast<const char*>(address);
    if (byte >= stack_low && byte < stack_high) return;  // without optimisation: locals
    ++counts()[kind];
}

class VectorAccess : public testing::Test {
  protected:
    VectorAccess() {
        const auto* here = static_cast<const char*>(__builtin_frame_address(0));
        stack_low = here - (1 << 20);
        stack_high = here + (1 << 20);
    }
};

}  // namespace

#define COUNTED(bytes)                                   \
    extern "C" void __tsan_read##bytes(void* address) {  \
        note("r" #bytes, address);                       \
    }                                                    \
    extern "C" void __tsan_write##bytes(void* address) { \
        note("w" #bytes, address);                       \
    }
COUNTED(1)
COUNTED(2)
COUNTED(4)
COUNTED(8)
COUNTED(16)
extern "C" void __tsan_init() {}
extern "C" void __tsan_func_entry(void*) {}
extern "C" void __tsan_func_exit() {}

TEST_F(VectorAccess, HasTheWidthOfTheVector) {
    static float4 a = {1, 2, 3, 4};
    static float4 b;
    EXPECT_EQ("r16x1 w16x1", accesses_of([] { copy_float4(&b, &a); }));
    EXPECT_EQ(4.0F, b.w);
    EXPECT_EQ("r16x1 w16x1", accesses_of([] { add_to_float4(&b, &a); }));
    EXPECT_EQ(2.0F, b.x);
    EXPECT_EQ(6.0F, b.w);
    static float2 c[2] = {{1, 2}, {3, 4}};
    EXPECT_EQ("r8x1 w8x1", accesses_of([] { copy_float2(&c[0], &c[1]); }));
    static char4 d[2] = {};
    EXPECT_EQ("r4x1 w4x1", accesses_of([] { copy_char4(&d[0], &d[1]); }));
    static double4 e[2] = {};
    EXPECT_EQ("r16x2 w16x2", accesses_of([] { copy_double4(&e[0], &e[1]); }));
}

TEST_F(VectorAccess, OfThreeElementsHasThreeParts) {
    static float3 a[2] = {{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ("r4x3 w4x3", accesses_of([] { copy_float3(&a[0], &a[1]); }));
    EXPECT_EQ(6.0F, a[0].z);
}

TEST_F(VectorAccess, InSharedMemoryNeedsNoGuard) {
    static float4 a[2] = {{}, {1, 2, 3, 4}};
    EXPECT_EQ("r16x2 w16x2", accesses_of([] { copy_through_shared(&a[0], &a[1]); }));
    EXPECT_EQ(3.0F, a[0].z);
}
