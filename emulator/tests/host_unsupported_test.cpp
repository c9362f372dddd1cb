// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What is not supported says so by name.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>

namespace {

/// The message that a call prints.
template <typename Call>
std::string message_of(Call call) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorNotSupported, call());
    EXPECT_EQ(cudaErrorNotSupported, cudaGetLastError());
    return testing::internal::GetCapturedStderr();
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST(Unsupported, GraphsAreNamed) {
    const std::string message =
        message_of([] { return cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal); });
    EXPECT_TRUE(contains(message, "cudaStreamBeginCapture: CUDA graphs: not supported")) << message;
}

TEST(Unsupported, SharingBetweenProcessesIsNamed) {
    cudaIpcMemHandle_t handle{};
    const std::string message = message_of([&] { return cudaIpcGetMemHandle(&handle, nullptr); });
    EXPECT_TRUE(contains(message, "CUDA IPC")) << message;
}

TEST(Unsupported, TexturesAreNamed) {
    cudaTextureObject_t texture = 0;
    const std::string message =
        message_of([&] { return cudaCreateTextureObject(&texture, nullptr, nullptr, nullptr); });
    EXPECT_TRUE(contains(message, "textures: not supported")) << message;
}

TEST(Unsupported, ThereIsNoPeer) {
    int can_access = 1;
    EXPECT_EQ(cudaSuccess, cudaDeviceCanAccessPeer(&can_access, 0, 0));
    EXPECT_EQ(0, can_access);
    const std::string message = message_of([] { return cudaDeviceEnablePeerAccess(1, 0); });
    EXPECT_TRUE(contains(message, "peer access")) << message;
}
