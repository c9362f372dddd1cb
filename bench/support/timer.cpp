// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "timer.hpp"

#include "workshop/cuda_check.hpp"

namespace workshop::bench {

EventTimer::EventTimer() {
    WORKSHOP_CUDA_CHECK(cudaEventCreate(&start_));
    WORKSHOP_CUDA_CHECK(cudaEventCreate(&stop_));
}

EventTimer::~EventTimer() {
    (void)cudaEventDestroy(start_);
    (void)cudaEventDestroy(stop_);
}

void EventTimer::start(cudaStream_t stream) {
    WORKSHOP_CUDA_CHECK(cudaEventRecord(start_, stream));
}

double EventTimer::stop(cudaStream_t stream) {
    float milliseconds = 0;
    WORKSHOP_CUDA_CHECK(cudaEventRecord(stop_, stream));
    WORKSHOP_CUDA_CHECK(cudaEventSynchronize(stop_));
    WORKSHOP_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return static_cast<double>(milliseconds) / 1e3;
}

}  // namespace workshop::bench
