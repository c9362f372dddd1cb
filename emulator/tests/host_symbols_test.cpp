// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// __device__ and __constant__ variables, written and read by the host.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>

#include "symbols_kernels.hpp"

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
