// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kernels and variables of the tests of symbols and occupancy.

#include <cuda_runtime.h>

/// A kernel without shared memory, for queries.
const void* plain_kernel();

/// Another, whose attributes a test changes.
const void* attribute_kernel();

/// Reads the constant table on the device: out[i] = table[i] + bias.
cudaError_t read_table(float* out);

cudaError_t write_table(const float* values, std::size_t bytes, std::size_t offset);
cudaError_t write_bias(float value);
cudaError_t read_bias(float* value);
cudaError_t table_address(void** pointer);
cudaError_t table_size(std::size_t* bytes);

/// Calls for pointers that get a variable by its name, one after the other.
/// @param[out] errors what they return: cudaMemcpy to a __device__ and from a __constant__
/// variable,
///                    cudaMemset, cudaMemcpyAsync
void use_names_as_pointers(cudaError_t errors[4]);
