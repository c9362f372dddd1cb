// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck of loops around atomicCAS() whose first read is an ordinary one: formally a race, but
// an old value does no harm where atomicCAS() compares with it, and its result is tested.

#include "watch_test.hpp"

namespace {

class SwapLoops : public WatchTest {
  protected:
    /// Runs a kernel that changes one number of 8 bytes in 2 blocks of 40 threads.
    template <class Kernel>
    static std::string run(Kernel kernel) {
        cudaDeviceReset();
        const DeviceArray<double> sum(std::vector<double>{0});
        return reports_of([&] { kernel<<<2, 40>>>(sum.get()); });
    }

    static void look_harmless(const std::string& text, int line) {
        EXPECT_CONTAINS(text, ": warning: racecheck: Race reported between ");
        EXPECT_CONTAINS(text, "likely cause: the first read of a compare-and-swap loop, at ");
        EXPECT_CONTAINS(text, ":" + std::to_string(line) +
                                  ": formally a race, but harmless, because atomicCAS() looks");
        EXPECT_CONTAINS(text,
                        "next: leave it, or read the first value by an atomic: "
                        "old = atomicCAS(address, 0, 0) changes nothing");
        EXPECT_EQ(text.find("error:"), std::string::npos) << text;
    }

    static void look_wrong(const std::string& text) {
        EXPECT_CONTAINS(text, ": error: racecheck: Race reported between ");
        EXPECT_EQ(text.find("harmless"), std::string::npos) << text;
    }
};

using Word = unsigned long long;

__device__ double add_double(double* address, double value) {
    Word* address_as_word = reinterpret_cast<Word*>(address);
    Word old = *address_as_word, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_word, assumed,
                        static_cast<Word>(__double_as_longlong(
                            value + __longlong_as_double(static_cast<long long>(assumed)))));
    } while (assumed != old);
    return __longlong_as_double(static_cast<long long>(old));
}
constexpr int line_of_add_double = __LINE__ - 9;
__global__ void sum_of_ones(double* sum) {
    add_double(sum, 1);
}

TEST_F(SwapLoops, AddingADouble) {
    const DeviceArray<double> sum(std::vector<double>{0});
    const std::string text = reports_of([&] { sum_of_ones<<<4, 40>>>(sum.get()); });
    look_harmless(text, line_of_add_double);
    EXPECT_CONTAINS(text, ", and so does a read through a volatile pointer");
    EXPECT_EQ(sum.values()[0], 160);
}

// Casts at the read and at the call, in shared memory, and all in one line as people write it.
// clang-format off
__device__ float largest(float* address, float value) { int* bits = (int*)address; int old = *bits, assumed; do { assumed = old; old = ::atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed)))); } while (assumed != old); return __int_as_float(old); }
constexpr int line_of_largest = __LINE__ - 1;
// clang-format on
__global__ void largest_of_block(double* out) {
    __shared__ float all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    largest(&all, static_cast<float>(threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x / 2] = all;
}
__device__ void add_float(float* address, float value) {
    float old = *address;
    float assumed = 0;
    do {
        assumed = old;
        old = __int_as_float(atomicCAS(reinterpret_cast<int*>(address), __float_as_int(assumed),
                                       __float_as_int(assumed + value)));
    } while (__float_as_int(assumed) != __float_as_int(old));
}
constexpr int line_of_add_float = __LINE__ - 8;
__global__ void add_floats(double* sum) {
    add_float(reinterpret_cast<float*>(sum), 1);
}

TEST_F(SwapLoops, WithCasts) {
    const std::string text = reports_of([&] {
        const DeviceArray<double> out(std::vector<double>{0});
        largest_of_block<<<1, 40>>>(out.get());
        EXPECT_EQ(out.values()[0], 39);
    });
    look_harmless(text, line_of_largest);
    EXPECT_EQ(text.find("volatile"), std::string::npos) << text;
    look_harmless(run(add_floats), line_of_add_float);
}

__global__ void guess_first(double* sum) {
    int* address = reinterpret_cast<int*>(sum);
    int guess = *address;
    int old = atomicCAS(address, guess, guess + 1);
    while (old != guess) {
        guess = old;
        old = atomicCAS(address, guess, guess + 1);
    }
}
constexpr int line_of_guess = __LINE__ - 7;
__global__ void read_in_the_loop(double* sum) {
    int* counts = reinterpret_cast<int*>(sum);
    int seen = 0;
    do {
        seen = counts[0];
    } while (atomicCAS(&counts[0], seen, seen + 1) != seen);
}
constexpr int line_of_seen = __LINE__ - 3;
__global__ void leave_by_break(double* sum) {
    int* const address = reinterpret_cast<int*>(sum) + 1;
    int old = *address;
    for (;;) {
        const int now = atomicCAS(address, old, old ^ static_cast<int>(threadIdx.x));
        if (now == old) break;
        old = now;
    }
}
constexpr int line_of_break = __LINE__ - 7;
struct Node {
    int value;
    int next;
};
__global__ void push(double* head) {
    Node* stack = reinterpret_cast<Node*>(head);
    const int own = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int first = stack->next;
    int before = 0;
    while ((before = atomicCAS(&stack->next, first, own)) != first)
        first = before;
}
constexpr int line_of_push = __LINE__ - 5;

__global__ void load_with_a_hint(double* sum) {
    float* values = reinterpret_cast<float*>(sum);
    float current = __ldcg(&values[1]);
    float wanted = current + 1;
    unsigned bits = *reinterpret_cast<unsigned*>(&current);
    unsigned old = atomicCAS((unsigned*)&values[1], bits, *reinterpret_cast<unsigned*>(&wanted));
    while (old != bits) {
        bits = old;
        wanted = *reinterpret_cast<float*>(&bits) + 1;
        old = atomicCAS((unsigned*)&values[1], bits, *reinterpret_cast<unsigned*>(&wanted));
    }
}
constexpr int line_of_hint = __LINE__ - 10;

TEST_F(SwapLoops, InOtherForms) {
    look_harmless(run(load_with_a_hint), line_of_hint);
    look_harmless(run(guess_first), line_of_guess);
    look_harmless(run(read_in_the_loop), line_of_seen);
    look_harmless(run(leave_by_break), line_of_break);
    look_harmless(run(push), line_of_push);
}

__global__ void begin_by_an_atomic(double* sum) {
    int* address = reinterpret_cast<int*>(sum);
    int old = atomicCAS(address, 0, 0);
    int assumed = 0;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, assumed + 1);
    } while (assumed != old);
}
__global__ void begin_by_volatile(double* sum) {
    int* address = reinterpret_cast<int*>(sum);
    int old = *static_cast<volatile int*>(address);
    int assumed = 0;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, assumed + 1);
    } while (assumed != old);
}

/// What the report says to do is silent.
TEST_F(SwapLoops, MendedAsTold) {
    EXPECT_SILENT(run(begin_by_an_atomic));
    EXPECT_SILENT(run(begin_by_volatile));
}

__global__ void leave_early(double* largest_yet) {
    int* address = reinterpret_cast<int*>(largest_yet);
    const int value = static_cast<int>(threadIdx.x);
    int old = *address;
    while (old < value) {
        const int assumed = old;
        old = atomicCAS(address, assumed, value);
        if (old == assumed) break;
    }
}
constexpr int line_of_leave_early = __LINE__ - 7;
__global__ void leave_at_once(double* largest_yet) {
    int* address = reinterpret_cast<int*>(largest_yet);
    const int value = static_cast<int>(threadIdx.x);
    int old = *address;
    if (old >= value) return;
    int assumed = 0;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, value > assumed ? value : assumed);
    } while (old != assumed);
}
constexpr int line_of_leave_at_once = __LINE__ - 8;

/// Nothing looks again at a value that the kernel has left for.
TEST_F(SwapLoops, AReadThatDecides) {
    const auto look = [](const std::string& text, int line) {
        look_wrong(text);
        EXPECT_CONTAINS(text, "likely cause: the ordinary read at ");
        EXPECT_CONTAINS(
            text, ":" + std::to_string(line) + " decides whether it comes to the atomicCAS()");
        EXPECT_EQ(text.find("__syncthreads"), std::string::npos) << text;
    };
    look(run(leave_early), line_of_leave_early);
    look(run(leave_at_once), line_of_leave_at_once);
}

__global__ void swap_once(double* sum) {
    int* address = reinterpret_cast<int*>(sum);
    const int old = *address;
    atomicCAS(address, old, old + 1);
}
__global__ void swap_another(double* sum) {
    int* address = reinterpret_cast<int*>(sum);
    const int old = address[1];
    address[0] = 3;
    if (atomicCAS(&address[0], old, old + 1) != old) atomicAdd(&address[1], 1);
}
__global__ void compare_with_another(double* sum) {
    int* address = reinterpret_cast<int*>(sum);
    const int old = *address;
    int free = 0;
    if (atomicCAS(address, free, old + 1) == free) atomicAdd(&address[1], 1);
}
__global__ void race_with_a_store(double* sum) {
    int* address = reinterpret_cast<int*>(sum);
    if (threadIdx.x == 33) *address = 7;
    int old = *address;
    int assumed = 0;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, assumed + 1);
    } while (assumed != old);
}

TEST_F(SwapLoops, ThatDoHarm) {
    look_wrong(run(swap_once));             // the result is not tested: the change can be lost
    look_wrong(run(swap_another));          // it tests another element
    look_wrong(run(compare_with_another));  // it compares with another value
    EXPECT_CONTAINS(run(race_with_a_store), ": error: racecheck: Race reported between ");
}

}  // namespace
