// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Mathematical functions of device code.
///
/// CUDA's own functions are documented there; documented here is what differs, or is ours.
///
/// What C++ has (expf, sqrtf, fmaxf, fmaf, isnan, erff ...) comes from the host's library. Here is
/// what only CUDA has. The fast forms (__expf and its kin) are as exact as the ordinary ones: the
/// CPU device has no special function unit, so their loss of accuracy shows on a GPU only.
///
/// Functions that some host libraries declare too have C linkage and are noexcept, as there.

#include <emulator/conversions.h>
#include <math.h>
#include <stdlib.h>

// abs(float), isnan(float) and so on without std::, as in device code: the headers above bring
// them.
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

#define WORKSHOP_MIN_MAX(Result, A, B)                \
    inline Result min(A a, B b) {                     \
        const Result first = static_cast<Result>(a);  \
        const Result second = static_cast<Result>(b); \
        return second < first ? second : first;       \
    }                                                 \
    inline Result max(A a, B b) {                     \
        const Result first = static_cast<Result>(a);  \
        const Result second = static_cast<Result>(b); \
        return first < second ? second : first;       \
    }
// clang-format off
WORKSHOP_MIN_MAX(int, int, int)
WORKSHOP_MIN_MAX(unsigned int, unsigned int, unsigned int)
WORKSHOP_MIN_MAX(unsigned int, int, unsigned int)
WORKSHOP_MIN_MAX(unsigned int, unsigned int, int)
WORKSHOP_MIN_MAX(long, long, long)
WORKSHOP_MIN_MAX(unsigned long, unsigned long, unsigned long)
WORKSHOP_MIN_MAX(unsigned long, long, unsigned long)
WORKSHOP_MIN_MAX(unsigned long, unsigned long, long)
WORKSHOP_MIN_MAX(long long, long long, long long)
WORKSHOP_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
WORKSHOP_MIN_MAX(unsigned long long, long long, unsigned long long)
WORKSHOP_MIN_MAX(unsigned long long, unsigned long long, long long)
// clang-format on
#undef WORKSHOP_MIN_MAX

// Of a number and a NaN these return the number.
inline float min(float a, float b) {
    return fminf(a, b);
}
inline float max(float a, float b) {
    return fmaxf(a, b);
}
inline double min(double a, double b) {
    return ::fmin(a, b);
}
inline double max(double a, double b) {
    return ::fmax(a, b);
}
inline double min(float a, double b) {
    return ::fmin(static_cast<double>(a), b);
}
inline double max(float a, double b) {
    return ::fmax(static_cast<double>(a), b);
}
inline double min(double a, float b) {
    return ::fmin(a, static_cast<double>(b));
}
inline double max(double a, float b) {
    return ::fmax(a, static_cast<double>(b));
}
inline unsigned int umin(unsigned int a, unsigned int b) {
    return min(a, b);
}
inline unsigned int umax(unsigned int a, unsigned int b) {
    return max(a, b);
}
inline long long llmin(long long a, long long b) {
    return min(a, b);
}
inline long long llmax(long long a, long long b) {
    return max(a, b);
}
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return min(a, b);
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return max(a, b);
}

extern "C" {

inline double rsqrt(double x) noexcept {
    return 1.0 / ::sqrt(x);
}
inline float rsqrtf(float x) noexcept {
    return static_cast<float>(1.0 / ::sqrt(static_cast<double>(x)));
}

// Argument reduction before the multiplication by pi: sinpi(n) is exactly 0.
inline double sinpi(double x) noexcept {
    const double turns = x - 2.0 * ::floor(x / 2.0);
    if (turns == 0.0 || turns == 1.0) return ::copysign(0.0, x);
    return ::sin(turns * 3.14159265358979323846);
}
inline double cospi(double x) noexcept {
    const double turns = ::fabs(x) - 2.0 * ::floor(::fabs(x) / 2.0);
    if (turns == 0.5 || turns == 1.5) return 0.0;
    return ::cos(turns * 3.14159265358979323846);
}
inline float sinpif(float x) noexcept {
    return static_cast<float>(sinpi(static_cast<double>(x)));
}
inline float cospif(float x) noexcept {
    return static_cast<float>(cospi(static_cast<double>(x)));
}

inline float __expf(float x) noexcept {
    return expf(x);
}
inline float __exp10f(float x) noexcept {
    return static_cast<float>(::pow(10.0, static_cast<double>(x)));
}
inline float __logf(float x) noexcept {
    return logf(x);
}
inline float __log2f(float x) noexcept {
    return log2f(x);
}
inline float __log10f(float x) noexcept {
    return log10f(x);
}
inline float __powf(float x, float y) noexcept {
    return powf(x, y);
}
inline float __sinf(float x) noexcept {
    return sinf(x);
}
inline float __cosf(float x) noexcept {
    return cosf(x);
}
inline float __tanf(float x) noexcept {
    return tanf(x);
}
inline void __sincosf(float x, float* sine, float* cosine) noexcept {
    *sine = sinf(x);
    *cosine = cosf(x);
}

}  // extern "C"

inline float __tanhf(float x) {
    return tanhf(x);
}
inline float __frsqrt_rn(float x) {
    return rsqrtf(x);
}
inline float fdividef(float x, float y) {
    return x / y;
}

/// @brief Fast division. As documented for CUDA, a divisor between 2^126 and 2^128 gives 0 (and NaN
///        for an infinite dividend).
inline float __fdividef(float x, float y) {
    return fabsf(y) > 0x1p126F && fabsf(y) <= 0x1.fffffep127F ? x * 0.0F : x / y;
}

/// @brief x clamped to [0, 1]; 0 for a NaN.
inline float __saturatef(float x) {
    return fminf(fmaxf(x, 0.0F), 1.0F);
}

inline void sincospif(float x, float* sine, float* cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}

inline double rcbrt(double x) {
    return 1.0 / ::cbrt(x);
}
inline float rcbrtf(float x) {
    return static_cast<float>(1.0 / ::cbrt(static_cast<double>(x)));
}
inline double rhypot(double x, double y) {
    return 1.0 / ::hypot(x, y);
}
inline float rhypotf(float x, float y) {
    return 1.0F / hypotf(x, y);
}
inline double norm3d(double x, double y, double z) {
    return ::hypot(::hypot(x, y), z);
}
inline double norm4d(double x, double y, double z, double w) {
    return ::hypot(::hypot(x, y), ::hypot(z, w));
}
inline float norm3df(float x, float y, float z) {
    return static_cast<float>(norm3d(x, y, z));
}
inline float norm4df(float x, float y, float z, float w) {
    return static_cast<float>(norm4d(x, y, z, w));
}
inline float rnorm3df(float x, float y, float z) {
    return static_cast<float>(1.0 / norm3d(x, y, z));
}
inline float rnorm4df(float x, float y, float z, float w) {
    return static_cast<float>(1.0 / norm4d(x, y, z, w));
}

inline double normcdf(double x) {
    return 0.5 * ::erfc(-x * 0.70710678118654752440);
}
inline float normcdff(float x) {
    return static_cast<float>(normcdf(static_cast<double>(x)));
}

/// @brief The inverse of the complementary error function, by Halley's method. 2 gives -inf, 0 inf.
double erfcinv(double y);
/// @brief The inverse of the error function. 1 gives inf, -1 -inf.
double erfinv(double y);
inline float erfcinvf(float y) {
    return static_cast<float>(erfcinv(static_cast<double>(y)));
}
inline float erfinvf(float y) {
    return static_cast<float>(erfinv(static_cast<double>(y)));
}
/// @brief The inverse of the normal distribution function.
inline double normcdfinv(double y) {
    return -1.41421356237309504880 * erfcinv(2.0 * y);
}
inline float normcdfinvf(float y) {
    return static_cast<float>(normcdfinv(static_cast<double>(y)));
}
