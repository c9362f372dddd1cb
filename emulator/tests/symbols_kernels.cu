// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "symbols_kernels.hpp"

__constant__ float table[4];
__device__ float bias;

__global__ void plain(float* out) {
    out[threadIdx.x] = 1.0F;
}

__global__ void with_attributes(float* out) {
    out[threadIdx.x] = 2.0F;
}

__global__ void read_table_kernel(float* out) {
    out[threadIdx.x] = table[threadIdx.x] + bias;
}

const void* plain_kernel() {
    return reinterpret_cast<const void*>(plain);
}

const void* attribute_kernel() {
    return reinterpret_cast<const void*>(with_attributes);
}

cudaError_t read_table(float* out) {
    read_table_kernel<<<1, 4>>>(out);
    return cudaGetLastError();
}

cudaError_t write_table(const float* values, std::size_t bytes, std::size_t offset) {
    return cudaMemcpyToSymbol(table, values, bytes, offset);
}

cudaError_t write_bias(float value) {
    return cudaMemcpyToSymbolAsync(bias, &value, sizeof value, 0, cudaMemcpyHostToDevice, nullptr);
}

cudaError_t read_bias(float* value) {
    return cudaMemcpyFromSymbol(value, bias, sizeof *value);
}

cudaError_t table_address(void** pointer) {
    return cudaGetSymbolAddress(pointer, table);
}

cudaError_t table_size(std::size_t* bytes) {
    return cudaGetSymbolSize(bytes, table);
}

__constant__ float never_asked[4];
__device__ __align__(16) float never_asked_either[4];

void use_names_as_pointers(cudaError_t errors[4]) {
    float values[4] = {};
    errors[0] = cudaMemcpy(never_asked_either, values, sizeof values, cudaMemcpyHostToDevice);
    errors[1] = cudaMemcpy(values, never_asked, sizeof values, cudaMemcpyDeviceToHost);
    errors[2] = cudaMemset(never_asked_either + 1, 0, sizeof(float));
    // The copy by symbol does not make it a pointer.
    cudaMemcpyToSymbol(never_asked_either, values, sizeof values);
    errors[3] = cudaMemcpyAsync(never_asked_either, values, sizeof values, cudaMemcpyHostToDevice);
}
