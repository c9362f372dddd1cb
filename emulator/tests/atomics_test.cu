// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

namespace {

class Atomics : public DeviceTest {};

template <class T>
__global__ void add_all(T* out) {
    atomicAdd(out, T(threadIdx.x));
    atomicAdd_block(out, T(1));
    atomicAdd_system(out, T(1));
}

template <class T>
T sum_of_adds() {
    DeviceArray<T> out(1);
    add_all<<<10, 100>>>(out.get());
    return out.values()[0];
}

TEST_F(Atomics, AddOfEveryType) {
    EXPECT_EQ(sum_of_adds<int>(), 51500);
    EXPECT_EQ(sum_of_adds<unsigned>(), 51500U);
    EXPECT_EQ(sum_of_adds<unsigned long long>(), 51500ULL);
    EXPECT_EQ(sum_of_adds<float>(), 51500.0F);
    EXPECT_EQ(sum_of_adds<double>(), 51500.0);
}

__global__ void integer_operations(int* out, unsigned* other) {
    const int thread = static_cast<int>(threadIdx.x);
    atomicSub(&out[0], thread);
    atomicMin(&out[1], -thread);
    atomicMax(&out[2], thread);
    atomicOr(&out[3], 1 << thread);
    atomicXor(&out[4], 1);
    atomicAnd(&out[5], ~(1 << thread));
    atomicInc(&other[0], 3);
    atomicDec(&other[1], 2);
    if (thread == 9) {
        out[6] = atomicExch(&out[7], 42);
        out[8] = atomicCAS(&out[9], 0, 5);
        out[10] = atomicCAS(&out[9], 0, 6);
    }
}

TEST_F(Atomics, OtherOperations) {
    std::vector<int> start(11);
    start[5] = -1;
    DeviceArray<int> out(start);
    DeviceArray<unsigned> other(2);
    integer_operations<<<1, 10>>>(out.get(), other.get());
    EXPECT_EQ(out.values(), (std::vector<int>{-45, -9, 9, 1023, 0, -1024, 0, 42, 0, 5, 5}));
    EXPECT_EQ(other.values()[0], 2U);  // 1 2 3 0 1 2 3 0 1 2
    EXPECT_EQ(other.values()[1], 2U);  // 2 1 0 2 1 0 2 1 0 2
}

__global__ void signed_and_unsigned(int* numbers, unsigned* bits, long long* wide) {
    atomicMax(numbers, -1);
    atomicMax(bits, 0xFFFFFFFFU);
    atomicMin(wide, -5000000000LL);
}

TEST_F(Atomics, ComparisonsKnowTheSign) {
    DeviceArray<int> numbers(1);
    DeviceArray<unsigned> bits(1);
    DeviceArray<long long> wide(1);
    signed_and_unsigned<<<1, 1>>>(numbers.get(), bits.get(), wide.get());
    EXPECT_EQ(numbers.values()[0], 0);
    EXPECT_EQ(bits.values()[0], 0xFFFFFFFFU);
    EXPECT_EQ(wide.values()[0], -5000000000LL);
}

__global__ void last_block_sums(const int* in, int* partial, unsigned* ticket, int* out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(ticket, 1U) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            sum += partial[i];
        *out = sum;
    }
}

TEST_F(Atomics, TheLastBlockFinishesTheWork) {
    DeviceArray<int> in(std::vector<int>{1, 2, 3, 4, 5});
    DeviceArray<int> partial(5);
    DeviceArray<unsigned> ticket(1);
    DeviceArray<int> out(1);
    last_block_sums<<<5, 32>>>(in.get(), partial.get(), ticket.get(), out.get());
    EXPECT_EQ(out.values()[0], 15);
}

__global__ void hinted(const float4* in, float4* out) {
    __stcs(out, __ldg(in));
    __stwt(out + 1, __ldcg(in + 1));
}

TEST_F(Atomics, HintedAccessesAreAccesses) {
    DeviceArray<float> in(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    DeviceArray<float> out(8);
    hinted<<<1, 1>>>(reinterpret_cast<float4*>(in.get()), reinterpret_cast<float4*>(out.get()));
    EXPECT_EQ(out.values(), in.values());
}

}  // namespace
