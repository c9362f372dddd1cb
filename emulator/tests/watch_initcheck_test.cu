// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// initcheck: reads of what nobody has written.

#include <cuda_fp16.h>

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
