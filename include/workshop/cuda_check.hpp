// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Turns an error of a CUDA call into an exception that says which call, what and where.

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace workshop {

/// @brief What WORKSHOP_CUDA_CHECK throws. The message reads
///        "demo/main.cpp:42: cudaMalloc(&p, bytes): cudaErrorMemoryAllocation (out of memory)".
class CudaError : public std::runtime_error {
  public:
    /// @param[in] call the call as it stands in the source
    CudaError(cudaError_t error, const char* call, const char* file, int line)
        : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + call + ": " +
                             cudaGetErrorName(error) + " (" + cudaGetErrorString(error) + ")"),
          error_(error) {}

    /// @return the error code of the call
    cudaError_t error() const { return error_; }

  private:
    cudaError_t error_;
};

/// @brief Throws CudaError unless `error` is cudaSuccess. Use WORKSHOP_CUDA_CHECK.
inline void throw_on_cuda_error(cudaError_t error, const char* call, const char* file, int line) {
    if (error != cudaSuccess) throw CudaError(error, call, file, line);
}

}  // namespace workshop

/// @brief Runs a call that returns cudaError_t; throws workshop::CudaError when it fails.
#define WORKSHOP_CUDA_CHECK(...) \
    ::workshop::throw_on_cuda_error((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
