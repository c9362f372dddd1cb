// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <stdexcept>

#include "device_test.hpp"

namespace {

// Before the runtime reads it: the library does so at the first launch.
const bool limit_is_set = setenv("WORKSHOP_KERNEL_SECONDS", "0.5", 1) == 0;

class Faults : public DeviceTest {
  protected:
    DeviceArray<int> out_{64};

    template <class Function>
    std::string failure_of(cudaError_t error, const Function& launch) {
        const std::string messages = messages_of(launch);
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);  // it surfaces only when the host waits
        EXPECT_EQ(cudaDeviceSynchronize(), error);
        int* pointer = nullptr;
        EXPECT_EQ(cudaMalloc(&pointer, 4), error);  // and stays
        return messages;
    }
};

__global__ void write_null(int* out) {
    if (blockIdx.x == 2 && threadIdx.x == 3) *out = 1;
}
constexpr int write_null_line = __LINE__ - 2;

TEST_F(Faults, ANullPointer) {
    const std::string messages =
        failure_of(cudaErrorIllegalAddress, [&] { write_null<<<4, 8>>>(nullptr); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, write_null_line) + "memcheck: the kernel crashed");
    EXPECT_CONTAINS(messages, "null pointer");
    EXPECT_CONTAINS(messages, "write_null, block (2,0,0), thread (3,0,0)");
}

__global__ void add_at(int* sum, const int* left, const int* right, long long index) {
    sum[index] = left[index] + right[index];
}

TEST_F(Faults, ANullPointerIsNamedAsAnArgument) {
    int* const left = out_.get();
    const int* none = nullptr;
    std::string messages =
        failure_of(cudaErrorIllegalAddress, [&] { add_at<<<1, 1>>>(left, left, none, 5); });
    EXPECT_CONTAINS(messages, "address 0x14, through a null pointer");
    EXPECT_CONTAINS(messages,
                    "argument 3 of add_at (its parameter right) is a null pointer: the launch "
                    "passes none");
    EXPECT_CONTAINS(messages, "the address is that of its element 5");
    EXPECT_CONTAINS(messages, "likely cause: its cudaMalloc is missing, comes after the launch");
    EXPECT_EQ(messages.find("argument 1"), std::string::npos) << messages;
    cudaDeviceReset();
    DeviceArray<int> other(64);
    int* const some = other.get();
    messages =
        failure_of(cudaErrorIllegalAddress, [&] { add_at<<<1, 1>>>(0, some, nullptr, 100000); });
    EXPECT_CONTAINS(messages,
                    "argument 1 of add_at (its parameter sum) is a null pointer: the "
                    "launch passes 0");
    EXPECT_CONTAINS(messages, "argument 3 of add_at");
    EXPECT_CONTAINS(messages, "the access is through one of them");
    EXPECT_CONTAINS(messages, "likely cause: the launch passes no memory at all");
    // The number 0 is no pointer, and a pointer that is not null is no cause.
    cudaDeviceReset();
    messages = failure_of(cudaErrorIllegalAddress, [&] {
        add_at<<<1, 1>>>(reinterpret_cast<int*>(64), reinterpret_cast<int*>(64),
                         reinterpret_cast<int*>(64), 0);
    });
    EXPECT_EQ(messages.find("argument"), std::string::npos) << messages;
}

__global__ void write_at(int* out, long long index) {
    out[index] = 1;
}
constexpr int write_at_line = __LINE__ - 2;

TEST_F(Faults, FarOutsideOfEveryAllocation) {
    DeviceArray<int> numbers(1000);
    std::string messages =
        failure_of(cudaErrorIllegalAddress, [&] { write_at<<<1, 1>>>(numbers.get(), 7000000); });
    EXPECT_CONTAINS(messages,
                    at_line(__FILE__, write_at_line) + "memcheck: the kernel crashed: access to");
    EXPECT_CONTAINS(messages,
                    "in no allocation: it is 27996000 bytes past the end of the nearest "
                    "one, of 4000 bytes");
}

TEST_F(Faults, ALargeAllocationThatWasFreed) {
    int* freed = nullptr;
    ASSERT_EQ(cudaMalloc(&freed, 400000), cudaSuccess);
    ASSERT_EQ(cudaFree(freed), cudaSuccess);
    const std::string messages =
        failure_of(cudaErrorIllegalAddress, [&] { write_at<<<1, 1>>>(freed, 50000); });
    EXPECT_CONTAINS(messages, "200000 bytes into an allocation of 400000 bytes that was freed");
}

__global__ void copy_vectors(float* out, const float* in) {
    *reinterpret_cast<float4*>(out) = *reinterpret_cast<const float4*>(in);
}
__global__ void copy_doubles(float* out, const float* in) {
    *reinterpret_cast<double2*>(out) = *reinterpret_cast<const double2*>(in);
}
constexpr int copy_line = __LINE__ - 2;

TEST_F(Faults, AVectorTypeAtAMisalignedAddress) {
#if !defined(__x86_64__)
    GTEST_SKIP() << "this processor takes any address";
#endif
    DeviceArray<float> numbers(64);
    copy_vectors<<<1, 1>>>(numbers.get() + 8, numbers.get() + 4);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (const int offset : {0, 1}) {
        cudaDeviceReset();
        DeviceArray<float> array(64);
        const std::string messages = failure_of(cudaErrorMisalignedAddress, [&] {
            copy_doubles<<<1, 1>>>(array.get() + offset, array.get() + 8 + (1 - offset));
        });
        EXPECT_CONTAINS(messages,
                        at_line(__FILE__, copy_line) + "memcheck: the kernel crashed: misaligned");
        EXPECT_CONTAINS(messages, "float4");
    }
    cudaDeviceReset();
    DeviceArray<float> array(64);
    failure_of(cudaErrorMisalignedAddress,
               [&] { copy_vectors<<<1, 1>>>(array.get(), array.get() + 1); });
}

__global__ void follow(int** pointers) {
    **pointers = 1;
}

TEST_F(Faults, APointerThatWasNeverSetIsNotMisaligned) {
    int** pointers = nullptr;
    ASSERT_EQ(cudaMalloc(&pointers, 8), cudaSuccess);
    failure_of(cudaErrorIllegalAddress, [&] { follow<<<1, 1>>>(pointers); });
}

__global__ void divide(int* out, int divisor) {
    __syncthreads();
    *out = 7 / divisor;
}
constexpr int divide_line = __LINE__ - 2;

TEST_F(Faults, DivisionByZero) {
    const std::string messages =
        failure_of(cudaErrorLaunchFailure, [&] { divide<<<1, 4>>>(out_.get(), 0); });
    EXPECT_CONTAINS(
        messages, at_line(__FILE__, divide_line) + "the kernel crashed: integer division by zero");
}

__global__ void endless(volatile int* out) {
    while (*out == 0) {
    }
}
constexpr int endless_line = __LINE__ - 3;

TEST_F(Faults, AnEndlessLoopIsStoppedByTheTimeLimit) {
    const std::clock_t before = std::clock();
    const std::string messages =
        failure_of(cudaErrorLaunchTimeout, [&] { endless<<<1, 8>>>(out_.get()); });
    const int launch_line = __LINE__ - 1;
    EXPECT_LT(std::clock() - before, 5 * CLOCKS_PER_SEC);
    EXPECT_CONTAINS(messages,
                    at_line(__FILE__, endless_line) +
                        "the kernel was stopped: it ran longer than 0.5 seconds of processor time");
    EXPECT_CONTAINS(messages,
                    "the launch: " + std::string(__FILE__) + ":" + std::to_string(launch_line));
    EXPECT_CONTAINS(messages, "endless, block (0,0,0), thread (0,0,0)");
}

__global__ void endless_in_turns(int* out) {
    while (atomicCAS(out, 1, 2) == 0) {
    }
    __syncthreads();
}

TEST_F(Faults, ThreadsThatSpinTogetherAreStoppedToo) {
    const std::string messages =
        failure_of(cudaErrorLaunchTimeout, [&] { endless_in_turns<<<1, 64>>>(out_.get()); });
    EXPECT_CONTAINS(messages, "the kernel was stopped");
}

__global__ void check_thread(int limit) {
    assert(static_cast<int>(threadIdx.x) < limit);
}
constexpr int assert_line = __LINE__ - 2;

TEST_F(Faults, AFailedAssertion) {
    const std::string messages = failure_of(cudaErrorAssert, [&] { check_thread<<<1, 8>>>(5); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, assert_line) + "assertion failed: ");
    EXPECT_CONTAINS(messages, "thread (5,0,0)");
}

__global__ void misbehave(int how) {
    __syncthreads();
    if (threadIdx.x != 1) return;
    if (how == 0) __trap();
    if (how == 1) std::abort();
    if (how == 2) std::exit(0);
    if (how == 3) throw std::runtime_error("no exceptions here");
}

TEST_F(Faults, TrapAbortExitAndExceptionEndTheKernelOnly) {
    const char* expected[] = {"__trap()", "abort()", "exit()", "no exceptions here"};
    for (int how = 0; how < 4; ++how) {
        const std::string messages =
            failure_of(cudaErrorLaunchFailure, [&] { misbehave<<<1, 2>>>(how); });
        EXPECT_CONTAINS(messages, expected[how]);
        EXPECT_CONTAINS(messages, "misbehave, block (0,0,0), thread (1,0,0)");
        cudaDeviceReset();
    }
}

__global__ void throw_something(int how, int* out) {
    if (how == 0) throw 42;
    try {
        if (how == 1) throw std::out_of_range("too far");
    } catch (...) {
        *out = 7;
    }
}
constexpr int throw_line = __LINE__ - 7;

TEST_F(Faults, AThrowNamesItsLineCaughtOrNot) {
    const std::string messages =
        failure_of(cudaErrorLaunchFailure, [&] { throw_something<<<1, 1>>>(0, out_.get()); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, throw_line) + "the kernel throws an exception\n");
    EXPECT_CONTAINS(messages, "exceptions do not exist in device code");
    cudaDeviceReset();
    DeviceArray<int> out(1);
    const std::string caught =
        failure_of(cudaErrorLaunchFailure, [&] { throw_something<<<1, 1>>>(1, out.get()); });
    EXPECT_CONTAINS(
        caught, at_line(__FILE__, throw_line + 2) + "the kernel throws an exception: too far\n");
}

TEST_F(Faults, TheHostMayThrow) {
    EXPECT_THROW(throw std::runtime_error("on the host"), std::runtime_error);
}

std::jmp_buf host_place;

__global__ void leave(int how) {
    __syncthreads();
    if (threadIdx.x != 1) return;
    // One line, so that the tests know it.
    // clang-format off
    if (how == 0) _exit(3); if (how == 1) _Exit(4); if (how == 2) quick_exit(5); if (how == 3) pthread_exit(nullptr); if (how == 4) std::longjmp(host_place, 1); if (how == 5) siglongjmp(host_place, 1); if (how == 6) std::exit(6);
    // clang-format on
}
constexpr int leave_line = __LINE__ - 3;

TEST_F(Faults, FunctionsOfTheHostThatLeaveAKernelEndTheKernelOnly) {
    const char* functions[] = {"_exit()",   "_Exit()",      "quick_exit()", "pthread_exit()",
                               "longjmp()", "siglongjmp()", "exit()"};
    int how = 0;
    for (const char* function : functions) {
        const std::string messages = failure_of(cudaErrorLaunchFailure, [&] {
            if (setjmp(host_place) == 0) leave<<<1, 2>>>(how);
        });
        // Newer C libraries have one function for both jumps.
        const bool says_longjmp = messages.find("called longjmp()") != std::string::npos;
        const std::string called =
            says_longjmp && std::string(function) == "siglongjmp()" ? "longjmp()" : function;
        EXPECT_CONTAINS(messages, at_line(__FILE__, leave_line) + "the kernel called " + called +
                                      ", which is a function of the host");
        EXPECT_CONTAINS(messages, "leave, block (0,0,0), thread (1,0,0)");
        EXPECT_CONTAINS(messages, "next: ");
        cudaDeviceReset();
        ++how;
    }
}

TEST_F(Faults, TheHostMayLeaveAsItLikes) {
    volatile int jumps = 0;
    if (setjmp(host_place) == 0) {
        jumps = jumps + 1;
        std::longjmp(host_place, 1);
    }
    EXPECT_EQ(jumps, 1);
    EXPECT_EXIT(_exit(3), testing::ExitedWithCode(3), "");
    EXPECT_EXIT(_Exit(4), testing::ExitedWithCode(4), "");
    EXPECT_EXIT(quick_exit(5), testing::ExitedWithCode(5), "");
    EXPECT_EXIT(std::exit(6), testing::ExitedWithCode(6), "");
    pthread_t thread{};
    const auto body = [](void* value) -> void* { pthread_exit(value); };
    int value = 0;
    void* result = nullptr;
    ASSERT_EQ(pthread_create(&thread, nullptr, body, &value), 0);
    ASSERT_EQ(pthread_join(thread, &result), 0);
    EXPECT_EQ(result, &value);
}

__global__ void mark(int* out) {
    __syncthreads();
    out[threadIdx.x] = 1;
}

TEST_F(Faults, AfterAFaultNothingRunsUntilTheDeviceIsReset) {
    messages_of([&] { write_null<<<4, 64>>>(nullptr); });
    mark<<<1, 64>>>(out_.get());
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    cudaDeviceReset();
    DeviceArray<int> out(64);
    mark<<<1, 64>>>(out.get());
    EXPECT_EQ(out.values(), std::vector<int>(64, 1));
}

int own_handler_calls = 0;
void own_handler(int) {
    ++own_handler_calls;
}

TEST_F(Faults, HandlersOfTheProgramAreKept) {
    std::signal(SIGALRM, own_handler);
    mark<<<1, 64>>>(out_.get());
    std::raise(SIGALRM);
    EXPECT_EQ(own_handler_calls, 1);
    std::signal(SIGALRM, SIG_DFL);
}

__global__ void store_one(int* out) {
    *out = 1;
}

TEST_F(Faults, AKernelThatIsNull) {
    void (*kernel)(int*) = store_one;
    const DeviceArray<int> out(1);
    kernel<<<1, 1>>>(out.get());
    EXPECT_EQ(out.values()[0], 1);
    kernel = nullptr;
    const std::string text = messages_of([&] {
        kernel<<<1, 1>>>(out.get());
        EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    });
    EXPECT_CONTAINS(text, "likely cause: a pointer to a kernel, or to a function, that is null");
}

}  // namespace
