// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// As in the CUDA Toolkit: programs ask for this macro.
#define CUBLAS_API_H_

/// @file
/// @brief The part of cuBLAS that programs compare their own kernels with: matrix products, the
///        product of matrix and vector, and four functions on vectors. Matrices are stored by
///        columns, as in cuBLAS. Sums are made in the order of the index. The host computes them:
///        checkers and profile do not see their accesses.
///
/// Other functions of cuBLAS are not declared. Names and numbers are those of its documentation.

// As in the CUDA Toolkit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16,
};
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
};
enum cublasGemmAlgo_t {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
};
/// @brief In what the products are summed. Reduced precision inside is not imitated: the fast types
///        compute as CUBLAS_COMPUTE_32F does.
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
};
using cublasHandle_t = struct cublasContext*;

// Handles. Stream, math mode and workspace are kept and change nothing.
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, std::size_t bytes);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

/// @brief C = alpha op(A) op(B) + beta C, with op(A) of m x k and op(B) of k x n elements.
///
/// Types: CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_16BF. alpha and beta have the type in which is
/// summed: double for CUBLAS_COMPUTE_64F, else float.
///
/// @return CUBLAS_STATUS_NOT_SUPPORTED for other types; CUBLAS_STATUS_INVALID_VALUE for sizes and
///         memory that do not fit, with a message
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t operation_a,
                                          cublasOperation_t operation_b, int m, int n, int k,
                                          const void* alpha, const void* a, cudaDataType a_type,
                                          int a_leading, long long a_stride, const void* b,
                                          cudaDataType b_type, int b_leading, long long b_stride,
                                          const void* beta, void* c, cudaDataType c_type,
                                          int c_leading, long long c_stride, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t operation_a,
                            cublasOperation_t operation_b, int m, int n, int k, const void* alpha,
                            const void* a, cudaDataType a_type, int a_leading, const void* b,
                            cudaDataType b_type, int b_leading, const void* beta, void* c,
                            cudaDataType c_type, int c_leading, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);

// Of each: S for float, D for double.
#define WORKSHOP_CUBLAS(T, letter)                                                                 \
    cublasStatus_t cublas##letter##gemm(cublasHandle_t handle, cublasOperation_t operation_a,      \
                                        cublasOperation_t operation_b, int m, int n, int k,        \
                                        const T* alpha, const T* a, int a_leading, const T* b,     \
                                        int b_leading, const T* beta, T* c, int c_leading);        \
    cublasStatus_t cublas##letter##gemmStridedBatched(                                             \
        cublasHandle_t handle, cublasOperation_t operation_a, cublasOperation_t operation_b,       \
        int m, int n, int k, const T* alpha, const T* a, int a_leading, long long a_stride,        \
        const T* b, int b_leading, long long b_stride, const T* beta, T* c, int c_leading,         \
        long long c_stride, int count);                                                            \
    /** y = alpha op(A) x + beta y; A has m x n elements. */                                       \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t operation, int m, \
                                        int n, const T* alpha, const T* a, int leading,            \
                                        const T* x, int x_step, const T* beta, T* y, int y_step);  \
    /** y = alpha x + y */                                                                         \
    cublasStatus_t cublas##letter##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x,  \
                                        int x_step, T* y, int y_step);                             \
    /** x = alpha x */                                                                             \
    cublasStatus_t cublas##letter##scal(cublasHandle_t handle, int n, const T* alpha, T* x,        \
                                        int x_step);                                               \
    /** result = the sum of x y */                                                                 \
    cublasStatus_t cublas##letter##dot(cublasHandle_t handle, int n, const T* x, int x_step,       \
                                       const T* y, int y_step, T* result);                         \
    /** result = the square root of the sum of x x */                                              \
    cublasStatus_t cublas##letter##nrm2(cublasHandle_t handle, int n, const T* x, int x_step,      \
                                        T* result);
WORKSHOP_CUBLAS(float, S)
WORKSHOP_CUBLAS(double, D)
#undef WORKSHOP_CUBLAS
