// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the functions of cublas_v2.h share.

#include <cublas_v2.h>

#include <cstddef>
#include <string>

/// What a handle points to.
struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
};

namespace workshop::emulator {

/// @brief Checks the handle, and that the device can be used.
cublasStatus_t enter_cublas(const char* function, cublasHandle_t handle);

/// @brief Reports what is wrong with a call.
cublasStatus_t refuse_cublas(cublasStatus_t status, const char* function, const std::string& what,
                             const std::string& cause = {});

/// @brief A number of the host or of the device, as the handle's pointer mode says.
template <class T>
T scalar(const void* address) {
    return *static_cast<const T*>(address);
}

}  // namespace workshop::emulator
