// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Handles of cuBLAS and their settings.

#include "cublas.hpp"
#include "diagnostics.hpp"
#include "errors.hpp"

namespace workshop::emulator {

cublasStatus_t refuse_cublas(cublasStatus_t status, const char* function, const std::string& what,
                             const std::string& cause) {
    Diagnostic diagnostic;
    diagnostic.what = std::string(function) + ": " + what;
    diagnostic.likely_cause = cause;
    report(diagnostic);
    return status;
}

cublasStatus_t enter_cublas(const char* function, cublasHandle_t handle) {
    if (handle == nullptr) {
        return refuse_cublas(CUBLAS_STATUS_NOT_INITIALIZED, function, "the handle is null",
                             "cublasCreate was not called, or its result was not looked at");
    }
    return enter_device_call() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                              : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

namespace {

/// Writes one of the handle's settings to where the program wants it.
template <class T>
cublasStatus_t get(const char* function, cublasHandle_t handle, T cublasContext::*field, T* place) {
    if (const cublasStatus_t status = enter_cublas(function, handle)) return status;
    if (place == nullptr) {
        return refuse_cublas(CUBLAS_STATUS_INVALID_VALUE, function, "no place for the answer");
    }
    *place = handle->*field;
    return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t set(const char* function, cublasHandle_t handle, T cublasContext::*field, T value) {
    if (const cublasStatus_t status = enter_cublas(function, handle)) return status;
    handle->*field = value;
    return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
    if (handle == nullptr) {
        return refuse_cublas(CUBLAS_STATUS_INVALID_VALUE, "cublasCreate",
                             "no place for the handle");
    }
    if (enter_device_call() != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = new cublasContext;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    if (const cublasStatus_t status = enter_cublas("cublasDestroy", handle)) return status;
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
    if (const cublasStatus_t status = enter_cublas("cublasGetVersion", handle)) return status;
    if (version != nullptr) *version = CUDART_VERSION * 10;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
    return set("cublasSetStream", handle, &cublasContext::stream, stream);
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
    return get("cublasGetStream", handle, &cublasContext::stream, stream);
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    return set("cublasSetMathMode", handle, &cublasContext::math, mode);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
    return get("cublasGetMathMode", handle, &cublasContext::math, mode);
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
    return set("cublasSetPointerMode", handle, &cublasContext::pointers, mode);
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
    return get("cublasGetPointerMode", handle, &cublasContext::pointers, mode);
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, std::size_t) {
    return enter_cublas("cublasSetWorkspace", handle);
}

const char* cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
#define WORKSHOP_NAME(name) \
    case name:              \
        return #name;
        WORKSHOP_NAME(CUBLAS_STATUS_SUCCESS)
        WORKSHOP_NAME(CUBLAS_STATUS_NOT_INITIALIZED)
        WORKSHOP_NAME(CUBLAS_STATUS_ALLOC_FAILED)
        WORKSHOP_NAME(CUBLAS_STATUS_INVALID_VALUE)
        WORKSHOP_NAME(CUBLAS_STATUS_ARCH_MISMATCH)
        WORKSHOP_NAME(CUBLAS_STATUS_MAPPING_ERROR)
        WORKSHOP_NAME(CUBLAS_STATUS_EXECUTION_FAILED)
        WORKSHOP_NAME(CUBLAS_STATUS_INTERNAL_ERROR)
        WORKSHOP_NAME(CUBLAS_STATUS_NOT_SUPPORTED)
        WORKSHOP_NAME(CUBLAS_STATUS_LICENSE_ERROR)
#undef WORKSHOP_NAME
    }
    return "CUBLAS_STATUS_UNKNOWN";
}

const char* cublasGetStatusString(cublasStatus_t status) {
    return cublasGetStatusName(status);
}
