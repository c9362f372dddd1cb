// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// solution_call FUNCTION ROWS COLS THREADS: calls one function of the lessons' solutions once, so
// that a tool sees one launch of one kernel.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "workshop/01_serial_softmax.hpp"
#include "workshop/02_block_reduction.hpp"
#include "workshop/03_online_softmax.hpp"

namespace {

using namespace workshop;

struct Call {
    std::string function;
    std::int64_t rows;
    std::int64_t cols;
    int threads;
    float* x;  // [rows][cols]
    float* y;  // [rows][cols], at least two elements a row
};

cudaError_t run(const Call& call) {
    const std::int64_t rows = call.rows;
    const std::int64_t cols = call.cols;
    float* x = call.x;
    float* y = call.y;
    auto* pairs = reinterpret_cast<MaxSum*>(x);
    auto* results = reinterpret_cast<MaxSum*>(y);
    const std::int64_t half = rows * cols / 4;  // pairs in each half of x
    if (call.function == "serial_softmax")
        return serial_softmax(rows, cols, x, cols, y, cols, nullptr);
    if (call.function == "row_sum_tree")
        return row_sum_tree(rows, cols, x, cols, y, call.threads, nullptr);
    if (call.function == "row_sum_shuffle")
        return row_sum_shuffle(rows, cols, x, cols, y, call.threads, nullptr);
    if (call.function == "block_softmax")
        return block_softmax(rows, cols, x, cols, y, cols, call.threads, nullptr);
    if (call.function == "merge_max_sum_pairs")
        return merge_max_sum_pairs(half, pairs, pairs + half, results, nullptr);
    if (call.function == "row_max_sum")
        return row_max_sum(rows, cols, x, cols, results, call.threads, nullptr);
    if (call.function == "online_softmax")
        return online_softmax(rows, cols, x, cols, y, cols, call.threads, nullptr);
    std::fprintf(stderr, "There is no function %s.\n", call.function.c_str());
    return cudaErrorInvalidValue;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "usage: solution_call FUNCTION ROWS COLS THREADS\n");
        return 2;
    }
    Call call{argv[1], std::atoll(argv[2]), std::atoll(argv[3]), std::atoi(argv[4]), nullptr,
              nullptr};
    if (call.rows < 1 || call.cols < 2 || call.rows * call.cols > (1 << 24)) {
        std::fprintf(stderr, "ROWS has to be 1 or more, COLS 2 or more, 2^24 elements at most.\n");
        return 2;
    }
    std::vector<float> host(static_cast<std::size_t>(call.rows * call.cols));
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i * 37 % 101) / 16.0F;
    const std::size_t bytes = host.size() * sizeof(float);
    cudaMalloc(&call.x, bytes);
    cudaMalloc(&call.y, bytes);
    cudaMemcpy(call.x, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemset(call.y, 0, bytes);
    const cudaError_t launched = run(call);
    const cudaError_t finished = cudaDeviceSynchronize();
    std::printf("launch: %s\nkernel: %s\n", cudaGetErrorName(launched), cudaGetErrorName(finished));
    cudaMemcpy(host.data(), call.y, bytes, cudaMemcpyDeviceToHost);
    std::printf("first element: %g\n", host[0]);
    cudaFree(call.x);
    cudaFree(call.y);
    return launched == cudaSuccess && finished == cudaSuccess ? 0 : 1;
}
