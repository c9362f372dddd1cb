// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The time of a device-to-device copy of 1 GiB, measured with nothing of the benchmarks: two events
// around 200 copies in one stream. What `make experiment NAME=harness` compares them with.
// Prints JSON: microseconds of a copy, one for each of 9 rounds.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "error: %s: %s (%s)\n", what, cudaGetErrorName(error),
                 cudaGetErrorString(error));
    std::exit(2);
}

}  // namespace

int main() {
    constexpr std::size_t kBytes = std::size_t{1} << 30;
    constexpr int kCopies = 200;
    constexpr int kRounds = 9;
    void* from = nullptr;
    void* to = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    cudaDeviceProp device{};
    check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
    check(cudaMalloc(&from, kBytes), "cudaMalloc");
    check(cudaMalloc(&to, kBytes), "cudaMalloc");
    check(cudaStreamCreate(&stream), "cudaStreamCreate");
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    // Data that changes from byte to byte: a GPU can be faster with zeros.
    auto* const bytes = static_cast<unsigned char*>(std::malloc(kBytes));
    if (bytes == nullptr) check(cudaErrorMemoryAllocation, "malloc");
    unsigned int state = 1;
    for (std::size_t i = 0; i < kBytes; ++i) {
        state = state * 1664525U + 1013904223U;
        bytes[i] = static_cast<unsigned char>(state >> 24);
    }
    check(cudaMemcpy(from, bytes, kBytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    std::free(bytes);

    double microseconds[kRounds + 5] = {};
    // The first five warm the device up.
    for (double& one : microseconds) {
        float milliseconds = 0;
        check(cudaEventRecord(begin, stream), "cudaEventRecord");
        for (int i = 0; i < kCopies; ++i) {
            check(cudaMemcpyAsync(to, from, kBytes, cudaMemcpyDeviceToDevice, stream),
                  "cudaMemcpyAsync");
        }
        check(cudaEventRecord(end, stream), "cudaEventRecord");
        check(cudaEventSynchronize(end), "cudaEventSynchronize");
        check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
        one = 1e3 * static_cast<double>(milliseconds) / kCopies;
    }
    std::printf("{\"gpu\": \"%s\", \"bytes\": %zu, \"microseconds\": [", device.name, kBytes);
    for (int round = 0; round < kRounds; ++round)
        std::printf("%s%.3f", round == 0 ? "" : ", ", microseconds[round + 5]);
    std::printf("]}\n");
    return 0;
}
