// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Device functions, called in a kernel, one thread an element. The same calls run on a GPU.

#include <cuda_runtime.h>

#include <vector>

enum class Unary {
    abs_,
    rsqrt_,
    exp2_,
    exp10_,
    fast_exp,
    fast_log,
    saturate,
    sinpi_,
    cospi_,
    reciprocal_rn,
    square_root_rd,
    square_root_ru,
    normcdf_,
    erfinv_,
    erfcinv_,
    cbrt_,
    erf_,
    tanh_
};
enum class Binary {
    minimum,
    maximum,
    add_rn,
    add_rz,
    add_ru,
    add_rd,
    multiply_rz,
    multiply_ru,
    multiply_rd,
    divide_rn,
    divide_ru,
    divide_rd,
    fast_divide,
    power,
    modulo
};
enum class ToInteger { int_rn, int_rz, int_ru, int_rd, uint_rz, bits };

std::vector<float> evaluate(Unary function, const std::vector<float>& a);
std::vector<float> evaluate(Binary function, const std::vector<float>& a,
                            const std::vector<float>& b);
std::vector<int> evaluate(ToInteger function, const std::vector<float>& a);

/// fmaf, __fmaf_rz, __fmaf_ru, __fmaf_rd of one triple.
std::vector<float> evaluate_fma(float a, float b, float c);

/// min and max of pairs of integer types, each as a long long: see the kernel for the order.
std::vector<long long> evaluate_integer_min_max();

/// 64-bit conversions and integers: see the kernel for the order.
std::vector<long long> evaluate_wide_conversions();
std::vector<float> evaluate_to_float();
