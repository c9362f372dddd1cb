// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Functions of cuBLAS on vectors, and the product of matrix and vector.

#include <cmath>
#include <vector>

#include "call_record.hpp"
#include "cublas.hpp"
#include "pointers.hpp"
#include "watch/arena_watch.hpp"
#include "watch/host_guard.hpp"

namespace workshop::emulator {
namespace {

/// n elements, `step` apart; a negative step goes through them backwards.
template <class T>
struct Vector {
    T* data;
    int n;
    int step;

    T& operator[](int i) const {
        const long long place = step >= 0 ? static_cast<long long>(i) * step
                                          : static_cast<long long>(n - 1 - i) * -step;
        return data[place];
    }
    std::size_t bytes() const {
        const auto distance = static_cast<std::size_t>(step >= 0 ? step : -step);
        return (static_cast<std::size_t>(n - 1) * distance + 1) * sizeof(T);
    }
};

template <class T>
cublasStatus_t check_vector(const char* function, const Vector<T>& vector, Side side) {
    if (vector.n < 0 || vector.step == 0) {
        return refuse_cublas(CUBLAS_STATUS_INVALID_VALUE, function,
                             "a negative number of elements, or a step of 0");
    }
    if (vector.n == 0 || check_device_range(function, side, vector.data, vector.bytes())) {
        return CUBLAS_STATUS_SUCCESS;
    }
    return CUBLAS_STATUS_INVALID_VALUE;
}

template <class T>
void written(const Vector<T>& vector) {
    for (int i = 0; i < vector.n; ++i)
        watch::host_wrote(&vector[i], sizeof(T));
}

/// Writes a number to the host or to the device, as the handle's pointer mode says.
template <class T>
void give(cublasHandle_t handle, T* result, T value) {
    *result = value;
    if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE) watch::host_wrote(result, sizeof(T));
}

template <class T>
cublasStatus_t axpy(const char* function, cublasHandle_t handle, const T* alpha, Vector<const T> x,
                    Vector<T> y) {
    if (const cublasStatus_t status = enter_cublas(function, handle)) return status;
    note_work(handle->stream);
    if (const cublasStatus_t status = check_vector(function, x, Side::source)) return status;
    if (const cublasStatus_t status = check_vector(function, y, Side::destination)) return status;
    const watch::DeviceAccess access;
    for (int i = 0; i < x.n; ++i)
        y[i] += *alpha * x[i];
    written(y);
    return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t scal(const char* function, cublasHandle_t handle, const T* alpha, Vector<T> x) {
    if (const cublasStatus_t status = enter_cublas(function, handle)) return status;
    note_work(handle->stream);
    if (const cublasStatus_t status = check_vector(function, x, Side::destination)) return status;
    const watch::DeviceAccess access;
    for (int i = 0; i < x.n; ++i)
        x[i] *= *alpha;
    written(x);
    return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t dot(const char* function, cublasHandle_t handle, Vector<const T> x,
                   Vector<const T> y, T* result, bool root) {
    if (const cublasStatus_t status = enter_cublas(function, handle)) return status;
    note_work(handle->stream);
    if (const cublasStatus_t status = check_vector(function, x, Side::source)) return status;
    if (const cublasStatus_t status = check_vector(function, y, Side::source)) return status;
    const watch::DeviceAccess access;
    double sum = 0;  // the order of a GPU's sum is not known: this one is exact to rounding
    for (int i = 0; i < x.n; ++i)
        sum += static_cast<double>(x[i]) * static_cast<double>(y[i]);
    // Who wants a number on the host gets it when it is there.
    if (handle->pointers == CUBLAS_POINTER_MODE_HOST) note_wait(function);
    give(handle, result, static_cast<T>(root ? std::sqrt(sum) : sum));
    return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t gemv(const char* function, cublasHandle_t handle, bool transposed, int m, int n,
                    const T* alpha, const T* a, int leading, Vector<const T> x, const T* beta,
                    Vector<T> y) {
    if (const cublasStatus_t status = enter_cublas(function, handle)) return status;
    note_work(handle->stream);
    if (m < 0 || n < 0 || leading < m || leading < 1) {
        return refuse_cublas(CUBLAS_STATUS_INVALID_VALUE, function,
                             "a negative size, or a leading dimension that is less than m",
                             "matrices are stored by columns; the leading dimension is their "
                             "length");
    }
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Vector<const T> matrix{a, (n - 1) * leading + m, 1};
    if (const cublasStatus_t status = check_vector(function, matrix, Side::source)) return status;
    if (const cublasStatus_t status = check_vector(function, x, Side::source)) return status;
    if (const cublasStatus_t status = check_vector(function, y, Side::destination)) return status;
    const watch::DeviceAccess access;
    for (int i = 0; i < y.n; ++i) {
        T sum = 0;
        for (int l = 0; l < x.n; ++l) {
            const std::size_t row = static_cast<std::size_t>(transposed ? l : i);
            const std::size_t column = static_cast<std::size_t>(transposed ? i : l);
            sum += a[column * static_cast<std::size_t>(leading) + row] * x[l];
        }
        y[i] = *alpha * sum + (*beta == T(0) ? T(0) : *beta * y[i]);
    }
    written(y);
    return CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace workshop::emulator

using namespace workshop::emulator;

#define WORKSHOP_VECTOR_FUNCTIONS(T, letter)                                                       \
    cublasStatus_t cublas##letter##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x,  \
                                        int x_step, T* y, int y_step) {                            \
        return axpy<T>("cublas" #letter "axpy", handle, alpha, {x, n, x_step}, {y, n, y_step});    \
    }                                                                                              \
    cublasStatus_t cublas##letter##scal(cublasHandle_t handle, int n, const T* alpha, T* x,        \
                                        int x_step) {                                              \
        return scal<T>("cublas" #letter "scal", handle, alpha, {x, n, x_step});                    \
    }                                                                                              \
    cublasStatus_t cublas##letter##dot(cublasHandle_t handle, int n, const T* x, int x_step,       \
                                       const T* y, int y_step, T* result) {                        \
        return dot<T>("cublas" #letter "dot", handle, {x, n, x_step}, {y, n, y_step}, result,      \
                      false);                                                                      \
    }                                                                                              \
    cublasStatus_t cublas##letter##nrm2(cublasHandle_t handle, int n, const T* x, int x_step,      \
                                        T* result) {                                               \
        return dot<T>("cublas" #letter "nrm2", handle, {x, n, x_step}, {x, n, x_step}, result,     \
                      true);                                                                       \
    }                                                                                              \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t operation, int m, \
                                        int n, const T* alpha, const T* a, int leading,            \
                                        const T* x, int x_step, const T* beta, T* y, int y_step) { \
        const bool transposed = operation != CUBLAS_OP_N;                                          \
        return gemv<T>("cublas" #letter "gemv", handle, transposed, m, n, alpha, a, leading,       \
                       {x, transposed ? m : n, x_step}, beta, {y, transposed ? n : m, y_step});    \
    }
WORKSHOP_VECTOR_FUNCTIONS(float, S)
WORKSHOP_VECTOR_FUNCTIONS(double, D)
