// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// memcheck: indices that went wrong in a way that can be told: below 0 without a sign, past what an
// int holds, past the end of page-locked memory.

#include <sys/mman.h>

#include <vector>

#include "watch_test.hpp"

namespace {

class LostIndex : public WatchTest {
  protected:
    static void expect_below_zero(const std::string& text, int line, std::size_t bytes,
                                  const std::string& space = "__global__ ") {
        EXPECT_REPORT(text, line,
                      "memcheck: Invalid " + space + "read of size " + std::to_string(bytes) +
                          " bytes: the address is out of bounds");
        EXPECT_CONTAINS(text, "likely cause: an unsigned index that went below 0");
        EXPECT_EQ(text.find("kernel crashed"), std::string::npos) << text;
    }
};

template <class T>
__global__ void read_left(const T* x, unsigned first, T* y) {
    y[threadIdx.x] = x[first + threadIdx.x - 1];
}
constexpr int line_of_read_left = __LINE__ - 2;

template <class T>
std::string read_left_of(unsigned first, cudaError_t* error = nullptr) {
    cudaDeviceReset();
    testing::internal::CaptureStderr();
    const DeviceArray<T> x(64);
    const DeviceArray<T> y(64);
    read_left<<<1, 1>>>(x.get(), first, y.get());
    const cudaError_t finished = cudaDeviceSynchronize();
    if (error != nullptr) *error = finished;
    return testing::internal::GetCapturedStderr();
}

TEST_F(LostIndex, BelowZeroWithoutASign) {
    cudaError_t error = cudaSuccess;
    const std::string text = read_left_of<float>(0, &error);
    expect_below_zero(text, line_of_read_left, 4);
    EXPECT_CONTAINS(text,
                    "the address is x.get()[4294967295], 17179868925 bytes behind the last byte");
    EXPECT_CONTAINS(text, "it would be element 4294967295, and there are 64 elements");
    EXPECT_CONTAINS(text, "4294967295 is 2^32 - 1");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
    EXPECT_EQ(read_left_of<float>(1), "");
    // A row above the first.
    EXPECT_CONTAINS(read_left_of<float>(0U - 31), "4294967264 is 2^32 - 32");
}

/// Elements of 1 and 2 bytes lead into the device's own range of addresses, those of 16 far away.
TEST_F(LostIndex, BelowZeroInElementsOfOtherSizes) {
    expect_below_zero(read_left_of<unsigned short>(0), line_of_read_left, 2);
    expect_below_zero(read_left_of<double>(0), line_of_read_left, 8);
    expect_below_zero(read_left_of<float4>(0), line_of_read_left, 16);
    const std::string bytes = read_left_of<unsigned char>(0);
    EXPECT_REPORT(bytes, line_of_read_left,
                  "memcheck: Invalid __global__ read of size 1 byte: the address is out of bounds");
    EXPECT_CONTAINS(bytes, "x.get()[4294967295], ");
    EXPECT_CONTAINS(bytes, "an unsigned index that went below 0");
}

struct Point {
    float x, y, z;
};
__global__ void read_y(const Point* points, unsigned first, float* y) {
    y[threadIdx.x] = points[first - 1].y;
}
constexpr int line_of_read_y = __LINE__ - 2;

TEST_F(LostIndex, BelowZeroInAMember) {
    const DeviceArray<Point> points(8);
    const DeviceArray<float> y(1);
    const std::string text = reports_of([&] { read_y<<<1, 1>>>(points.get(), 0, y.get()); });
    expect_below_zero(text, line_of_read_y, 4);
    EXPECT_CONTAINS(text, "4294967295 is 2^32 - 1");
}

__global__ void read_row(const float* x, unsigned row, float* y) {
    const float* const begin = x + 32;
    y[threadIdx.x] = begin[row - 1];
}
constexpr int line_of_read_row = __LINE__ - 2;

/// From the middle of an allocation.
TEST_F(LostIndex, BelowZeroFromTheMiddle) {
    const DeviceArray<float> x(64);
    const DeviceArray<float> y(1);
    const std::string text = reports_of([&] { read_row<<<1, 1>>>(x.get(), 0, y.get()); });
    expect_below_zero(text, line_of_read_row, 4);
    EXPECT_CONTAINS(text, "4294967327 is 2^32 + 31");
}

__global__ void other_kernel(float* out) {
    __shared__ float other_tile[64];
    other_tile[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = other_tile[63 - threadIdx.x];
}
__global__ void read_shared(unsigned first, float* out) {
    __shared__ float tile[64];
    tile[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = tile[first + threadIdx.x - 1];
}
constexpr int line_of_read_shared = __LINE__ - 2;

TEST_F(LostIndex, BelowZeroInSharedMemory) {
    const DeviceArray<float> out(64);
    EXPECT_SILENT(reports_of([&] { other_kernel<<<1, 64>>>(out.get()); }));
    const std::string text = reports_of([&] { read_shared<<<1, 64>>>(0, out.get()); });
    expect_below_zero(text, line_of_read_shared, 4, "__shared__ ");
    EXPECT_CONTAINS(text, "17179868925 bytes behind the last byte of the shared array tile of ");
    EXPECT_CONTAINS(text, "it would be element 4294967295, and there are 64 elements");
}

__global__ void read_dynamic(unsigned first, float* out) {
    extern __shared__ float dynamic_tile[];
    dynamic_tile[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = dynamic_tile[first + threadIdx.x - 1];
}
constexpr int line_of_read_dynamic = __LINE__ - 2;

TEST_F(LostIndex, BelowZeroInDynamicSharedMemory) {
    const DeviceArray<float> out(64);
    const std::string text = reports_of([&] { read_dynamic<<<1, 64, 256>>>(0, out.get()); });
    expect_below_zero(text, line_of_read_dynamic, 4, "__shared__ ");
    EXPECT_CONTAINS(text, "dynamic shared memory (256 bytes)");
}

__global__ void read_row_of(const float (*rows)[32], unsigned row, float* out) {
    out[threadIdx.x] = rows[row - 1][threadIdx.x];
}
constexpr int line_of_row_of = __LINE__ - 2;

TEST_F(LostIndex, ARowAboveTheFirst) {
    const DeviceArray<float[32]> rows(4);
    const DeviceArray<float> again(32);
    expect_below_zero(reports_of([&] { read_row_of<<<1, 32>>>(rows.get(), 0, again.get()); }),
                      line_of_row_of, 4);
}

__constant__ float weights[16];
__global__ void read_weight(unsigned first, float* out) {
    *out = weights[first - 1];
}
constexpr int line_of_read_weight = __LINE__ - 2;

TEST_F(LostIndex, BelowZeroInAConstantArray) {
    const float values[16] = {};
    ASSERT_EQ(cudaMemcpyToSymbol(weights, values, sizeof values), cudaSuccess);
    const DeviceArray<float> out(1);
    const std::string text = reports_of([&] { read_weight<<<1, 1>>>(0, out.get()); });
    expect_below_zero(text, line_of_read_weight, 4, "");
    EXPECT_CONTAINS(text, "weights (64 bytes)");
    EXPECT_CONTAINS(text, "it would be element 4294967295, and there are 16 elements");
}

__global__ void read_at(const float* x, int row, int columns, float* out) {
    *out = x[row * columns];
}
constexpr int line_of_read_at = __LINE__ - 2;

/// 50000 * 50000 is too large for an int.
TEST_F(LostIndex, PastWhatAnIntHolds) {
    const DeviceArray<float> x(64);
    const DeviceArray<float> out(1);
    const std::string text =
        reports_of([&] { read_at<<<1, 1>>>(x.get(), 50000, 50000, out.get()); });
    EXPECT_REPORT(
        text, line_of_read_at,
        "memcheck: Invalid __global__ read of size 4 bytes: the address is out of bounds");
    EXPECT_CONTAINS(text,
                    "the address is x.get()[-1794967296], 7179869184 bytes before allocation ");
    EXPECT_CONTAINS(text, "likely cause: an index far below 0: an int that passes 2147483647");
    EXPECT_EQ(text.find("kernel crashed"), std::string::npos) << text;
    cudaDeviceReset();
    const DeviceArray<float> few(64);
    const DeviceArray<float> again(1);
    const std::string small = reports_of([&] { read_at<<<1, 1>>>(few.get(), -1, 8, again.get()); });
    EXPECT_CONTAINS(small, "likely cause: an index outside the array");
}

__global__ void write_at(float* out, std::size_t columns, std::size_t row) {
    out[row * columns + threadIdx.x] = 1;
}
constexpr int line_of_write_at = __LINE__ - 2;
__constant__ float few_weights[16];
__global__ void read_few(std::size_t index, float* out) {
    *out = few_weights[index];
}

/// In 64 bits nothing goes around.
TEST_F(LostIndex, PastWhatAnUnsignedIntHolds) {
    const DeviceArray<float> out(64);
    const std::string text = reports_of([&] { write_at<<<1, 1>>>(out.get(), 65536, 65536); });
    EXPECT_REPORT(
        text, line_of_write_at,
        "memcheck: Invalid __global__ write of size 4 bytes: the address is out of bounds");
    EXPECT_CONTAINS(text, "the address is out.get()[4294967296], ");
    EXPECT_CONTAINS(text, "likely cause: an index of 2^32 or more, computed in 64 bits");
    EXPECT_EQ(text.find("below 0"), std::string::npos) << text;
    cudaDeviceReset();
    const float values[16] = {};
    ASSERT_EQ(cudaMemcpyToSymbol(few_weights, values, sizeof values), cudaSuccess);
    const DeviceArray<float> again(1);
    const std::string constant =
        reports_of([&] { read_few<<<1, 1>>>((std::size_t{1} << 32) + 3, again.get()); });
    EXPECT_CONTAINS(constant, "it would be element 4294967299, and there are 16 elements");
    EXPECT_CONTAINS(constant, "likely cause: an index of 2^32 or more, computed in 64 bits");
}

__global__ void copy_doubles(const float* in, double* out, std::size_t index) {
    out[threadIdx.x] = static_cast<double>(in[index]);
}

/// 2^33 elements of 4 bytes are 2^32 of 8 bytes, but these are none.
TEST_F(LostIndex, ElementsAreAsLargeAsTheArgumentSays) {
    const DeviceArray<float> in(64);
    const DeviceArray<double> out(64);
    const std::string text =
        reports_of([&] { copy_doubles<<<1, 1>>>(in.get(), out.get(), std::size_t{1} << 33); });
    EXPECT_EQ(text.find("below 0"), std::string::npos) << text;
    EXPECT_EQ(text.find("2^32"), std::string::npos) << text;
}

__global__ void write_far(float* out, const float* in, int columns) {
    const int i = columns * columns;
    out[i] = in[0];
}
__global__ void read_far(float* out, const float* in, int columns) {
    const int i = columns * columns;
    out[0] += in[i];
}
__global__ void add_far(float* sums, float* values, int columns) {
    atomicAdd(&sums[columns * columns], values[0]);
}
__global__ void read_one_of(const float* a, const float* b, int columns) {
    __shared__ float sum;
    const int i = columns * columns;
    sum = a[threadIdx.x] * b[i];
}
__device__ void store_at(float* row, int index) {
    row[index] = 1;
}
__global__ void write_by_a_function(float* out, const float* in, int columns) {
    store_at(out, columns * columns);
    out[0] = in[0];
}

/// So far away that the nearest array need not be the one that was meant.
TEST_F(LostIndex, TheArrayIsTheOneThatTheLineUsesSo) {
    const auto text_of = [](const auto& launch) {
        cudaDeviceReset();
        testing::internal::CaptureStderr();
        const DeviceArray<float> first(1024);
        const DeviceArray<float> second(1024);
        launch(second.get(), first.get());
        cudaDeviceSynchronize();
        return testing::internal::GetCapturedStderr();
    };
    const auto writes = [](float* x, float* y) { write_far<<<1, 1>>>(x, y, 50000); };
    const auto adds = [](float* x, float* y) { add_far<<<1, 1>>>(x, y, 50000); };
    const auto reads = [](float* x, float* y) { read_far<<<1, 1>>>(x, y, 50000); };
    const auto reads_one = [](float* x, float* y) { read_one_of<<<1, 1>>>(x, y, 50000); };
    const auto by_function = [](float* x, float* y) { write_by_a_function<<<1, 1>>>(x, y, 50000); };
    for (const std::string& text : {text_of(writes), text_of(adds)}) {
        EXPECT_CONTAINS(text, "the address is x[-1794967296], 717986");
        EXPECT_EQ(text.find("y["), std::string::npos) << text;
        EXPECT_CONTAINS(text, "likely cause: an index far below 0");
    }
    const std::string behind =
        text_of([](float* x, float* y) { write_far<<<1, 1>>>(x, y, 10000); });
    EXPECT_CONTAINS(behind, "the address is x[100000000], 399995905 bytes behind the last byte");
    EXPECT_EQ(behind.find("kernel crashed"), std::string::npos) << behind;
    EXPECT_CONTAINS(text_of(reads), "the address is y[-1794967296], 717986");
    const std::string either = "which array was meant is not known: the address is ";
    EXPECT_CONTAINS(text_of(reads_one), either + "x[-1794968384] or y[-1794967296]");
    EXPECT_CONTAINS(text_of(by_function), either + "x[-1794967296] or y[-1794966208]");
}

__global__ void follow(const float* from, float* out) {
    *out = *from;
}

/// A pointer of the host does not become an index of something else, wherever it leads: here as far
/// as a wrapped index would.
TEST_F(LostIndex, APointerOfTheHostIsNone) {
    constexpr std::size_t bytes = std::size_t{64} << 20;
    for (const std::uintptr_t distance : {std::uintptr_t{1} << 34, std::uintptr_t{0}}) {
        cudaDeviceReset();
        const DeviceArray<float> out(1);
        char* const wanted =
            distance == 0 ? nullptr : reinterpret_cast<char*>(out.get()) + distance - bytes / 2;
        void* const host =
            mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(host, MAP_FAILED);
        // Not where a stack may end.
        const auto* from = static_cast<const float*>(host) + bytes / sizeof(float) / 2;
        const std::string text = reports_of([&] { follow<<<1, 1>>>(from, out.get()); });
        EXPECT_CONTAINS(text, "the address is memory of the host");
        EXPECT_CONTAINS(text, "likely cause: a pointer from new, malloc");
        munmap(host, bytes);
    }
}

__global__ void copy_from(const int* from, int first, int* to) {
    to[threadIdx.x] = from[first + static_cast<int>(threadIdx.x)];
}
constexpr int line_of_copy_from = __LINE__ - 2;

/// Page-locked memory is memory of the host that kernels may use, up to its end.
TEST_F(LostIndex, PastPageLockedMemory) {
    std::vector<int> own(4096);
    int* const registered = own.data() + 1024;
    ASSERT_EQ(cudaHostRegister(registered, 16 * sizeof(int), cudaHostRegisterDefault), cudaSuccess);
    int* allocated = nullptr;
    ASSERT_EQ(cudaMallocHost(reinterpret_cast<void**>(&allocated), 16 * sizeof(int)), cudaSuccess);
    for (int* const memory : {registered, allocated}) {
        for (int i = 0; i < 16; ++i)
            memory[i] = i;
        cudaDeviceReset();
        const DeviceArray<int> to(16);
        EXPECT_SILENT(reports_of([&] { copy_from<<<1, 16>>>(memory, 0, to.get()); }));
        EXPECT_EQ(to.values()[15], 15);
        const std::string text = reports_of([&] { copy_from<<<1, 16>>>(memory, 1, to.get()); });
        EXPECT_REPORT(text, line_of_copy_from,
                      "memcheck: Invalid __global__ read of size 4 bytes: the address is out of "
                      "bounds");
        EXPECT_CONTAINS(text,
                        "the address is memory[16], 1 byte behind the last byte of page-locked "
                        "memory of 64 bytes at 0x");
        EXPECT_CONTAINS(text, "likely cause: an index outside the array");
        cudaDeviceReset();
        const DeviceArray<int> again(16);
        EXPECT_CONTAINS(reports_of([&] { copy_from<<<1, 16>>>(memory, -2, again.get()); }),
                        "the address is memory[-2], 8 bytes before page-locked memory of 64 bytes");
    }
    cudaDeviceReset();
    const DeviceArray<int> more(16);
    const std::string wrapped = reports_of([&] { read_left<<<1, 1>>>(allocated, 0, more.get()); });
    expect_below_zero(wrapped, line_of_read_left, 4);
    EXPECT_CONTAINS(wrapped,
                    "the address is allocated[4294967295], 17179869117 bytes behind the "
                    "last byte of page-locked memory of 64 bytes");
    cudaDeviceReset();
    EXPECT_EQ(cudaHostUnregister(registered), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(allocated), cudaSuccess);
}

__global__ void gather(const float* x, const float* w, const int* index, float* y) {
    y[threadIdx.x] = x[index[threadIdx.x]] * w[threadIdx.x];
}
__global__ void look_up(const float* x, const int* index, float* y) {
    const int j = index[threadIdx.x];
    y[threadIdx.x] = x[j];
}
__global__ void gather_from_row(const float* x, const int* index, float* y) {
    const float* row = x + 10;
    y[threadIdx.x] = row[index[threadIdx.x]];
}

/// x, w, the indices and y lie one behind the other, with gaps in between.
struct FourArrays {
    float* x;
    float* w;
    int* index;
    float* y;
};

class BetweenArrays : public WatchTest {
  protected:
    /// The report of a launch in which thread 7 uses this index, and all others 3.
    template <class Launch>
    std::string with_index(int index, const Launch& launch) {
        cudaDeviceReset();
        FourArrays all{};
        cudaMalloc(&all.x, 1024);
        cudaMalloc(&all.w, 1024);
        cudaMalloc(&all.index, 1024);
        cudaMalloc(&all.y, 1024);
        cudaMemset(all.x, 0, 1024);
        cudaMemset(all.w, 0, 1024);
        std::vector<int> values(256, 3);
        values[7] = index;
        cudaMemcpy(all.index, values.data(), 1024, cudaMemcpyHostToDevice);
        return reports_of([&] { launch(all.x, all.w, all.index, all.y); });
    }
};

// 300 of 256: nearer to w than to x.
TEST_F(BetweenArrays, TheLineNamesOneOrBoth) {
    const auto looks = [](float* x, float*, int* i, float* y) { look_up<<<1, 256>>>(x, i, y); };
    EXPECT_CONTAINS(with_index(300, looks),
                    "the address is x[300], 177 bytes behind the last byte of allocation");
    const auto gathers = [](float* x, float* w, int* i, float* y) {
        gather<<<1, 256>>>(x, w, i, y);
    };
    EXPECT_CONTAINS(with_index(300, gathers),
                    "which array was meant is not known: the address is x[300] or w[-20]");
    EXPECT_CONTAINS(with_index(256, gathers), "the address is x[256], 1 byte behind the last byte");
}

// Far away, by a pointer of the kernel's own: x can be it, and no other array is named for sure.
TEST_F(BetweenArrays, APointerOfTheKernelsOwn) {
    const std::string text = with_index(1000000000, [](float* x, float*, int* i, float* y) {
        gather_from_row<<<1, 256>>>(x, i, y);
    });
    EXPECT_CONTAINS(text, "which array was meant is not known: the address is ");
    EXPECT_CONTAINS(text, "x[1000000010]");
}

}  // namespace
