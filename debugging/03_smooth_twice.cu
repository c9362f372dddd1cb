// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "We wrapped device memory in a class, so that nobody can forget cudaFree. Smoothing a
// series once works. Smoothing it twice gives garbage, or an error. Between the two calls there is
// nothing."
//
//   make emulate FILE=debugging/03_smooth_twice.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int count = 300;

// Owns device memory: gets it when it is made, frees it when it goes.
class DeviceArray {
  public:
    explicit DeviceArray(int elements) { cudaMalloc(&data_, elements * sizeof(float)); }
    ~DeviceArray() { cudaFree(data_); }
    float* data() const { return data_; }

  private:
    float* data_ = nullptr;
};

__global__ void smooth_kernel(const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float left = in[i > 0 ? i - 1 : i];
    const float right = in[i < count - 1 ? i + 1 : i];
    out[i] = 0.25F * left + 0.5F * in[i] + 0.25F * right;
}

void smooth(DeviceArray in, float* out) {
    smooth_kernel<<<(count + 127) / 128, 128>>>(in.data(), out);
    cudaDeviceSynchronize();
}

int main() {
    const std::vector<float> series(count, 3.0F);
    std::vector<float> result(count);
    const DeviceArray in(count);
    float* out = nullptr;
    cudaMalloc(&out, count * sizeof(float));
    cudaMemcpy(in.data(), series.data(), count * sizeof(float), cudaMemcpyHostToDevice);

    smooth(in, out);
    smooth(in, out);  // the second time for the measurement
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    cudaMemcpy(result.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(out);

    int wrong = 0;
    for (const float value : result)
        wrong += value != 3.0F;
    std::printf("%d of %d values are wrong\n", wrong, count);
    return wrong != 0 ? 1 : 0;
}
