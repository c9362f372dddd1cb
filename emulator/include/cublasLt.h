// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief For programs that have a path through cuBLASLt beside others: they compile, and a call on
///        that path prints that cuBLASLt is not supported by the CPU device.

#include <cublas_v2.h>

using cublasLtHandle_t = struct cublasLtContext*;
using cublasLtMatmulDesc_t = struct cublasLtMatmulDescOpaque_t*;
using cublasLtMatrixLayout_t = struct cublasLtMatrixLayoutOpaque_t*;
using cublasLtMatmulPreference_t = struct cublasLtMatmulPreferenceOpaque_t*;
struct cublasLtMatmulAlgo_t {
    unsigned long long data[8];
};
struct cublasLtMatmulHeuristicResult_t {
    cublasLtMatmulAlgo_t algo;
    std::size_t workspaceSize;
    cublasStatus_t state;
    float wavesCount;
    int reserved[4];
};
enum cublasLtMatmulDescAttributes_t {
    CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
    CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
    CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
    CUBLASLT_MATMUL_DESC_TRANSA = 3,
    CUBLASLT_MATMUL_DESC_TRANSB = 4,
    CUBLASLT_MATMUL_DESC_TRANSC = 5,
    CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
    CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
};
enum cublasLtMatrixLayoutAttribute_t {
    CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
    CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,
};
enum cublasLtMatmulPreferenceAttributes_t { CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1 };
enum cublasLtEpilogue_t {
    CUBLASLT_EPILOGUE_DEFAULT = 1,
    CUBLASLT_EPILOGUE_RELU = 2,
    CUBLASLT_EPILOGUE_BIAS = 4,
    CUBLASLT_EPILOGUE_RELU_BIAS = 6,
    CUBLASLT_EPILOGUE_GELU = 32,
    CUBLASLT_EPILOGUE_GELU_BIAS = 36,
    CUBLASLT_EPILOGUE_GELU_AUX = 160,
    CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
    CUBLASLT_EPILOGUE_DGELU = 192,
    CUBLASLT_EPILOGUE_BGRADA = 256,
    CUBLASLT_EPILOGUE_BGRADB = 512,
};

// Programs make a handle at their start, whether they come to use it or not.
inline cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
    return cublasCreate(reinterpret_cast<cublasHandle_t*>(handle));
}
inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    return cublasDestroy(reinterpret_cast<cublasHandle_t>(handle));
}

#define WORKSHOP_NO_CUBLASLT(function)                          \
    template <typename... Arguments>                            \
    cublasStatus_t function(Arguments&&...) {                   \
        workshop::emulator::unsupported(#function, "cuBLASLt"); \
        return CUBLAS_STATUS_NOT_SUPPORTED;                     \
    }
WORKSHOP_NO_CUBLASLT(cublasLtMatmulDescCreate)
WORKSHOP_NO_CUBLASLT(cublasLtMatmulDescDestroy)
WORKSHOP_NO_CUBLASLT(cublasLtMatmulDescSetAttribute)
WORKSHOP_NO_CUBLASLT(cublasLtMatrixLayoutCreate)
WORKSHOP_NO_CUBLASLT(cublasLtMatrixLayoutDestroy)
WORKSHOP_NO_CUBLASLT(cublasLtMatrixLayoutSetAttribute)
WORKSHOP_NO_CUBLASLT(cublasLtMatmulPreferenceCreate)
WORKSHOP_NO_CUBLASLT(cublasLtMatmulPreferenceDestroy)
WORKSHOP_NO_CUBLASLT(cublasLtMatmulPreferenceSetAttribute)
WORKSHOP_NO_CUBLASLT(cublasLtMatmulAlgoGetHeuristic)
WORKSHOP_NO_CUBLASLT(cublasLtMatmul)
#undef WORKSHOP_NO_CUBLASLT
