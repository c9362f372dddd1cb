// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Products of matrices, as in cuBLAS.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <vector>

#include "call_record.hpp"
#include "cublas.hpp"
#include "pointers.hpp"
#include "watch/arena_watch.hpp"
#include "watch/host_guard.hpp"

namespace workshop::emulator {
namespace {

/// A matrix, or a row of them, as the caller describes it.
struct Matrix {
    const void* data;
    cudaDataType type;
    int leading;       ///< elements from one column to the next
    long long stride;  ///< elements from one matrix to the next
    int rows;          ///< as stored
    int columns;

    /// Bytes from the first element to the end of the last one.
    std::size_t bytes(std::size_t element, int count) const {
        const auto last =
            static_cast<std::size_t>(leading) * static_cast<std::size_t>(columns - 1) +
            static_cast<std::size_t>(rows);
        return (static_cast<std::size_t>(stride) * static_cast<std::size_t>(count - 1) + last) *
               element;
    }
};

std::size_t element_bytes(cudaDataType type) {
    switch (type) {
        case CUDA_R_64F:
            return 8;
        case CUDA_R_32F:
            return 4;
        case CUDA_R_16F:
        case CUDA_R_16BF:
            return 2;
        default:
            return 0;
    }
}

/// Calls function(typed pointer, converter to float or double).
template <class Function>
void with_elements(const void* data, cudaDataType type, const Function& function) {
    switch (type) {
        case CUDA_R_64F:
            return function(static_cast<const double*>(data), [](double v) { return v; });
        case CUDA_R_32F:
            return function(static_cast<const float*>(data), [](float v) { return v; });
        case CUDA_R_16F:
            return function(static_cast<const __half*>(data),
                            [](__half v) { return __half2float(v); });
        default:
            return function(static_cast<const __nv_bfloat16*>(data),
                            [](__nv_bfloat16 v) { return __bfloat162float(v); });
    }
}

/// The matrix by columns without gaps, transposed when asked for.
template <class T>
std::vector<T> packed(const Matrix& matrix, long long offset, bool transposed) {
    const auto rows = static_cast<std::size_t>(matrix.rows);
    const auto columns = static_cast<std::size_t>(matrix.columns);
    std::vector<T> result(rows * columns);
    with_elements(matrix.data, matrix.type, [&](const auto* elements, const auto& convert) {
        elements += offset;
        for (std::size_t column = 0; column < columns; ++column) {
            for (std::size_t row = 0; row < rows; ++row) {
                const auto value =
                    convert(elements[column * static_cast<std::size_t>(matrix.leading) + row]);
                result[transposed ? row * columns + column : column * rows + row] =
                    static_cast<T>(value);
            }
        }
    });
    return result;
}

template <class T>
void store(void* data, cudaDataType type, std::size_t at, T value) {
    switch (type) {
        case CUDA_R_64F:
            static_cast<double*>(data)[at] = static_cast<double>(value);
            break;
        case CUDA_R_32F:
            static_cast<float*>(data)[at] = static_cast<float>(value);
            break;
        case CUDA_R_16F:
            static_cast<__half*>(data)[at] = __float2half(static_cast<float>(value));
            break;
        default:
            static_cast<__nv_bfloat16*>(data)[at] = __float2bfloat16(static_cast<float>(value));
    }
}

template <class T>
void multiply(const Matrix& a, bool a_transposed, const Matrix& b, bool b_transposed,
              const Matrix& c, int inner, int number, T alpha, T beta) {
    const auto m = static_cast<std::size_t>(c.rows);
    const auto k = static_cast<std::size_t>(inner);
    const std::vector<T> left = packed<T>(a, a.stride * number, a_transposed);
    const std::vector<T> right = packed<T>(b, b.stride * number, b_transposed);
    auto* out = const_cast<void*>(c.data);
    std::vector<T> column(m);
    for (std::size_t j = 0; j < static_cast<std::size_t>(c.columns); ++j) {
        column.assign(m, T(0));
        for (std::size_t l = 0; l < k; ++l) {
            const T factor = right[j * k + l];
            for (std::size_t i = 0; i < m; ++i)
                column[i] += left[l * m + i] * factor;
        }
        const std::size_t first =
            static_cast<std::size_t>(c.stride) * static_cast<std::size_t>(number) +
            j * static_cast<std::size_t>(c.leading);
        with_elements(c.data, c.type, [&](const auto* elements, const auto& convert) {
            for (std::size_t i = 0; i < m; ++i) {
                // What C held before is not read when beta is 0: it may be NaN.
                const T old =
                    beta == T(0) ? T(0) : beta * static_cast<T>(convert(elements[first + i]));
                store(out, c.type, first + i, alpha * column[i] + old);
            }
        });
        watch::host_wrote(static_cast<char*>(out) + first * element_bytes(c.type),
                          m * element_bytes(c.type));
    }
}

cublasStatus_t check_matrix(const char* function, const char* name, const Matrix& matrix, int count,
                            Side side) {
    const std::size_t element = element_bytes(matrix.type);
    if (element == 0) {
        return refuse_cublas(CUBLAS_STATUS_NOT_SUPPORTED, function,
                             std::string("elements of matrix ") + name +
                                 " of that type: not "
                                 "supported by the CPU device");
    }
    if (matrix.leading < matrix.rows || matrix.leading < 1) {
        return refuse_cublas(
            CUBLAS_STATUS_INVALID_VALUE, function,
            "the leading dimension of " + std::string(name) + " is " +
                std::to_string(matrix.leading) + ", its columns have " +
                std::to_string(matrix.rows) + " elements",
            "matrices are stored by columns; the leading dimension is their length");
    }
    if (matrix.rows == 0 || matrix.columns == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
    return check_device_range(function, side, matrix.data, matrix.bytes(element, count))
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_INVALID_VALUE;
}

struct Product {
    const char* function;
    cublasOperation_t operation_a;
    cublasOperation_t operation_b;
    int m;
    int n;
    int k;
    const void* alpha;
    const void* beta;
    int count;
    cublasComputeType_t compute;
};

template <class T>
cublasStatus_t run_product(const Product& product, const Matrix& a, const Matrix& b,
                           const Matrix& c) {
    const watch::DeviceAccess access;
    const T alpha = scalar<T>(product.alpha);
    const T beta = scalar<T>(product.beta);
    for (int number = 0; number < product.count; ++number) {
        multiply<T>(a, product.operation_a != CUBLAS_OP_N, b, product.operation_b != CUBLAS_OP_N, c,
                    product.k, number, alpha, beta);
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t product_of(cublasHandle_t handle, const Product& product, Matrix a, Matrix b,
                          Matrix c) {
    const char* function = product.function;
    if (const cublasStatus_t status = enter_cublas(function, handle)) return status;
    note_work(handle->stream);
    if (product.m < 0 || product.n < 0 || product.k < 0 || product.count < 0 ||
        product.alpha == nullptr || product.beta == nullptr) {
        return refuse_cublas(CUBLAS_STATUS_INVALID_VALUE, function,
                             "a negative size, or no alpha or beta");
    }
    const bool a_plain = product.operation_a == CUBLAS_OP_N;
    const bool b_plain = product.operation_b == CUBLAS_OP_N;
    a.rows = a_plain ? product.m : product.k;
    a.columns = a_plain ? product.k : product.m;
    b.rows = b_plain ? product.k : product.n;
    b.columns = b_plain ? product.n : product.k;
    c.rows = product.m;
    c.columns = product.n;
    for (const auto& [name, matrix, side] :
         {std::tuple("A", &a, Side::source), std::tuple("B", &b, Side::source),
          std::tuple("C", &c, Side::destination)}) {
        if (const cublasStatus_t status =
                check_matrix(function, name, *matrix, product.count, side)) {
            return status;
        }
    }
    switch (product.compute) {
        case CUBLAS_COMPUTE_64F:
        case CUBLAS_COMPUTE_64F_PEDANTIC:
            return run_product<double>(product, a, b, c);
        case CUBLAS_COMPUTE_16F:
        case CUBLAS_COMPUTE_16F_PEDANTIC:
        case CUBLAS_COMPUTE_32I:
            return refuse_cublas(CUBLAS_STATUS_NOT_SUPPORTED, function,
                                 "sums in half precision or integers: not supported by the CPU "
                                 "device");
        default:
            return run_product<float>(product, a, b, c);
    }
}

}  // namespace
}  // namespace workshop::emulator

using namespace workshop::emulator;

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t operation_a,
                                          cublasOperation_t operation_b, int m, int n, int k,
                                          const void* alpha, const void* a, cudaDataType a_type,
                                          int a_leading, long long a_stride, const void* b,
                                          cudaDataType b_type, int b_leading, long long b_stride,
                                          const void* beta, void* c, cudaDataType c_type,
                                          int c_leading, long long c_stride, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t) {
    return product_of(handle,
                      {"cublasGemmStridedBatchedEx", operation_a, operation_b, m, n, k, alpha, beta,
                       count, compute},
                      {a, a_type, a_leading, a_stride, 0, 0},
                      {b, b_type, b_leading, b_stride, 0, 0},
                      {c, c_type, c_leading, c_stride, 0, 0});
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t operation_a,
                            cublasOperation_t operation_b, int m, int n, int k, const void* alpha,
                            const void* a, cudaDataType a_type, int a_leading, const void* b,
                            cudaDataType b_type, int b_leading, const void* beta, void* c,
                            cudaDataType c_type, int c_leading, cublasComputeType_t compute,
                            cublasGemmAlgo_t) {
    return product_of(handle,
                      {"cublasGemmEx", operation_a, operation_b, m, n, k, alpha, beta, 1, compute},
                      {a, a_type, a_leading, 0, 0, 0}, {b, b_type, b_leading, 0, 0, 0},
                      {c, c_type, c_leading, 0, 0, 0});
}

#define WORKSHOP_GEMM(T, letter, type, compute)                                                    \
    cublasStatus_t cublas##letter##gemm(cublasHandle_t handle, cublasOperation_t operation_a,      \
                                        cublasOperation_t operation_b, int m, int n, int k,        \
                                        const T* alpha, const T* a, int a_leading, const T* b,     \
                                        int b_leading, const T* beta, T* c, int c_leading) {       \
        return product_of(                                                                         \
            handle,                                                                                \
            {"cublas" #letter "gemm", operation_a, operation_b, m, n, k, alpha, beta, 1, compute}, \
            {a, type, a_leading, 0, 0, 0}, {b, type, b_leading, 0, 0, 0},                          \
            {c, type, c_leading, 0, 0, 0});                                                        \
    }                                                                                              \
    cublasStatus_t cublas##letter##gemmStridedBatched(                                             \
        cublasHandle_t handle, cublasOperation_t operation_a, cublasOperation_t operation_b,       \
        int m, int n, int k, const T* alpha, const T* a, int a_leading, long long a_stride,        \
        const T* b, int b_leading, long long b_stride, const T* beta, T* c, int c_leading,         \
        long long c_stride, int count) {                                                           \
        return product_of(handle,                                                                  \
                          {"cublas" #letter "gemmStridedBatched", operation_a, operation_b, m, n,  \
                           k, alpha, beta, count, compute},                                        \
                          {a, type, a_leading, a_stride, 0, 0},                                    \
                          {b, type, b_leading, b_stride, 0, 0},                                    \
                          {c, type, c_leading, c_stride, 0, 0});                                   \
    }
WORKSHOP_GEMM(float, S, CUDA_R_32F, CUBLAS_COMPUTE_32F)
WORKSHOP_GEMM(double, D, CUDA_R_64F, CUBLAS_COMPUTE_64F)
