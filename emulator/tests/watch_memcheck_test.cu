// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// memcheck: for every fault a kernel that has it, and a twin that has not.

#include <cstring>
#include <memory>

#include "watch_test.hpp"

namespace {

class Memcheck : public WatchTest {};

__global__ void fill(float* out, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) out[i] = 1;
}
constexpr int line_of_fill = __LINE__ - 2;

TEST_F(Memcheck, WriteBehindTheEnd) {
    DeviceArray<float> out(100);
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { fill<<<1, 128>>>(out.get(), 103); }, &error);
    EXPECT_REPORT(
        text, line_of_fill,
        "memcheck: Invalid __global__ write of size 4 bytes: the address is out of bounds");
    EXPECT_CONTAINS(text, "1 byte behind the last byte of allocation");
    EXPECT_CONTAINS(text, "it would be element 100, and there are 100 elements");
    EXPECT_CONTAINS(text, "kernel fill, block (0,0,0), thread (100,0,0)");
    EXPECT_CONTAINS(text, "3 times in this launch");
    EXPECT_CONTAINS(text, "if (i < count) out[i] = 1;");
    EXPECT_EQ(count_of(text, "error:"), 1) << text;
    EXPECT_EQ(error, cudaErrorIllegalAddress);
}

__global__ void add_arrays(const float* a, const float* b, float* sum) {
    const unsigned i = threadIdx.x;
    sum[i] = a[i] + b[i] + b[i + 1];
}
constexpr int line_of_add_arrays = __LINE__ - 2;

TEST_F(Memcheck, TwoArraysOfOneStatementAreBothNamed) {
    DeviceArray<float> a(8);
    DeviceArray<float> b(8);
    DeviceArray<float> sum(32);
    const std::string text =
        reports_of([&] { add_arrays<<<1, 10>>>(a.get(), b.get(), sum.get()); });
    EXPECT_REPORT(text, line_of_add_arrays, "memcheck: Invalid __global__ read");
    EXPECT_CONTAINS(text, "the address is a.get()[8]");
    EXPECT_CONTAINS(text, "the address is b.get()[8]");
    EXPECT_EQ(count_of(text, "error:"), 2) << text;
    EXPECT_CONTAINS(text, "2 times in this launch");
    EXPECT_CONTAINS(text, "5 times in this launch");
    EXPECT_EQ(count_of(text, "an earlier launch"), 0) << text;
}

__global__ void copy_from_middle(int count, const double* in, float* out) {
    for (int i = 0; i < count; ++i)
        out[i] = static_cast<float>(in[i]);
}

struct Inside {
    float* out;
};
__global__ void fill_inside(Inside inside) {
    inside.out[10] = 1;
}

TEST_F(Memcheck, NamesTheArgumentOfTheLaunch) {
    DeviceArray<double> in(10);
    DeviceArray<float> out(10);
    cudaMemset(in.get(), 0, 10 * sizeof(double));
    const std::string text =
        reports_of([&] { copy_from_middle<<<1, 1>>>(11, in.get(), out.get()); });
    EXPECT_CONTAINS(text, "the address is in.get()[10], 1 byte behind the last byte of allocation");
}

TEST_F(Memcheck, CountsFromWhereTheArgumentPoints) {
    DeviceArray<double> whole(20);
    DeviceArray<float> out(10);
    const double* in = whole.get();
    cudaMemset(whole.get(), 0, 20 * sizeof(double));
    const std::string text =
        reports_of([&] { copy_from_middle<<<1, 1>>>(min(6, 9), in + 15, out.get()); });
    EXPECT_CONTAINS(text, "the address is (in + 15)[5], 1 byte behind the last byte of allocation");
}

#define LAUNCH_FILL(...) fill<<<1, 11>>>(__VA_ARGS__)
#define BOTH_ARGUMENTS(out) (out).get(), 11

// What a macro passes on without a name has none.
TEST_F(Memcheck, ArgumentsOfAMacroWithoutNames) {
    DeviceArray<float> out(10);
    EXPECT_CONTAINS(reports_of([&] { LAUNCH_FILL(out.get(), 11); }),
                    "the address is 1 byte behind the last byte of allocation");
    cudaDeviceReset();
    DeviceArray<float> again(10);
    EXPECT_CONTAINS(reports_of([&] { fill<<<1, 11>>>(BOTH_ARGUMENTS(again)); }),
                    "the address is 1 byte behind the last byte of allocation");
}

// Which member of a structure points there is not known.
TEST_F(Memcheck, PointerInAStructureHasNoName) {
    DeviceArray<float> out(10);
    const std::string text = reports_of([&] { fill_inside<<<1, 1>>>(Inside{out.get()}); });
    EXPECT_CONTAINS(text, "the address is 1 byte behind the last byte of allocation");
}

TEST_F(Memcheck, WriteUpToTheEnd) {
    DeviceArray<float> out(100);
    cudaError_t error = cudaErrorUnknown;
    EXPECT_SILENT(reports_of([&] { fill<<<1, 128>>>(out.get(), 100); }, &error));
    EXPECT_EQ(error, cudaSuccess);
}

__global__ void read_before(const float* in, float* out) {
    out[0] = in[-2];
}
constexpr int line_of_read_before = __LINE__ - 2;

TEST_F(Memcheck, ReadBeforeTheBeginning) {
    DeviceArray<float> out(1);
    DeviceArray<float> in(10);
    const std::string text = reports_of([&] { read_before<<<1, 1>>>(in.get(), out.get()); });
    EXPECT_REPORT(text, line_of_read_before, "memcheck: Invalid __global__ read of size 4 bytes");
    EXPECT_CONTAINS(text, "8 bytes before allocation");
}

__global__ void write_bytes(char* out, int count) {
    for (int i = 0; i < count; ++i)
        out[i] = 'x';
}
constexpr int line_of_write_bytes = __LINE__ - 2;

TEST_F(Memcheck, ByteBehindAnOddSize) {
    DeviceArray<char> out(13);
    EXPECT_SILENT(reports_of([&] { write_bytes<<<1, 1>>>(out.get(), 13); }));
    const std::string text = reports_of([&] { write_bytes<<<1, 1>>>(out.get(), 14); });
    EXPECT_REPORT(text, line_of_write_bytes, "memcheck: Invalid __global__ write of size 1 byte");
    EXPECT_CONTAINS(text, "once in this launch");
}

TEST_F(Memcheck, WriteAfterFree) {
    float* freed = nullptr;
    cudaMalloc(&freed, 400);
    cudaFree(freed);
    DeviceArray<float> other(100);  // does not get the place of the freed block
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { fill<<<1, 1>>>(freed, 1); }, &error);
    EXPECT_REPORT(text, line_of_fill,
                  "memcheck: Invalid __global__ write of size 4 bytes: the memory was freed");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
}

__global__ void copy_wide(const float* in, float4* out) {
    out[0] = *reinterpret_cast<const float4*>(in);
}
constexpr int line_of_copy_wide = __LINE__ - 2;

TEST_F(Memcheck, Misaligned) {
    DeviceArray<float> in(16);
    DeviceArray<float4> out(1);
    EXPECT_SILENT(reports_of([&] { copy_wide<<<1, 1>>>(in.get() + 4, out.get()); }));
    cudaError_t error = cudaSuccess;
    const std::string text =
        reports_of([&] { copy_wide<<<1, 1>>>(in.get() + 1, out.get()); }, &error);
    EXPECT_REPORT(text, line_of_copy_wide,
                  "memcheck: Invalid __global__ read of size 16 bytes: the address is not a "
                  "multiple of 16");
    EXPECT_CONTAINS(text, "byte 4 of allocation");
    EXPECT_EQ(error, cudaErrorMisalignedAddress);
}

struct FloatDouble {
    float a;
    double b;
};
struct InTheMiddle {
    double before;
    FloatDouble pair;  // 16 bytes, at an address that only 8 divides
};
__global__ void copy_pair(const InTheMiddle* in, InTheMiddle* out) {
    out->pair = in->pair;
}

TEST_F(Memcheck, AStructureOf16BytesIsAlignedAsItsMembersAre) {
    DeviceArray<InTheMiddle> in(1);
    DeviceArray<InTheMiddle> out(1);
    cudaError_t error = cudaErrorUnknown;
    EXPECT_SILENT(reports_of([&] { copy_pair<<<1, 1>>>(in.get(), out.get()); }, &error));
    EXPECT_EQ(error, cudaSuccess);
}

TEST_F(Memcheck, AVectorAtAnAddressThatOnly8Divides) {
    DeviceArray<float> in(16);
    DeviceArray<float4> out(1);
    cudaError_t error = cudaSuccess;
    const std::string text =
        reports_of([&] { copy_wide<<<1, 1>>>(in.get() + 2, out.get()); }, &error);
    EXPECT_REPORT(text, line_of_copy_wide,
                  "memcheck: Invalid __global__ read of size 16 bytes: the address is not a "
                  "multiple of 16");
    EXPECT_EQ(error, cudaErrorMisalignedAddress);
}

__global__ void throw_if_large(int value, int* out) {
    if (value > 3) throw value;
    *out = value;
}
constexpr int line_of_throw = __LINE__ - 3;

TEST_F(Memcheck, AThrownObjectIsNoHostMemory) {
    DeviceArray<int> out(1);
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { throw_if_large<<<1, 1>>>(4, out.get()); }, &error);
    EXPECT_CONTAINS(text, at_line(__FILE__, line_of_throw) + "the kernel throws an exception\n");
    EXPECT_EQ(count_of(text, "error: "), 1);
    EXPECT_EQ(error, cudaErrorLaunchFailure);
}

TEST_F(Memcheck, HostPointer) {
    const std::unique_ptr<float[]> heap(new float[16]());
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { fill<<<1, 1>>>(heap.get(), 1); }, &error);
    EXPECT_REPORT(text, line_of_fill,
                  "memcheck: Invalid __global__ write of size 4 bytes: the address is memory of "
                  "the host");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
    EXPECT_EQ(heap[0], 0.0F);
    cudaDeviceReset();
    float local = 0;
    EXPECT_CONTAINS(reports_of([&] { fill<<<1, 1>>>(&local, 1); }), "is memory of the host");
    EXPECT_EQ(local, 0.0F);
}

float array_of_the_host[16];
const float table_of_the_host[16] = {};
__device__ float array_of_the_device[16];
__constant__ float constants_of_the_device[16];
__managed__ float managed_array[16];
__global__ void copy_array(const float* from, float* to) {
    to[threadIdx.x] = from[threadIdx.x];
}
constexpr int line_of_copy_array = __LINE__ - 2;
__global__ void copy_letter(const char* from, char* to) {
    *to = *from;
}
constexpr int line_of_copy_letter = __LINE__ - 2;
__global__ void add_to(float* sum) {
    atomicAdd(sum, 1.0F);
}

TEST_F(Memcheck, AVariableOfTheHostIsMemoryOfTheHost) {
    const std::string what =
        "memcheck: Invalid __global__ read of size 4 bytes: the address is memory of the host";
    for (const float* from : {static_cast<const float*>(array_of_the_host), table_of_the_host,
                              static_cast<const float*>(array_of_the_device),
                              static_cast<const float*>(constants_of_the_device)}) {
        cudaDeviceReset();
        const DeviceArray<float> to(16);
        cudaError_t error = cudaSuccess;
        const std::string text = reports_of([&] { copy_array<<<1, 16>>>(from, to.get()); }, &error);
        EXPECT_REPORT(text, line_of_copy_array, what);
        EXPECT_CONTAINS(text, "likely cause: an array or a variable outside of functions");
        EXPECT_EQ(error, cudaErrorIllegalAddress);
    }
    cudaDeviceReset();
    EXPECT_CONTAINS(reports_of([] { fill<<<1, 16>>>(array_of_the_host, 16); }),
                    "::array_of_the_host");
    EXPECT_EQ(array_of_the_host[0], 0.0F);
    cudaDeviceReset();
    EXPECT_CONTAINS(reports_of([] { add_to<<<1, 2>>>(array_of_the_host + 3); }),
                    "atomic of size 4 bytes: the address is memory of the host");
    cudaDeviceReset();
    const DeviceArray<char> letter(1);
    const std::string text = reports_of([&] { copy_letter<<<1, 1>>>("letter", letter.get()); });
    EXPECT_REPORT(text, line_of_copy_letter,
                  "memcheck: Invalid __global__ read of size 1 byte: the address is memory of the "
                  "host");
    EXPECT_CONTAINS(text, "it is text or a constant of the program");
}

TEST_F(Memcheck, ArgumentsByAddressMayPointToTheHost) {
    const DeviceArray<float> to(16);
    const float* from = array_of_the_host;
    float* out = to.get();
    void* arguments[] = {&from, &out};
    const std::string text = reports_of([&] { cudaLaunchKernel(copy_array, 1, 16, arguments); });
    EXPECT_CONTAINS(text, "::array_of_the_host");
    EXPECT_CONTAINS(text, "the address is memory of the host");
}

__device__ float array_of_kernels[16];
__constant__ float constants_asked_for[16];
__device__ float* address_of_array = array_of_kernels;
__global__ void store_address(float** to) {
    *to = array_of_kernels;
}

TEST_F(Memcheck, TheDevicesAddressOfAVariableIsNoFault) {
    const DeviceArray<float> to(16);
    const DeviceArray<float*> stored(1);
    cudaHostRegister(array_of_the_host, sizeof array_of_the_host, cudaHostRegisterDefault);
    EXPECT_SILENT(reports_of([&] {
        float* from = nullptr;
        cudaMemcpyFromSymbol(&from, address_of_array, sizeof from);
        copy_array<<<1, 16>>>(from, to.get());
        store_address<<<1, 1>>>(stored.get());
        cudaMemcpy(&from, stored.get(), sizeof from, cudaMemcpyDeviceToHost);
        copy_array<<<1, 8>>>(from + 4, to.get());
        copy_array<<<1, 16>>>(managed_array, to.get());
        copy_array<<<1, 16>>>(array_of_the_host, to.get());
        void* constants = nullptr;
        cudaGetSymbolAddress(&constants, constants_asked_for);
        copy_array<<<1, 16>>>(static_cast<float*>(constants), to.get());
    }));
    cudaHostUnregister(array_of_the_host);
}

using FillKernel = decltype(&fill);
struct KeepsAKernel {
    FillKernel kernel;
    void run(float* out) const {
        kernel<<<1, 1>>>(out, 1);
        this->kernel<<<1, 1>>>(out, 1);
    }
};
FillKernel table_of_kernels[] = {fill};

TEST_F(Memcheck, APointerToAKernelMayLieInMemoryOfTheHost) {
    const std::vector<FillKernel> list{fill};
    const auto object = std::make_unique<KeepsAKernel>(KeepsAKernel{fill});
    const auto array = std::make_unique<FillKernel[]>(1);
    array[0] = fill;
    float* out = nullptr;
    cudaMalloc(&out, 4);
    EXPECT_SILENT(reports_of([&] {
        list[0]<<<1, 1>>>(out, 1);
        (*list.at(0))<<<1, 1>>>(out, 1);
        object->kernel<<<1, 1>>>(out, 1);
        object->run(out);
        array[0]<<<1, 1>>>(out, 1);
        table_of_kernels[0]<<<1, 1>>>(out, 1);
    }));
    // What it points to is watched as ever.
    const std::unique_ptr<float[]> heap(new float[1]());
    EXPECT_CONTAINS(reports_of([&] { list[0]<<<1, 1>>>(heap.get(), 1); }), "is memory of the host");
    cudaDeviceReset();
}

TEST_F(Memcheck, PageLockedAndManagedMemoryAreNoFault) {
    float* pinned = nullptr;
    float* managed = nullptr;
    cudaMallocHost(&pinned, 64);
    cudaMallocManaged(&managed, 64);
    EXPECT_SILENT(reports_of([&] {
        fill<<<1, 16>>>(pinned, 16);
        fill<<<1, 16>>>(managed, 16);
    }));
    cudaFreeHost(pinned);
    cudaFree(managed);
}

__global__ void use_local_of_another(float* out) {
    __shared__ float* pointer;
    float own = static_cast<float>(threadIdx.x);
    if (threadIdx.x == 0) pointer = &own;
    __syncthreads();
    if (threadIdx.x == 1) *out = *pointer;
    __syncthreads();
    if (threadIdx.x == 0) *out = own;
}
constexpr int line_of_use_local = __LINE__ - 4;

TEST_F(Memcheck, LocalVariableOfAnotherThread) {
    DeviceArray<float> out(1);
    const std::string text = reports_of([&] { use_local_of_another<<<1, 2>>>(out.get()); });
    EXPECT_REPORT(text, line_of_use_local,
                  "memcheck: Invalid __local__ read of size 4 bytes: the address is a local "
                  "variable of another thread");
}

__global__ void fill_dynamic(int count, int* out) {
    extern __shared__ int values[];
    const int i = static_cast<int>(threadIdx.x);
    if (i < count) values[i] = i;
    __syncthreads();
    if (i == 0) *out = values[0];
}
constexpr int line_of_fill_dynamic = __LINE__ - 4;

TEST_F(Memcheck, DynamicSharedMemory) {
    DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { fill_dynamic<<<1, 32, 80>>>(20, out.get()); }));
    const std::string text = reports_of([&] { fill_dynamic<<<1, 32, 80>>>(21, out.get()); });
    EXPECT_REPORT(text, line_of_fill_dynamic,
                  "memcheck: Invalid __shared__ write of size 4 bytes: the address is out of "
                  "bounds");
    EXPECT_CONTAINS(text, "1 byte behind the last byte of dynamic shared memory (80 bytes)");
    EXPECT_CONTAINS(text, "it counts bytes, not elements");
}

__global__ void middle_has_a_partner(int used, int* out) {
    extern __shared__ int values[];
    const int i = static_cast<int>(threadIdx.x);
    if (i < used) values[i] = i;
    __syncthreads();
    const int half = (used + 1) / 2;
    if (i < half) out[i] = values[i] + values[i + half];
}

TEST_F(Memcheck, OnePastAnOddNumberOfValues) {
    DeviceArray<int> out(16);
    EXPECT_SILENT(reports_of([&] { middle_has_a_partner<<<1, 32, 128>>>(32, out.get()); }));
    // In memory that is larger, nobody has written there.
    const std::string unwritten =
        reports_of([&] { middle_has_a_partner<<<1, 31, 256>>>(31, out.get()); });
    EXPECT_CONTAINS(unwritten, "initcheck: Uninitialized __shared__");
    EXPECT_CONTAINS(unwritten, "the middle one has no partner");
    const std::string text =
        reports_of([&] { middle_has_a_partner<<<1, 31, 124>>>(31, out.get()); });
    EXPECT_CONTAINS(text, "Invalid __shared__ read");
    EXPECT_CONTAINS(text,
                    "likely cause: an index one past the last value: of an odd number of values, "
                    "the middle one has no partner; else the third value");
}

__global__ void add_atomically(int* counter, int index) {
    atomicAdd(&counter[index], 1);
}
constexpr int line_of_add_atomically = __LINE__ - 2;

TEST_F(Memcheck, Atomic) {
    DeviceArray<int> counter(4);
    EXPECT_SILENT(reports_of([&] { add_atomically<<<2, 64>>>(counter.get(), 3); }));
    const std::string text = reports_of([&] { add_atomically<<<1, 1>>>(counter.get(), 4); });
    EXPECT_REPORT(text, line_of_add_atomically,
                  "memcheck: Invalid __global__ atomic of size 4 bytes");
}

__global__ void copy_bytes(char* to, const char* from, std::size_t bytes) {
    memcpy(to, from, bytes);
}
constexpr int line_of_copy_bytes = __LINE__ - 2;

TEST_F(Memcheck, CopyInAKernel) {
    DeviceArray<char> from(64);
    DeviceArray<char> to(48);
    EXPECT_SILENT(reports_of([&] { copy_bytes<<<1, 1>>>(to.get(), from.get(), 48); }));
    const std::string text = reports_of([&] { copy_bytes<<<1, 1>>>(to.get(), from.get(), 49); });
    EXPECT_REPORT(text, line_of_copy_bytes, "memcheck: Invalid __global__ write of size 49 bytes");
}

struct Parameters {
    float factors[20];
    int count;
};
__device__ float device_table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ float constant_table[8];
constexpr float literal_table[4] = {1, 2, 3, 4};

__global__ void use_much(Parameters parameters, float* out) {
    float local[16];
    for (int i = 0; i < 16; ++i)
        local[i] = parameters.factors[i] * device_table[i % 8] + constant_table[i % 8];
    const float* chosen = parameters.count > 3 ? literal_table : local;
    float sum = 0;
    for (int i = 0; i < parameters.count; ++i)
        sum += local[i] + chosen[i % 4];
    out[threadIdx.x] = sum;
    printf("%g", sum);
}

TEST_F(Memcheck, WhatAKernelMayUse) {
    DeviceArray<float> out(8);
    Parameters parameters{};
    parameters.count = 16;
    testing::internal::CaptureStdout();
    EXPECT_SILENT(reports_of([&] {
        use_much<<<1, 8>>>(parameters, out.get());
        float* result = out.get();
        void* arguments[] = {&parameters, &result};
        cudaLaunchKernel(use_much, dim3(1), dim3(8), arguments);
    }));
    (void)testing::internal::GetCapturedStdout();
}

// The closure with the kernel and its arguments lies in memory of the host.
TEST_F(Memcheck, LaunchWithAttributes) {
    DeviceArray<float> out(3);
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3(1);
    configuration.blockDim = dim3(4);
    EXPECT_SILENT(reports_of(
        [&] { EXPECT_EQ(cudaLaunchKernelEx(&configuration, fill, out.get(), 3), cudaSuccess); }));
    EXPECT_EQ(out.values(), std::vector<float>(3, 1.0F));
}

TEST_F(Memcheck, HostCodeOfTheFileIsNotWatched) {
    std::vector<float> values(100, 2.0F);
    float sum = 0;
    EXPECT_SILENT(reports_of([&] {
        for (const float value : values)
            sum += value;
    }));
    EXPECT_EQ(sum, 200.0F);
}

__global__ void many_lines(int* out) {
    const int i = static_cast<int>(threadIdx.x);
    out[i + 1] = 1;
    out[i + 2] = 1;
}

// Few enough to stay in one page of memory: the next one is closed on some machines, and a write
// there ends the launch at once.
TEST_F(Memcheck, ManyFindingsAreOneForEachLine) {
    DeviceArray<int> out(1);
    const std::string text = reports_of([&] { many_lines<<<1, 100>>>(out.get()); });
    EXPECT_EQ(count_of(text, "error: memcheck"), 2) << text;
    EXPECT_EQ(count_of(text, "100 times in this launch"), 2) << text;
    EXPECT_EQ(count_of(text, "was ended"), 0) << text;
}

__global__ void many_reads(const int* in, int* out) {
    int sum = 0;
    for (int i = 0; i < 2'000'000; ++i)
        sum += in[1 + i % 50];
    *out = sum;
}

TEST_F(Memcheck, TheThousandthEndsTheLaunch) {
    DeviceArray<int> out(1);
    cudaError_t error = cudaSuccess;
    const std::string text =
        reports_of([&] { many_reads<<<20, 64>>>(out.get(), out.get()); }, &error);
    EXPECT_CONTAINS(text, "1000 times in this launch");
    EXPECT_CONTAINS(text, "this launch was ended after 1000 illegal accesses");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
}

__global__ void rows_apart(float* out, int pitch) {
    out[threadIdx.y * static_cast<unsigned>(pitch) + threadIdx.x] = 1;
}
constexpr int line_of_rows = __LINE__ - 2;

// The first rows end behind the array, the next ones in pages that nobody may use.
TEST_F(Memcheck, AnIndexThatLeadsToACrashIsToldOnce) {
    const DeviceArray<float> out(1024);
    cudaError_t error = cudaSuccess;
    const std::string text =
        reports_of([&] { rows_apart<<<1, dim3(25, 8)>>>(out.get(), 100000); }, &error);
    EXPECT_EQ(error, cudaErrorIllegalAddress);
    EXPECT_CONTAINS(text, at_line(__FILE__, line_of_rows));
    EXPECT_EQ(count_of(text, "error: "), 1) << text;
}

}  // namespace
