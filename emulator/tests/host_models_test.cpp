// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The table of devices, and what the runtime tells about the chosen one.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>

#include "device_model.hpp"

using namespace workshop::emulator;

TEST(DeviceModels, AreKnownByName) {
    EXPECT_EQ("h200, a100, rtx4090, t4, tiny, toy", device_model_names());
    EXPECT_EQ(nullptr, find_device_model("H200"));
    EXPECT_EQ(nullptr, find_device_model(""));
    ASSERT_NE(nullptr, find_device_model("toy"));
    EXPECT_EQ(7, find_device_model("toy")->multiprocessors);
    EXPECT_EQ(1, find_device_model("tiny")->multiprocessors);
}

TEST(DeviceModels, HaveTheLimitsOfTheirComputeCapability) {
    const DeviceModel& h200 = *find_device_model("h200");
    EXPECT_EQ(9, h200.compute_major);
    EXPECT_EQ(132, h200.multiprocessors);
    EXPECT_EQ(2048, h200.max_threads_per_multiprocessor);
    EXPECT_EQ(32, h200.max_blocks_per_multiprocessor);
    EXPECT_EQ(228U * 1024, h200.shared_memory_per_multiprocessor);
    EXPECT_EQ(227U * 1024, h200.shared_memory_per_block_optin);
    const DeviceModel& a100 = *find_device_model("a100");
    EXPECT_EQ(108, a100.multiprocessors);
    EXPECT_EQ(163U * 1024, a100.shared_memory_per_block_optin);
    const DeviceModel& rtx4090 = *find_device_model("rtx4090");
    EXPECT_EQ(1536, rtx4090.max_threads_per_multiprocessor);
    EXPECT_EQ(24, rtx4090.max_blocks_per_multiprocessor);
    EXPECT_EQ(99U * 1024, rtx4090.shared_memory_per_block_optin);
    const DeviceModel& t4 = *find_device_model("t4");
    EXPECT_EQ(1024, t4.max_threads_per_multiprocessor);
    EXPECT_EQ(64U * 1024, t4.shared_memory_per_block_optin);
    for (const DeviceModel& model : device_models()) {
        EXPECT_EQ(1024, model.max_threads_per_block) << model.name;
        EXPECT_EQ(48U * 1024, model.shared_memory_per_block) << model.name;
        EXPECT_EQ(65536, model.registers_per_multiprocessor) << model.name;
        EXPECT_EQ(65535, model.max_grid_dim[1]) << model.name;
    }
}

TEST(Device, TellsTheModelsProperties) {
    cudaDeviceProp properties;
    ASSERT_EQ(cudaSuccess, cudaGetDeviceProperties(&properties, 0));
    const DeviceModel& model = current_device_model();
    EXPECT_STREQ(model.description, properties.name);
    EXPECT_EQ(model.multiprocessors, properties.multiProcessorCount);
    EXPECT_EQ(32, properties.warpSize);
    EXPECT_EQ(1024, properties.maxThreadsPerBlock);
    EXPECT_EQ(64, properties.maxThreadsDim[2]);
    EXPECT_EQ(2147483647, properties.maxGridSize[0]);
    EXPECT_EQ(65535, properties.maxGridSize[2]);
    EXPECT_EQ(model.shared_memory_per_block_optin, properties.sharedMemPerBlockOptin);
    EXPECT_LE(properties.totalGlobalMem, model.memory_bytes);
    EXPECT_EQ(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, 1));
    cudaGetLastError();
}

TEST(Device, AttributesAgreeWithProperties) {
    cudaDeviceProp properties;
    ASSERT_EQ(cudaSuccess, cudaGetDeviceProperties(&properties, 0));
    const auto attribute = [](cudaDeviceAttr which) {
        int value = -1;
        EXPECT_EQ(cudaSuccess, cudaDeviceGetAttribute(&value, which, 0));
        return value;
    };
    EXPECT_EQ(properties.multiProcessorCount, attribute(cudaDevAttrMultiProcessorCount));
    EXPECT_EQ(properties.major, attribute(cudaDevAttrComputeCapabilityMajor));
    EXPECT_EQ(properties.clockRate, attribute(cudaDevAttrClockRate));
    EXPECT_EQ(static_cast<int>(properties.sharedMemPerBlockOptin),
              attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    EXPECT_EQ(properties.maxBlocksPerMultiProcessor,
              attribute(cudaDevAttrMaxBlocksPerMultiprocessor));
    int value = 0;
    EXPECT_EQ(cudaErrorInvalidValue,
              cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0));
    cudaGetLastError();
}

TEST(Device, IsTheOnlyOne) {
    int count = 0;
    int device = -1;
    EXPECT_EQ(cudaSuccess, cudaGetDeviceCount(&count));
    EXPECT_EQ(1, count);
    EXPECT_EQ(cudaSuccess, cudaSetDevice(0));
    EXPECT_EQ(cudaSuccess, cudaGetDevice(&device));
    EXPECT_EQ(0, device);
    EXPECT_EQ(cudaErrorInvalidDevice, cudaSetDevice(1));
    cudaGetLastError();
    int version = 0;
    EXPECT_EQ(cudaSuccess, cudaRuntimeGetVersion(&version));
    EXPECT_EQ(CUDART_VERSION, version);
    EXPECT_EQ(cudaSuccess, cudaDriverGetVersion(&version));
    EXPECT_GE(version, CUDART_VERSION);
}

TEST(Device, HasLimits) {
    std::size_t value = 0;
    EXPECT_EQ(cudaSuccess, cudaDeviceGetLimit(&value, cudaLimitStackSize));
    EXPECT_EQ(1024U, value);
    EXPECT_EQ(cudaSuccess, cudaDeviceSetLimit(cudaLimitStackSize, 2048));
    EXPECT_EQ(cudaSuccess, cudaDeviceGetLimit(&value, cudaLimitStackSize));
    EXPECT_EQ(2048U, value);
    EXPECT_EQ(cudaSuccess, cudaDeviceSetLimit(cudaLimitStackSize, 1024));
}

TEST(DeviceModels, AnswerWhatOlderProgramsAsk) {
    int device = 7;
    const cudaDeviceProp wanted{};
    EXPECT_EQ(cudaSuccess, cudaChooseDevice(&device, &wanted));
    EXPECT_EQ(0, device);
    char name[13] = "";
    EXPECT_EQ(cudaSuccess, cudaDeviceGetPCIBusId(name, sizeof name, 0));
    EXPECT_EQ(std::string("0000:00:00.0"), name);
    device = 7;
    EXPECT_EQ(cudaSuccess, cudaDeviceGetByPCIBusId(&device, name));
    EXPECT_EQ(0, device);
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&device, "0001:00:00.0"));
    EXPECT_EQ(cudaErrorInvalidDevice, cudaGetLastError());
    EXPECT_EQ(cudaErrorInvalidDevice, cudaDeviceGetPCIBusId(name, sizeof name, 1));
    EXPECT_EQ(cudaErrorInvalidDevice, cudaGetLastError());
    EXPECT_EQ(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(name, 12, 0));
    const std::string told = testing::internal::GetCapturedStderr();
    EXPECT_NE(std::string::npos, told.find("there is no device at '0001:00:00.0'"));
    EXPECT_NE(std::string::npos, told.find("there is no device 1;"));
    EXPECT_NE(std::string::npos, told.find("the text takes 13 bytes"));
    EXPECT_EQ(cudaErrorInvalidValue, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    cudaFuncCache cache = cudaFuncCachePreferNone;
    EXPECT_EQ(cudaSuccess, cudaDeviceGetCacheConfig(&cache));
    EXPECT_EQ(cudaFuncCachePreferL1, cache);
    EXPECT_EQ(cudaSuccess, cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    cudaSharedMemConfig banks = cudaSharedMemBankSizeDefault;
    EXPECT_EQ(cudaSuccess, cudaDeviceGetSharedMemConfig(&banks));
    EXPECT_EQ(cudaSharedMemBankSizeFourByte, banks);
    EXPECT_EQ(cudaSuccess, cudaThreadSynchronize());
    cudaDeviceProp properties{};
    EXPECT_EQ(cudaSuccess, cudaGetDeviceProperties(&properties, 0));
    EXPECT_EQ(0, properties.maxTexture3D[2]);
}
