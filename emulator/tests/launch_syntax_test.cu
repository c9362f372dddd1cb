// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "device_test.hpp"

namespace {

class LaunchSyntax : public DeviceTest {
  protected:
    DeviceArray<int> out_{4};
    int first() const { return out_.values()[0]; }
};

template <int Number, class T>
__global__ void add_number(T* out, T value = T(3)) {
    out[threadIdx.x] = value + Number;
}
__global__ void overloaded(int* out) {
    *out = 1;
}
__global__ void overloaded(float* out) {
    *out = 2;
}
template <class T>
__global__ void deduced(T* out, int number) {
    extern __shared__ T values[];
    values[0] = T(number);
    *out = values[0];
}
__global__ void store(int* out, long long number) {
    *out = static_cast<int>(number);
}
struct Pair {
    int first;
    int second;
};
__global__ void store_pair(int* out, Pair pair, const char* text) {
    *out = pair.first * 10 + pair.second + (text[0] - 'a');
}
template <class Operation>
__global__ void apply(int* out, Operation operation) {
    *out = operation(20);
}
template <bool Large, class T>
__global__ void choose(T* out) {
    *out = Large ? 100 : 1;
}

using Kernel = void (*)(int*, long long);
struct Launcher {
    Kernel kernel;
    void run(int* out) {
        this->kernel<<<1, 1>>>(out, 1);
        (this->kernel)<<<1, 1>>>(out, 8);
    }
};
Kernel pick() {
    return store;
}
template <class T>
void launch_deduced(T* out, int number) {
    deduced<<<1, 1, sizeof(T)>>>(out, number);
}

TEST_F(LaunchSyntax, TemplatesWithArgumentsDefaultsAndDeduction) {
    add_number<4><<<1, 1>>>(out_.get());
    EXPECT_EQ(first(), 7);
    add_number<(5 > 3), int><<<dim3(1), 1>>>(out_.get(), 40);
    EXPECT_EQ(first(), 41);
    launch_deduced(out_.get(), 12);
    EXPECT_EQ(first(), 12);
    choose<(3 > 2)><<<1, 1>>>(out_.get());
    EXPECT_EQ(first(), 100);
}

TEST_F(LaunchSyntax, OverloadsAreChosenByTheArguments) {
    DeviceArray<float> floats(1);
    overloaded<<<1, 1>>>(out_.get());
    overloaded<<<1, 1>>>(floats.get());
    EXPECT_EQ(first(), 1);
    EXPECT_EQ(floats.values()[0], 2);
}

TEST_F(LaunchSyntax, KernelsBehindPointersMembersArraysAndCalls) {
    Kernel kernels[2] = {store, store};
    kernels[1]<<<1, 1>>>(out_.get(), 5);
    EXPECT_EQ(first(), 5);
    (*kernels[0])<<<1, 1>>>(out_.get(), 6);
    EXPECT_EQ(first(), 6);
    pick()<<<1, 1>>>(out_.get(), 7);
    EXPECT_EQ(first(), 7);
    Launcher{store}.run(out_.get());
    EXPECT_EQ(first(), 8);
}

TEST_F(LaunchSyntax, WhatNamesTheKernelIsEvaluatedOnce) {
    const auto kernels = std::make_unique<Kernel[]>(2);  // cannot be copied
    kernels[0] = kernels[1] = store;
    int evaluations = 0;
    kernels[evaluations++]<<<2, 64>>>(out_.get(), 9);
    EXPECT_EQ(evaluations, 1);
    EXPECT_EQ(first(), 9);
    kernels[evaluations++]<<<1, 1>>>(out_.get(), 0);
    EXPECT_EQ(first(), 0);
}

TEST_F(LaunchSyntax, ANameInParenthesesKeepsDefaultsAndOverloads) {
    (add_number<4, int>)<<<1, 1>>>(out_.get());
    EXPECT_EQ(first(), 7);
    (overloaded)<<<1, 1>>>(out_.get());
    EXPECT_EQ(first(), 1);
}

__global__ void assumes(int* out, int number) {
    __builtin_assume(number > 0);
    __builtin_assume(out != nullptr && number < 100);
    *out = number;
}

TEST_F(LaunchSyntax, AnAssumptionIsUnderstood) {
    assumes<<<1, 1>>>(out_.get(), 30);
    EXPECT_EQ(first(), 30);
}

TEST_F(LaunchSyntax, ArgumentsAreEvaluatedOnceAndCopied) {
    int evaluations = 0;
    store<<<2, 64>>>(out_.get(), ++evaluations);
    EXPECT_EQ(evaluations, 1);
    EXPECT_EQ(first(), 1);
    store_pair<<<1, 1>>>(out_.get(), Pair{4, 2}, "c");
    EXPECT_EQ(first(), 44);
    const int offset = 3;
    apply<<<1, 1>>>(out_.get(), [=] __device__(int value) { return value + offset; });
    EXPECT_EQ(first(), 23);
}

template <class T>
__global__ void store_unless_null(T* out, const T* in, T value, std::size_t index, bool wanted) {
    if (in == nullptr && !wanted) out[index] = value;
}

TEST_F(LaunchSyntax, AZeroIsANumberOrANullPointer) {
    store<<<1, 1>>>(out_.get(), 0);
    EXPECT_EQ(first(), 0);
    store_unless_null<int><<<1, 1>>>(out_.get(), 0, 5, 0, 0);
    EXPECT_EQ(first(), 5);
    store_unless_null<<<1, 1>>>(out_.get(), static_cast<const int*>(0), 0, 0, 0);
    EXPECT_EQ(first(), 0);
    DeviceArray<double> doubles(1);
    store_unless_null<double><<<1, 1>>>(doubles.get(), 0, 0, 0, 0);
    EXPECT_EQ(doubles.values()[0], 0);
    add_number<6, int><<<1, 1>>>(out_.get(), 0);
    EXPECT_EQ(first(), 6);
#ifndef __clang__  // version 14 crashes on a 0 for a pointer to a kernel
    const Kernel kernel = store;
    kernel<<<1, 1>>>(out_.get(), 0);
    EXPECT_EQ(first(), 0);
#endif
}

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define SIZES 1, 1
#define RUN(expression) \
    do {                \
        expression;     \
    } while (false)

TEST_F(LaunchSyntax, LaunchesInMacros) {
    LAUNCH(store, 1, 1, out_.get(), 9);
    EXPECT_EQ(first(), 9);
    store<<<SIZES>>>(out_.get(), 10);
    EXPECT_EQ(first(), 10);
    RUN(store<<<1, 1>>>(out_.get(), 11));
    EXPECT_EQ(first(), 11);
    first() == 11 ? store<<<1, 1>>>(out_.get(), 12) : store<<<1, 1>>>(out_.get(), 0);
    EXPECT_EQ(first(), 12);
}

namespace steps {
__global__ void step1(int* out) {
    *out = 1;
}
template <int Number>
__global__ void second_step(int* out) {
    *out = Number;
}
}  // namespace steps
#define RUN_STEP(N) steps::step##N<<<1, 1>>>(out_.get())
#define RUN_NAMED(FIRST, SECOND) FIRST##_##SECOND<5><<<1, 1>>>(out_.get())

TEST_F(LaunchSyntax, AMacroPastesTheNameOfTheKernelTogether) {
    using steps::second_step;
    RUN_STEP(1);
    EXPECT_EQ(first(), 1);
    RUN_NAMED(second, step);
    EXPECT_EQ(first(), 5);
}

TEST_F(LaunchSyntax, LaunchesOverSeveralLinesKeepTheLineNumbers) {
    const int before = __LINE__;
    store<<<dim3(1,  // a comment with >>> in it
                 1),
            1>>>(/* another <<< */
                 out_.get(), 13);
    const int after = __LINE__;
    EXPECT_EQ(after - before, 5);
    EXPECT_EQ(first(), 13);
}

TEST_F(LaunchSyntax, TextThatLooksLikeALaunchStaysText) {
    const std::string text = "store<<<1, 1>>>(x)";
    const std::string raw = R"code(store<<<1, 1>>>()")code";
    EXPECT_EQ(text.size(), 18U);
    EXPECT_EQ(raw.size(), 18U);
}

TEST_F(LaunchSyntax, LaunchFunctionsTakeAddressesOfArguments) {
    int* pointer = out_.get();
    long long number = 21;
    void* arguments[] = {&pointer, &number};
    EXPECT_EQ(cudaLaunchKernel((void*)store, dim3(1), dim3(1), arguments, 0, nullptr), cudaSuccess);
    EXPECT_EQ(first(), 21);
    number = 22;
    EXPECT_EQ(cudaLaunchKernel(store, dim3(1), dim3(1), arguments), cudaSuccess);
    EXPECT_EQ(first(), 22);
    number = 23;
    EXPECT_EQ(cudaLaunchKernel(reinterpret_cast<const void*>(store), dim3(1), dim3(1), arguments, 0,
                               nullptr),
              cudaSuccess);
    EXPECT_EQ(first(), 23);
}

// Not the arguments themselves, and one for each parameter.
TEST_F(LaunchSyntax, LaunchFunctionsRefuseWhatIsNoAddressOfAnArgument) {
    int* pointer = out_.get();
    long long number = 21;
    const auto message = [](void** arguments) {
        return messages_of([&] {
            EXPECT_EQ(cudaLaunchKernel(store, dim3(1), dim3(1), arguments), cudaErrorInvalidValue);
            EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
        });
    };
    void* values[] = {pointer, &number};
    EXPECT_CONTAINS(message(values), "cudaLaunchKernel: entry 0 of the array of arguments, 0x");
    EXPECT_CONTAINS(message(values), " is device memory; store has 2 parameters");
    EXPECT_CONTAINS(message(values), "a pointer of cudaMalloc without &");
    void* too_few[] = {&pointer, nullptr};
    EXPECT_CONTAINS(message(too_few), "entry 1 of the array of arguments, ");
    EXPECT_CONTAINS(message(too_few), " is a null pointer; store has 2 parameters");
    EXPECT_CONTAINS(message(too_few), "fewer entries than the kernel has parameters");
    void* no_address[] = {&pointer, reinterpret_cast<void*>(21)};
    EXPECT_CONTAINS(message(no_address), " is no address of anything");
    EXPECT_CONTAINS(message(nullptr), "the array of arguments is a null pointer");
}

__device__ __noinline__ int not_inlined(int value) {
    return value + 1;
}
__device__ __forceinline__ int inlined(int value) {
    return value * 2;
}
__global__ void __launch_bounds__(64, 2) call_functions(int* out) {
    *out = inlined(not_inlined(4));
}

TEST_F(LaunchSyntax, FunctionQualifiersAreUnderstood) {
    call_functions<<<1, 1>>>(out_.get());
    EXPECT_EQ(first(), 10);
}

}  // namespace
