// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The time of device-to-device copies, measured with nothing of the benchmarks: two events around
// many copies in one stream, for 1 GiB; and for several sizes the same beside a graph of copies,
// which the driver may do in another way. What `make experiment NAME=harness` compares the
// benchmarks with. Prints JSON: microseconds of a copy, each the median of 9 rounds; for 1 GiB all
// of them.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "error: %s: %s (%s)\n", what, cudaGetErrorName(error),
                 cudaGetErrorString(error));
    std::exit(2);
}

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kSizes[] = {64 * kMiB,  128 * kMiB,  256 * kMiB, 512 * kMiB,
                                  768 * kMiB, 1024 * kMiB, 2048 * kMiB};
constexpr int kInGraph = 16;

struct Device {
    cudaStream_t stream = nullptr;
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    char* from = nullptr;
    char* to = nullptr;
};

Device prepare(std::size_t bytes) {
    Device device;
    check(cudaStreamCreate(&device.stream), "cudaStreamCreate");
    check(cudaEventCreate(&device.begin), "cudaEventCreate");
    check(cudaEventCreate(&device.end), "cudaEventCreate");
    check(cudaMalloc(&device.from, bytes), "cudaMalloc");
    check(cudaMalloc(&device.to, bytes), "cudaMalloc");
    // Data that changes from byte to byte: a GPU can be faster with zeros.
    std::vector<unsigned char> data(bytes);
    unsigned int state = 1;
    for (unsigned char& one : data) {
        state = state * 1664525U + 1013904223U;
        one = static_cast<unsigned char>(state >> 24);
    }
    check(cudaMemcpy(device.from, data.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    return device;
}

void copy(const Device& device, std::size_t bytes) {
    check(cudaMemcpyAsync(device.to, device.from, bytes, cudaMemcpyDeviceToDevice, device.stream),
          "cudaMemcpyAsync");
}

cudaGraphExec_t graph_of_copies(const Device& device, std::size_t bytes) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    check(cudaStreamBeginCapture(device.stream, cudaStreamCaptureModeGlobal),
          "cudaStreamBeginCapture");
    for (int i = 0; i < kInGraph; ++i)
        copy(device, bytes);
    check(cudaStreamEndCapture(device.stream, &graph), "cudaStreamEndCapture");
    check(cudaGraphInstantiateWithFlags(&executable, graph, 0), "cudaGraphInstantiateWithFlags");
    check(cudaGraphDestroy(graph), "cudaGraphDestroy");
    return executable;
}

/// Microseconds of a copy in each of 9 rounds, after five that warm the device up.
template <typename Enqueue>
std::vector<double> time_rounds(const Device& device, int copies, Enqueue&& enqueue) {
    constexpr int kWarmUp = 5;
    constexpr int kRounds = 9;
    std::vector<double> rounds;
    for (int round = 0; round < kWarmUp + kRounds; ++round) {
        float milliseconds = 0;
        check(cudaEventRecord(device.begin, device.stream), "cudaEventRecord");
        enqueue();
        check(cudaEventRecord(device.end, device.stream), "cudaEventRecord");
        check(cudaEventSynchronize(device.end), "cudaEventSynchronize");
        check(cudaEventElapsedTime(&milliseconds, device.begin, device.end),
              "cudaEventElapsedTime");
        if (round >= kWarmUp) rounds.push_back(1e3 * static_cast<double>(milliseconds) / copies);
    }
    return rounds;
}

std::vector<double> in_stream(const Device& device, std::size_t bytes, int copies) {
    return time_rounds(device, copies, [&] {
        for (int i = 0; i < copies; ++i)
            copy(device, bytes);
    });
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main() {
    constexpr std::size_t kGiB = 1024 * kMiB;
    const Device device = prepare(*std::max_element(std::begin(kSizes), std::end(kSizes)));
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    std::printf("{\"gpu\": \"%s\", \"bytes\": %zu, \"microseconds\": [", properties.name, kGiB);
    const char* separator = "";
    for (const double one : in_stream(device, kGiB, 200)) {
        std::printf("%s%.3f", separator, one);
        separator = ", ";
    }
    std::printf("],\n \"ways\": [");
    separator = "";
    for (const std::size_t bytes : kSizes) {
        const double stream = median(in_stream(device, bytes, kInGraph));
        const cudaGraphExec_t graph = graph_of_copies(device, bytes);
        const double replayed = median(time_rounds(device, kInGraph, [&] {
            check(cudaGraphLaunch(graph, device.stream), "cudaGraphLaunch");
        }));
        check(cudaGraphExecDestroy(graph), "cudaGraphExecDestroy");
        std::printf("%s\n  {\"bytes\": %zu, \"stream\": %.3f, \"graph\": %.3f}", separator, bytes,
                    stream, replayed);
        separator = ",";
    }
    std::printf("]}\n");
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::fprintf(stderr, "error: standard output could not be written: is the disk full?\n");
        return 2;
    }
    return 0;
}
