// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Filling and comparing words. On a GPU each thread walks through the buffer with the stride of the
// grid; the comparison keeps one number, the first slot that differs. The CPU device runs the same
// kernels.
#include "device_words.hpp"

#include "workshop/cuda_check.hpp"

namespace workshop::bench {

namespace {

constexpr int kThreads = 256;
constexpr std::size_t kMostBlocks = 2048;

unsigned int blocks_for(std::size_t count) {
    const std::size_t blocks = (count + kThreads - 1) / kThreads;
    return static_cast<unsigned int>(blocks < kMostBlocks ? blocks : kMostBlocks);
}

__device__ inline std::size_t first_word() {
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::size_t step() {
    return static_cast<std::size_t>(gridDim.x) * blockDim.x;
}

__global__ void fill_kernel(std::uint32_t* memory,  // [count]
                            std::size_t count, std::uint32_t word) {
    for (std::size_t i = first_word(); i < count; i += step())
        memory[i] = word;
}

__global__ void first_different_kernel(const std::uint32_t* slots,  // [slot_count][pitch]
                                       std::size_t slot_count, std::size_t pitch,
                                       const std::uint32_t* wanted,  // [count]
                                       std::size_t count, unsigned long long* first) {
    for (std::size_t slot = 0; slot < slot_count; ++slot) {
        for (std::size_t i = first_word(); i < count; i += step()) {
            // Almost always everything is the same, and then nobody comes to the atomic.
            if (slots[slot * pitch + i] != wanted[i]) {
                atomicMin(first, static_cast<unsigned long long>(slot));
                return;
            }
        }
    }
}

/// A number on the device, freed at the end of its scope.
class DeviceNumber {
  public:
    explicit DeviceNumber(unsigned long long value) {
        WORKSHOP_CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), sizeof(*data_)));
        WORKSHOP_CUDA_CHECK(cudaMemcpy(data_, &value, sizeof(value), cudaMemcpyHostToDevice));
    }
    ~DeviceNumber() { (void)cudaFree(data_); }
    DeviceNumber(const DeviceNumber&) = delete;
    DeviceNumber& operator=(const DeviceNumber&) = delete;
    unsigned long long* data() const { return data_; }
    unsigned long long value() const {
        unsigned long long value = 0;
        WORKSHOP_CUDA_CHECK(cudaMemcpy(&value, data_, sizeof(value), cudaMemcpyDeviceToHost));
        return value;
    }

  private:
    unsigned long long* data_ = nullptr;
};

}  // namespace

void fill_words(float* memory, std::size_t count, std::uint32_t word) {
    if (count == 0) return;
    fill_kernel<<<blocks_for(count), kThreads>>>(reinterpret_cast<std::uint32_t*>(memory), count,
                                                 word);
    WORKSHOP_CUDA_CHECK(cudaGetLastError());
}

std::int64_t first_different_slot(const float* slots, std::size_t slot_count, std::size_t pitch,
                                  const float* wanted, std::size_t count) {
    if (count == 0 || slot_count == 0) return -1;
    const DeviceNumber first(slot_count);
    first_different_kernel<<<blocks_for(count), kThreads>>>(
        reinterpret_cast<const std::uint32_t*>(slots), slot_count, pitch,
        reinterpret_cast<const std::uint32_t*>(wanted), count, first.data());
    WORKSHOP_CUDA_CHECK(cudaGetLastError());
    const unsigned long long found = first.value();
    return found == slot_count ? -1 : static_cast<std::int64_t>(found);
}

}  // namespace workshop::bench
