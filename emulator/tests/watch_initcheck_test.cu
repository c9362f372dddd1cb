// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// initcheck: reads of what nobody has written.

#include <cuda_fp16.h>
#include <emulator/watch.h>

#include "watch_test.hpp"

namespace {

class Initcheck : public WatchTest {};

template <class T>
class Uninitialised {
  public:
    explicit Uninitialised(std::size_t count) { cudaMalloc(&data_, count * sizeof(T)); }
    ~Uninitialised() { cudaFree(data_); }
    Uninitialised(const Uninitialised&) = delete;
    Uninitialised& operator=(const Uninitialised&) = delete;
    T* get() const { return data_; }

  private:
    T* data_ = nullptr;
};

__global__ void add_one(const int* in, int* out) {
    const unsigned i = threadIdx.x;
    out[i] = in[i] + 1;
}
constexpr int line_of_add_one = __LINE__ - 2;

TEST_F(Initcheck, GlobalMemory) {
    const Uninitialised<int> in(8);
    DeviceArray<int> out(8);
    cudaError_t error = cudaErrorUnknown;
    const std::string text = reports_of([&] { add_one<<<1, 8>>>(in.get(), out.get()); }, &error);
    EXPECT_REPORT(text, line_of_add_one,
                  "initcheck: Uninitialized __global__ memory read of size 4 bytes");
    EXPECT_CONTAINS(text, "nobody has written in.get()[0], element 0 of allocation");
    EXPECT_CONTAINS(text, "8 times in this launch");
    EXPECT_EQ(error, cudaSuccess);  // a GPU would go on too
}

__global__ void add_shared_and_global(const int* in, int* out) {
    __shared__ int own[8];
    const unsigned i = threadIdx.x;
    out[i] = own[i] + in[i];
}
constexpr int line_of_two_arrays = __LINE__ - 2;

TEST_F(Initcheck, TwoArraysOfOneStatementAreBothNamed) {
    const Uninitialised<int> in(8);
    DeviceArray<int> out(8);
    const auto launch = [&] { add_shared_and_global<<<1, 8>>>(in.get(), out.get()); };
    const std::string text = reports_of(launch);
    EXPECT_REPORT(text, line_of_two_arrays, "initcheck: Uninitialized __shared__ memory");
    EXPECT_REPORT(text, line_of_two_arrays, "initcheck: Uninitialized __global__ memory");
    EXPECT_CONTAINS(text, "nobody has written in.get()[0]");
    EXPECT_EQ(count_of(text, "8 times in this launch"), 2) << text;
    EXPECT_EQ(count_of(text, "an earlier launch"), 0) << text;
    // The second launch is told in short, for both.
    EXPECT_EQ(count_of(reports_of(launch), "an earlier launch"), 2);
}

TEST_F(Initcheck, GlobalMemoryAfterACopyAFillOrAKernel) {
    const Uninitialised<int> set(8);
    const Uninitialised<int> copied(8);
    const Uninitialised<int> computed(8);
    const Uninitialised<int> out(8);
    const std::vector<int> values(8, 3);
    EXPECT_SILENT(reports_of([&] {
        cudaMemset(set.get(), 0, 32);
        cudaMemcpy(copied.get(), values.data(), 32, cudaMemcpyHostToDevice);
        add_one<<<1, 8>>>(set.get(), computed.get());
        add_one<<<1, 8>>>(copied.get(), out.get());
        add_one<<<1, 8>>>(computed.get(), out.get());
    }));
}

TEST_F(Initcheck, ACopyOnTheDeviceInitialisesNothing) {
    const Uninitialised<int> from(8);
    DeviceArray<int> to(8);
    DeviceArray<int> out(8);
    const std::string text = reports_of([&] {
        cudaMemset(from.get(), 0, 16);  // the first four
        cudaMemcpy(to.get(), from.get(), 32, cudaMemcpyDeviceToDevice);
        add_one<<<1, 8>>>(to.get(), out.get());
    });
    EXPECT_CONTAINS(text, "4 times in this launch");
    EXPECT_CONTAINS(text, "element 4 of allocation");
}

__global__ void sum_shared(int written, int* out) {
    __shared__ int values[64];
    const int i = static_cast<int>(threadIdx.x);
    if (i < written) values[i] = i;
    __syncthreads();
    if (i == 0) {
        int sum = 0;
        for (int k = 0; k < 64; ++k)
            sum += values[k];
        *out = sum;
    }
}
constexpr int line_of_sum_shared = __LINE__ - 4;

TEST_F(Initcheck, SharedMemory) {
    DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { sum_shared<<<1, 64>>>(64, out.get()); }));
    const std::string text = reports_of([&] { sum_shared<<<1, 64>>>(60, out.get()); });
    EXPECT_REPORT(text, line_of_sum_shared,
                  "initcheck: Uninitialized __shared__ memory read of size 4 bytes");
    EXPECT_CONTAINS(text, "nobody has written element 60 of the shared array values of ");
    EXPECT_CONTAINS(text, "sum_shared (byte 240 of 256)");
    EXPECT_CONTAINS(text, "4 times in this launch");
}

/// Element 32 is one past the values of 32 threads, and the second one of thread 0 in steps of
/// them.
TEST_F(Initcheck, SecondElementOfAShareIsNoPartner) {
    DeviceArray<int> out(1);
    const std::string text = reports_of([&] { sum_shared<<<1, 32>>>(32, out.get()); });
    EXPECT_CONTAINS(text, "nobody has written element 32 of the shared array values of ");
    EXPECT_CONTAINS(text, "likely cause: an element that no thread of this block writes before");
    EXPECT_EQ(text.find("has no partner"), std::string::npos) << text;
}

__global__ void keeps_the_memory_beside(int* out, int count) {
    __shared__ int of_another_kernel[64];
    of_another_kernel[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) *out = of_another_kernel[count];
}
__global__ void read_beside(int index, int* out) {
    __shared__ int own_values[64];
    own_values[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) *out = own_values[index];
}
constexpr int line_of_read_beside = __LINE__ - 2;

/// What lies beside an array may be that of another kernel, but that is not what the line meant.
TEST_F(Initcheck, AnIndexThatLeavesTheArrayOfTheKernel) {
    DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { keeps_the_memory_beside<<<1, 64>>>(out.get(), 3); }));
    int told = 0;
    // On one side of it at least lies an array of another kernel.
    for (const int index : {-1, 64}) {
        cudaDeviceReset();
        DeviceArray<int> again(1);
        const std::string text = reports_of([&] { read_beside<<<1, 64>>>(index, again.get()); });
        if (text.find("initcheck: Uninitialized") == std::string::npos) continue;
        ++told;
        EXPECT_REPORT(text, line_of_read_beside, "initcheck: Uninitialized __shared__ memory read");
        EXPECT_CONTAINS(text, index < 0 ? "the address is 4 bytes before the shared array "
                                        : "the address is 1 byte behind the last byte of the ");
        EXPECT_CONTAINS(text, "own_values of ");
        EXPECT_CONTAINS(text, "likely cause: an index outside the array");
        EXPECT_EQ(text.find("nobody has written"), std::string::npos) << text;
    }
    EXPECT_GT(told, 0);
}

__global__ void leave_for_the_next_block(int* out) {
    __shared__ int kept;
    if (blockIdx.x == 0) kept = 7;
    if (blockIdx.x == 1) *out = kept;
}
constexpr int line_of_leave = __LINE__ - 2;

TEST_F(Initcheck, SharedMemoryOfTheBlockBefore) {
    DeviceArray<int> out(1);
    const std::string text = reports_of([&] { leave_for_the_next_block<<<2, 1>>>(out.get()); });
    EXPECT_REPORT(text, line_of_leave, "initcheck: Uninitialized __shared__ memory read");
}

__global__ void use_halves(__half* out) {
    __shared__ __half values[4];
    if (threadIdx.x < 3) values[threadIdx.x] = __float2half(1.0F);
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}
constexpr int line_of_use_halves = __LINE__ - 2;

TEST_F(Initcheck, HalfOfAWord) {
    DeviceArray<__half> out(4);
    EXPECT_SILENT(reports_of([&] { use_halves<<<1, 3>>>(out.get()); }));
    const std::string text = reports_of([&] { use_halves<<<1, 4>>>(out.get()); });
    EXPECT_REPORT(text, line_of_use_halves,
                  "initcheck: Uninitialized __shared__ memory read of size 2 bytes");
    EXPECT_CONTAINS(text, "once in this launch");
}

struct Padded {
    char tag;
    double value;
    int last;
};
__global__ void copy_padded(Padded* out) {
    __shared__ Padded one;
    one.tag = 'a';
    one.value = 1;
    one.last = 2;
    *out = one;
}

TEST_F(Initcheck, PaddingIsNoFault) {
    const Uninitialised<Padded> out(1);
    EXPECT_SILENT(reports_of([&] { copy_padded<<<1, 1>>>(out.get()); }));
}

// g++ reads each of these by one access of 8 or 16 bytes.
struct FloatDouble {
    float a;
    double b;
};
struct CharDouble {
    char a;
    double b;
};
struct DoubleInt {
    double a;
    int b;
};
struct ShortInt {
    short a;
    int b;
};
template <class T>
__global__ void copy_small(T* out) {
    __shared__ T one;
    one.a = 1;
    one.b = 2;
    *out = one;
}

TEST_F(Initcheck, PaddingOfAStructureThatIsCopiedByOneAccess) {
    const Uninitialised<FloatDouble> out(1);
    EXPECT_SILENT(reports_of([&] { copy_small<FloatDouble><<<1, 1>>>(out.get()); }));
    const Uninitialised<CharDouble> tagged(1);
    EXPECT_SILENT(reports_of([&] { copy_small<CharDouble><<<1, 1>>>(tagged.get()); }));
    const Uninitialised<DoubleInt> tail(1);
    EXPECT_SILENT(reports_of([&] { copy_small<DoubleInt><<<1, 1>>>(tail.get()); }));
    const Uninitialised<ShortInt> eight(1);
    EXPECT_SILENT(reports_of([&] { copy_small<ShortInt><<<1, 1>>>(eight.get()); }));
}

struct alignas(16) FourFloats {
    float values[4];
};
template <class T>
__global__ void copy_without(int left_out, T* out) {
    __shared__ T one[1];
    auto* values = reinterpret_cast<float*>(one);
    for (int i = 0; i < static_cast<int>(sizeof(T) / sizeof(float)); ++i) {
        if (i != left_out) values[i] = 1;
    }
    *out = one[0];
}
constexpr int line_of_copy_without = __LINE__ - 2;

/// A vector type has no padding, whichever element is missing.
TEST_F(Initcheck, AnElementOfAVectorThatNobodyWrote) {
    const Uninitialised<float4> out(1);
    EXPECT_SILENT(reports_of([&] { copy_without<float4><<<1, 1>>>(4, out.get()); }));
    for (int left_out = 0; left_out < 4; ++left_out) {
        workshop::emulator::repeat_findings_in_full();
        const std::string text =
            reports_of([&] { copy_without<float4><<<1, 1>>>(left_out, out.get()); });
        EXPECT_REPORT(text, line_of_copy_without,
                      "initcheck: Uninitialized __shared__ memory read of size 16 bytes");
    }
    workshop::emulator::repeat_findings_in_full();
    const Uninitialised<float2> two(1);
    const std::string text = reports_of([&] { copy_without<float2><<<1, 1>>>(1, two.get()); });
    EXPECT_REPORT(text, line_of_copy_without,
                  "initcheck: Uninitialized __shared__ memory read of size 8 bytes");
}

/// No compiler puts padding in front of the first member, or before one that needs none.
TEST_F(Initcheck, AMemberThatCannotBePadding) {
    const Uninitialised<FourFloats> out(1);
    for (const int left_out : {0, 2}) {
        workshop::emulator::repeat_findings_in_full();
        EXPECT_REPORT(reports_of([&] { copy_without<FourFloats><<<1, 1>>>(left_out, out.get()); }),
                      line_of_copy_without,
                      "initcheck: Uninitialized __shared__ memory read of size 16 bytes");
    }
}

__global__ void count_shared(bool set, int* out) {
    __shared__ int counter;
    if (set && threadIdx.x == 0) atomicExch(&counter, 0);
    __syncthreads();
    atomicAdd(&counter, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = counter;
}
constexpr int line_of_count_shared = __LINE__ - 4;

TEST_F(Initcheck, AtomicOnWhatWasNotSet) {
    DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { count_shared<<<1, 8>>>(true, out.get()); }));
    const std::string text = reports_of([&] { count_shared<<<1, 8>>>(false, out.get()); });
    EXPECT_REPORT(text, line_of_count_shared,
                  "initcheck: Uninitialized __shared__ memory read of size 4 bytes");
}

}  // namespace
