// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// __device__ and __constant__ variables, written and read by the host.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>

#include "device_variables.hpp"
#include "symbols_kernels.hpp"
#include "watch/named_variables.hpp"

TEST(Symbols, AreWrittenByTheHostAndReadByAKernel) {
    const float values[4] = {1, 2, 3, 4};
    ASSERT_EQ(cudaSuccess, write_table(values, sizeof values, 0));
    const float last = 40;
    ASSERT_EQ(cudaSuccess, write_table(&last, sizeof last, 12));
    ASSERT_EQ(cudaSuccess, write_bias(0.5F));
    float* device = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&device, 16));
    ASSERT_EQ(cudaSuccess, read_table(device));
    float result[4];
    ASSERT_EQ(cudaSuccess, cudaMemcpy(result, device, 16, cudaMemcpyDeviceToHost));
    EXPECT_EQ(1.5F, result[0]);
    EXPECT_EQ(2.5F, result[1]);
    EXPECT_EQ(3.5F, result[2]);
    EXPECT_EQ(40.5F, result[3]);
    EXPECT_EQ(cudaSuccess, cudaFree(device));
    float bias = 0;
    ASSERT_EQ(cudaSuccess, read_bias(&bias));
    EXPECT_EQ(0.5F, bias);
}

TEST(Symbols, AreNoMemoryOfTheHost) {
    float values[8] = {};
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(values, values, sizeof(float)));
    EXPECT_EQ(cudaErrorInvalidSymbol, cudaMemcpyFromSymbol(values, values, sizeof(float)));
    const std::string messages = testing::internal::GetCapturedStderr();
    EXPECT_NE(messages.find("the symbol is memory of the host"), std::string::npos) << messages;
    EXPECT_EQ(messages.find("device memory"), std::string::npos) << messages;
    EXPECT_EQ(cudaErrorInvalidSymbol, cudaGetLastError());
}

TEST(Symbols, AreNoNamesInQuotes) {
    float value = 0;
    void* pointer = nullptr;
    const auto expect_refused = [](const auto& call) {
        testing::internal::CaptureStderr();
        EXPECT_EQ(cudaErrorInvalidSymbol, call());
        const std::string messages = testing::internal::GetCapturedStderr();
        EXPECT_NE(messages.find("the name of the variable in quotes"), std::string::npos)
            << messages;
    };
    expect_refused([&] { return cudaMemcpyToSymbol("table", &value, sizeof value); });
    // More than the text has.
    expect_refused([&] { return cudaMemcpyToSymbol("t", &value, sizeof value); });
    expect_refused([&] { return cudaMemcpyFromSymbol(&value, "table", sizeof value); });
    expect_refused([&] { return cudaGetSymbolAddress(&pointer, "table"); });
    cudaGetLastError();
}

static const float constant_of_the_program[2] = {1, 2};

TEST(Symbols, ThatAreConstCannotBeWritten) {
    float values[2] = {3, 4};
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidSymbol,
              cudaMemcpyToSymbol(constant_of_the_program, values, sizeof values));
    const std::string messages = testing::internal::GetCapturedStderr();
    EXPECT_NE(messages.find("constant_of_the_program is const"), std::string::npos) << messages;
    EXPECT_EQ(cudaSuccess, cudaMemcpyFromSymbol(values, constant_of_the_program, sizeof values));
    EXPECT_EQ(values[1], 2.0F);
    cudaGetLastError();
}

TEST(Symbols, HaveAnAddressOnTheDevice) {
    void* pointer = nullptr;
    std::size_t bytes = 0;
    ASSERT_EQ(cudaSuccess, table_address(&pointer));
    ASSERT_EQ(cudaSuccess, table_size(&bytes));
    EXPECT_EQ(16U, bytes);
    const float values[4] = {9, 8, 7, 6};
    EXPECT_EQ(cudaSuccess, cudaMemcpy(pointer, values, bytes, cudaMemcpyHostToDevice));
    float back = 0;
    EXPECT_EQ(cudaSuccess, cudaMemcpy(&back, static_cast<float*>(pointer) + 3, sizeof back,
                                      cudaMemcpyDeviceToHost));
    EXPECT_EQ(6.0F, back);
}

TEST(Symbols, HaveAnEnd) {
    const float values[4] = {};
    const auto message = [&](std::size_t bytes, std::size_t offset) {
        testing::internal::CaptureStderr();
        EXPECT_EQ(cudaErrorInvalidValue, write_table(values, bytes, offset));
        return testing::internal::GetCapturedStderr();
    };
    const std::string behind = message(8, 12);
    EXPECT_NE(behind.find("an offset in elements: it is in bytes"), std::string::npos) << behind;
    const std::string large = message(20, 0);
    EXPECT_NE(large.find("more bytes than the symbol has"), std::string::npos) << large;
    EXPECT_EQ(large.find("an offset in elements"), std::string::npos) << large;
    cudaGetLastError();
}

TEST(Symbols, AreNoPointersByTheirName) {
    cudaError_t errors[4];
    testing::internal::CaptureStderr();
    use_names_as_pointers(errors);
    const std::string messages = testing::internal::GetCapturedStderr();
    for (const cudaError_t error : errors)
        EXPECT_EQ(cudaErrorInvalidValue, error);
    for (const char* part :
         {"the name of a __device__ variable, never_asked_either, is not its address on the host",
          "use cudaMemcpyToSymbol() for never_asked_either, or pass the pointer",
          "the name of a __constant__ variable, never_asked, is not its address on the host",
          "use cudaMemcpyFromSymbol() for never_asked, or",
          "next: pass the pointer that cudaGetSymbolAddress() gives for never_asked_either",
          "use cudaMemcpyToSymbolAsync() for never_asked_either"}) {
        EXPECT_NE(messages.find(part), std::string::npos) << part << "\nin:\n" << messages;
    }
    cudaGetLastError();
}

TEST(Symbols, AreFoundInTheirSource) {
    const std::string text =
        "__device__ int counter;  // __device__ int in_comment;\n"
        "static __device__ __align__(16) float4 table[8] = {}, more;\n"
        "float __device__ late{2};\n"
        "__device__ float function(float* parameter, int other) { int local = 1; }\n"
        "/* __device__ int hidden; */ const char* text = \"__device__ int quoted;\";\n"
        "int host;\n";
    const auto declared = [&](const char* name) {
        return workshop::emulator::declares_device_variable(text, name);
    };
    for (const char* name : {"counter", "table", "late"})
        EXPECT_TRUE(declared(name)) << name;
    for (const char* name : {"in_comment", "function", "parameter", "other", "local", "hidden",
                             "quoted", "host", "int", "absent"}) {
        EXPECT_FALSE(declared(name)) << name;
    }
}

TEST(Symbols, AreNamedByAnExpression) {
    using workshop::emulator::watch::names_variable;
    for (const char* expression : {"x", "&x", "x + 2", "&x[i]", "(float*)x", "a::x", "(x)",
                                   "reinterpret_cast<float*>(x)", "y ? x : z"}) {
        EXPECT_TRUE(names_variable(expression, "x")) << expression;
    }
    for (const char* expression :
         {"y", "f(x)", "a.x", "a->x", "y + f(2, x)", "f<int>(x)", "y[x]", "xx", "x2", "T{x}", ""}) {
        EXPECT_FALSE(names_variable(expression, "x")) << expression;
    }
}
