// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Faults that the checkers cannot see. Each test says so: when one begins to fail, a gap was closed
// and the list in emulator/README.md has to follow.

#include "watch_test.hpp"

namespace {

class KnownFalseNegative : public WatchTest {};

/// The end of one shared array is the beginning of the next.
__global__ void into_the_next_array(int* out) {
    __shared__ int first[32];
    __shared__ int second[32];
    first[threadIdx.x] = 1;
    second[threadIdx.x] = 2;
    __syncthreads();
    const int* lower = &first[0] < &second[0] ? first : second;
    out[threadIdx.x] = lower[32 + threadIdx.x];
}
TEST_F(KnownFalseNegative, OverflowIntoTheNextSharedArray) {
    const DeviceArray<int> out(32);
    EXPECT_SILENT(reports_of([&] { into_the_next_array<<<1, 32>>>(out.get()); }));
}

/// Scratch of a function that is called on two streams: each call overwrites what the other keeps.
__device__ int scratch_of_all_calls[32];
__global__ void keep(const int* in) {
    scratch_of_all_calls[threadIdx.x] = in[threadIdx.x];
}
__global__ void fetch_what_was_kept(int* out) {
    out[threadIdx.x] = scratch_of_all_calls[threadIdx.x];
}
TEST_F(KnownFalseNegative, ScratchThatTwoStreamsShare) {
    const DeviceArray<int> in(std::vector<int>(32, 1));
    const DeviceArray<int> out(32);
    EXPECT_SILENT(reports_of([&] {
        cudaStream_t streams[2];
        for (cudaStream_t& stream : streams) {
            cudaStreamCreate(&stream);
            keep<<<1, 32, 0, stream>>>(in.get());
            fetch_what_was_kept<<<1, 32, 0, stream>>>(out.get());
        }
        for (cudaStream_t stream : streams)
            cudaStreamDestroy(stream);
    }));
}

/// With nvcc the host's name is a variable of the host's own: it would stay 100, and the kernel
/// would begin at 0.
__device__ int counted_on_the_device;
__global__ void count_threads() {
    atomicAdd(&counted_on_the_device, 1);
}
TEST_F(KnownFalseNegative, DeviceVariableThatTheHostUsesByItsName) {
    EXPECT_SILENT(reports_of([&] {
        counted_on_the_device = 100;
        count_threads<<<1, 32>>>();
    }));
    EXPECT_EQ(counted_on_the_device, 132);
}

/// On a GPU the mask may hold a part of the lanes that come here.
__global__ void sum_of_whoever_is_there(int* out) {
    if (threadIdx.x % 2 == 0) out[threadIdx.x] = __reduce_add_sync(__activemask(), 1);
}
TEST_F(KnownFalseNegative, ActiveMaskTakenForTheMask) {
    const DeviceArray<int> out(32);
    EXPECT_SILENT(reports_of([&] { sum_of_whoever_is_there<<<1, 32>>>(out.get()); }));
}

__global__ void far_beyond(const int* in, int offset, int* out) {
    *out = in[offset];
}
TEST_F(KnownFalseNegative, IndexSoWrongThatItHitsAnotherAllocation) {
    const DeviceArray<int> a(8);
    const DeviceArray<int> b(8);
    const DeviceArray<int> out(1);
    const auto offset = static_cast<int>(b.get() - a.get());
    EXPECT_SILENT(reports_of([&] { far_beyond<<<1, 1>>>(a.get(), offset, out.get()); }));
}

__device__ int settings[2][8];
__global__ void behind_a_variable(int index, int* out) {
    int* first = settings[0];
    *out = first[index];
}
TEST_F(KnownFalseNegative, IndexOutsideAVariableThatHitsOtherDataOfTheProgram) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { behind_a_variable<<<1, 1>>>(17, out.get()); }));
}

__global__ void local_array(int index, int* out) {
    volatile int values[4] = {1, 2, 3, 4};
    volatile int more[4] = {5, 6, 7, 8};
    *out = values[index] + more[0];
}
TEST_F(KnownFalseNegative, IndexOutsideALocalArray) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { local_array<<<1, 1>>>(4, out.get()); }));
}

__global__ void row_too_long(int* out) {
    __shared__ int tile[4][8];
    for (int i = static_cast<int>(threadIdx.x); i < 32; i += static_cast<int>(blockDim.x))
        tile[i / 8][i % 8] = i;
    __syncthreads();
    out[threadIdx.x] = tile[0][8 + threadIdx.x];
}
TEST_F(KnownFalseNegative, ColumnOutsideARowOfTheSameArray) {
    const DeviceArray<int> out(8);
    EXPECT_SILENT(reports_of([&] { row_too_long<<<1, 8>>>(out.get()); }));
}

/// The fence of one thread counts for all that its block did before a barrier.
__global__ void fence_by_one_only(int* parts, unsigned* tickets, int* out) {
    __shared__ bool last;
    parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (threadIdx.x == 0) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(tickets, 1U) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
        sum += parts[block * blockDim.x + threadIdx.x];
    out[threadIdx.x] = sum;
}
TEST_F(KnownFalseNegative, FenceBeforeTheBarrierByOneThread) {
    const DeviceArray<int> parts(128);
    const DeviceArray<unsigned> tickets(1);
    const DeviceArray<int> out(64);
    EXPECT_SILENT(
        reports_of([&] { fence_by_one_only<<<2, 64>>>(parts.get(), tickets.get(), out.get()); }));
}

/// Right only because blocks run one after the other here. Atomics do not race, and each is legal.
__global__ void rely_on_the_order_by_atomics(int* data, int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) atomicExch(data, 5);
    if (blockIdx.x == 1) *out = atomicAdd(data, 0);
}
TEST_F(KnownFalseNegative, BlocksThatRelyOnTheirOrderByAtomics) {
    const DeviceArray<int> data(1);
    const DeviceArray<int> out(1);
    EXPECT_SILENT(
        reports_of([&] { rely_on_the_order_by_atomics<<<2, 32>>>(data.get(), out.get()); }));
    EXPECT_EQ(out.values()[0], 5);
}

/// What a block did to its shared memory is forgotten when others have their turn.
__global__ void shared_race_around_a_turn(unsigned* arrived, int* out) {
    __shared__ int value;
    if (threadIdx.x == 32) value = 1;
    if (threadIdx.x != 0) return;
    atomicAdd(arrived, 1U);
    // The threads of its own block have run by then.
    while (atomicAdd(arrived, 0U) < gridDim.x) {
    }
    out[blockIdx.x] = value;
}
TEST_F(KnownFalseNegative, RaceInSharedMemoryWhileOtherBlocksHadTheirTurn) {
    const DeviceArray<unsigned> arrived(1);
    const DeviceArray<int> out(2);
    unsigned* arrived_pointer = arrived.get();
    int* out_pointer = out.get();
    void* arguments[] = {&arrived_pointer, &out_pointer};
    const std::string text = reports_of([&] {
        cudaLaunchCooperativeKernel(shared_race_around_a_turn, dim3(2), dim3(64), arguments);
    });
    EXPECT_LE(count_of(text, "racecheck"), 1) << text;  // the last block to come does not wait
    EXPECT_EQ(count_of(text, "block (0,0,0)"), 0) << text;
}

struct Many {
    int values[20];
};
__global__ void copy_half_set(Many* out) {
    __shared__ Many many;
    many.values[0] = 1;
    *out = many;
}
TEST_F(KnownFalseNegative, MembersThatNobodySetInACopyOfAStructure) {
    const DeviceArray<Many> out(1);
    EXPECT_SILENT(reports_of([&] { copy_half_set<<<1, 1>>>(out.get()); }));
}

/// A float that is missing in front of a double looks like padding.
struct TwoFloatsAndADouble {
    float first;
    float second;
    double third;
};
__global__ void copy_without_second(TwoFloatsAndADouble* out) {
    __shared__ TwoFloatsAndADouble one;
    one.first = 1;
    one.third = 3;
    *out = one;
}
TEST_F(KnownFalseNegative, MemberThatNobodySetWhereAStructureCouldHavePadding) {
    const DeviceArray<TwoFloatsAndADouble> out(1);
    EXPECT_SILENT(reports_of([&] { copy_without_second<<<1, 1>>>(out.get()); }));
}

__global__ void undefined_register(const int* in, int* out) {
    int value;
    if (in[0] > 0) value = in[0];
    *out = value;
}
TEST_F(KnownFalseNegative, LocalVariableThatNobodySet) {
    const DeviceArray<int> in(1);
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { undefined_register<<<1, 1>>>(in.get(), out.get()); }));
}

__device__ int* address_of_a_local;
__global__ void keep_a_local() {
    int local = 5;
    int* volatile hidden = &local;  // from the compiler, which would warn
    address_of_a_local = hidden;
}
__global__ void use_kept_address(int* out) {
    out[threadIdx.x] = *address_of_a_local;
}
TEST_F(KnownFalseNegative, LocalVariableOfAThreadThatHasFinished) {
    const DeviceArray<int> out(32);
    EXPECT_SILENT(reports_of([&] {
        keep_a_local<<<1, 1>>>();
        use_kept_address<<<1, 32>>>(out.get());
    }));
}

__global__ void count_in(int* counter) {
    atomicAdd(counter, 1);
}
TEST_F(KnownFalseNegative, ManagedAndPageLockedMemoryThatNobodyHasSet) {
    int* managed = nullptr;
    int* page_locked = nullptr;
    cudaMallocManaged(&managed, sizeof(int));
    cudaMallocHost(&page_locked, sizeof(int));
    EXPECT_SILENT(reports_of([&] {
        count_in<<<1, 64>>>(managed);
        count_in<<<1, 64>>>(page_locked);
    }));
    cudaFree(managed);
    cudaFreeHost(page_locked);
}

TEST_F(KnownFalseNegative, ManagedMemoryThatTheHostUsesWhileThereIsMore) {
    int* freed = nullptr;
    int* live = nullptr;
    cudaMallocManaged(&freed, 4 * sizeof(int));
    cudaMallocManaged(&live, 4 * sizeof(int));
    cudaFree(freed);
    EXPECT_SILENT(messages_of([&] {
        freed[0] = 1;
        live[4] = 1;
    }));
    cudaFree(live);
}

__global__ void print_text(const char* text) {
    printf("%s\n", text);
}
TEST_F(KnownFalseNegative, TextOfTheHostThatAKernelPrints) {
    const std::vector<char> text{'a', 'b', '\0'};
    testing::internal::CaptureStdout();
    EXPECT_SILENT(reports_of([&] { print_text<<<1, 1>>>(text.data()); }));
    std::fflush(stdout);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "ab\n");
}

int counter_of_the_host;
TEST_F(KnownFalseNegative, VariableOfTheHostAsASymbol) {
    const int one = 1;
    void* address = nullptr;
    EXPECT_SILENT(messages_of([&] {
        EXPECT_EQ(cudaMemcpyToSymbol(counter_of_the_host, &one, sizeof one), cudaSuccess);
        EXPECT_EQ(cudaGetSymbolAddress(&address, counter_of_the_host), cudaSuccess);
    }));
    EXPECT_EQ(counter_of_the_host, 1);
}

struct HoldsAPointer {
    const float* from;
};
float values_of_the_host[2] = {1, 2};
__global__ void copy_through(HoldsAPointer holder, float* out) {
    *out = holder.from[1];
}
TEST_F(KnownFalseNegative, VariableOfTheHostByAPointerInAStructure) {
    const DeviceArray<float> out(1);
    EXPECT_SILENT(
        reports_of([&] { copy_through<<<1, 1>>>(HoldsAPointer{values_of_the_host}, out.get()); }));
    EXPECT_EQ(out.values()[0], 2.0F);
}

/// Element 31 has no value of its own: what the host gets is whatever was there.
__global__ void forget_the_last(int* out) {
    if (threadIdx.x < 31) out[threadIdx.x] = 1;
}
TEST_F(KnownFalseNegative, CopyToTheHostOfWhatNoKernelHasWritten) {
    int* out = nullptr;
    cudaMalloc(&out, 32 * sizeof(int));
    int values[32] = {};
    EXPECT_SILENT(reports_of([&] {
        forget_the_last<<<1, 32>>>(out);
        cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    }));
    EXPECT_EQ(values[30], 1);
    cudaFree(out);
}

/// The sum takes in what a shuffle gives from lanes that have left: a number that shows.
__global__ void sum_with_lanes_that_left(int* out) {
    if (threadIdx.x >= 20) return;
    int sum = 1;
    for (unsigned delta = 16; delta > 0; delta /= 2)
        sum += __shfl_down_sync(0xFFFFFFFFU, sum, delta);
    if (threadIdx.x == 0) *out = sum;
}
TEST_F(KnownFalseNegative, UseOfAShuffleFromALaneThatHasLeft) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { sum_with_lanes_that_left<<<1, 32>>>(out.get()); }));
    EXPECT_TRUE(out.values()[0] < 0 || out.values()[0] > 1000) << out.values()[0];
}

// What follows nvcc does not compile, or compiles for one side only. g++ compiles each function
// once, for both.

float without_device(float x) {
    return x * x;
}
float variable_of_the_host = 3;
__global__ void use_the_host(float* out) {
    *out = without_device(2) + variable_of_the_host;
}
TEST_F(KnownFalseNegative, FunctionsAndVariablesOfTheHostInAKernel) {
    const DeviceArray<float> out(1);
    EXPECT_SILENT(reports_of([&] { use_the_host<<<1, 1>>>(out.get()); }));
    EXPECT_EQ(out.values()[0], 7.0F);
}

__device__ float only_for_kernels(float x) {
    return x + 1;
}
TEST_F(KnownFalseNegative, DeviceFunctionThatTheHostCalls) {
    EXPECT_SILENT(reports_of([] { EXPECT_EQ(only_for_kernels(1), 2.0F); }));
}

/// On a GPU the table of virtual functions of an object of the host is memory of the host.
struct Shape {
    __host__ __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side = 3;
    __host__ __device__ float area() const override { return side * side; }
};
__global__ void measure(const Shape* shape, float* out) {
    *out = shape->area();
}
TEST_F(KnownFalseNegative, ObjectOfTheHostWithVirtualFunctions) {
    const Square square;
    void* copy = nullptr;
    cudaMalloc(&copy, sizeof square);
    cudaMemcpy(copy, static_cast<const void*>(&square), sizeof square, cudaMemcpyHostToDevice);
    const DeviceArray<float> out(1);
    EXPECT_SILENT(
        reports_of([&] { measure<<<1, 1>>>(static_cast<const Shape*>(copy), out.get()); }));
    EXPECT_EQ(out.values()[0], 9.0F);
    cudaFree(copy);
}

/// A volatile read is not remembered: what another block writes after it is no race.
__global__ void read_then_write(bool by_atomic, int* flag, int* out) {
    if (blockIdx.x == 0) *out = *static_cast<volatile int*>(flag);
    if (blockIdx.x == 1 && by_atomic) atomicExch_block(flag, 1);
    if (blockIdx.x == 1 && !by_atomic) *flag = 1;
}
TEST_F(KnownFalseNegative, AfterAVolatileRead) {
    const DeviceArray<int> flag(1);
    const DeviceArray<int> out(1);
    for (const bool by_atomic : {false, true}) {
        EXPECT_SILENT(
            reports_of([&] { read_then_write<<<2, 1>>>(by_atomic, flag.get(), out.get()); }));
    }
}

__device__ int* kept_pointer;
__global__ void keep_shared() {
    __shared__ int values[4];
    values[threadIdx.x] = 7;
    kept_pointer = values;
}
TEST_F(KnownFalseNegative, DefaultCopyOfSharedMemory) {
    int* shared = nullptr;
    int value = 0;
    EXPECT_SILENT(reports_of([&] {
        keep_shared<<<1, 1>>>();
        cudaMemcpyFromSymbol(&shared, kept_pointer, sizeof shared);
        EXPECT_EQ(cudaMemcpy(&value, shared, sizeof value, cudaMemcpyDefault), cudaSuccess);
    }));
    EXPECT_CONTAINS(messages_of([&] {
                        EXPECT_EQ(cudaMemcpy(&value, shared, sizeof value, cudaMemcpyDeviceToHost),
                                  cudaErrorInvalidValue);
                    }),
                    "is not device memory");
}

}  // namespace
