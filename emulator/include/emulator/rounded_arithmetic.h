// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Arithmetic with the rounding in the name: __fadd_rn, __fmul_rz, __fmaf_ru, __drcp_rd ...
///
/// _rn rounds to nearest even, _rz towards zero, _ru up, _rd down. None of them is ever fused with
/// a neighbour.

namespace workshop::emulator {

enum class Rounding { nearest, zero, up, down };

// Each result is the exact one, rounded once in the given direction.
float rounded_add(Rounding rounding, float a, float b);                 ///< a + b
float rounded_multiply(Rounding rounding, float a, float b);            ///< a * b
float rounded_divide(Rounding rounding, float a, float b);              ///< a / b
float rounded_fma(Rounding rounding, float a, float b, float c);        ///< a * b + c
float rounded_sqrt(Rounding rounding, float a);                         ///< the root
double rounded_add(Rounding rounding, double a, double b);              ///< a + b
double rounded_multiply(Rounding rounding, double a, double b);         ///< a * b
double rounded_divide(Rounding rounding, double a, double b);           ///< a / b
double rounded_fma(Rounding rounding, double a, double b, double c);    ///< a * b + c
double rounded_sqrt(Rounding rounding, double a);                       ///< the root
float rounded_to_float(Rounding rounding, double value);                ///< the value
float rounded_to_float(Rounding rounding, long long value);             ///< the value
float rounded_to_float(Rounding rounding, unsigned long long value);    ///< the value
double rounded_to_double(Rounding rounding, long long value);           ///< the value
double rounded_to_double(Rounding rounding, unsigned long long value);  ///< the value

}  // namespace workshop::emulator

#define WORKSHOP_ROUNDED(suffix, direction)                                                       \
    inline float __fadd_##suffix(float a, float b) {                                              \
        return workshop::emulator::rounded_add(workshop::emulator::Rounding::direction, a, b);    \
    }                                                                                             \
    inline float __fsub_##suffix(float a, float b) {                                              \
        return workshop::emulator::rounded_add(workshop::emulator::Rounding::direction, a, -b);   \
    }                                                                                             \
    inline float __fmul_##suffix(float a, float b) {                                              \
        return workshop::emulator::rounded_multiply(workshop::emulator::Rounding::direction, a,   \
                                                    b);                                           \
    }                                                                                             \
    inline float __fdiv_##suffix(float a, float b) {                                              \
        return workshop::emulator::rounded_divide(workshop::emulator::Rounding::direction, a, b); \
    }                                                                                             \
    inline float __frcp_##suffix(float a) {                                                       \
        return workshop::emulator::rounded_divide(workshop::emulator::Rounding::direction, 1.0F,  \
                                                  a);                                             \
    }                                                                                             \
    inline float __fsqrt_##suffix(float a) {                                                      \
        return workshop::emulator::rounded_sqrt(workshop::emulator::Rounding::direction, a);      \
    }                                                                                             \
    inline float __fmaf_##suffix(float a, float b, float c) {                                     \
        return workshop::emulator::rounded_fma(workshop::emulator::Rounding::direction, a, b, c); \
    }                                                                                             \
    inline double __dadd_##suffix(double a, double b) {                                           \
        return workshop::emulator::rounded_add(workshop::emulator::Rounding::direction, a, b);    \
    }                                                                                             \
    inline double __dsub_##suffix(double a, double b) {                                           \
        return workshop::emulator::rounded_add(workshop::emulator::Rounding::direction, a, -b);   \
    }                                                                                             \
    inline double __dmul_##suffix(double a, double b) {                                           \
        return workshop::emulator::rounded_multiply(workshop::emulator::Rounding::direction, a,   \
                                                    b);                                           \
    }                                                                                             \
    inline double __ddiv_##suffix(double a, double b) {                                           \
        return workshop::emulator::rounded_divide(workshop::emulator::Rounding::direction, a, b); \
    }                                                                                             \
    inline double __drcp_##suffix(double a) {                                                     \
        return workshop::emulator::rounded_divide(workshop::emulator::Rounding::direction, 1.0,   \
                                                  a);                                             \
    }                                                                                             \
    inline double __dsqrt_##suffix(double a) {                                                    \
        return workshop::emulator::rounded_sqrt(workshop::emulator::Rounding::direction, a);      \
    }                                                                                             \
    inline double __fma_##suffix(double a, double b, double c) {                                  \
        return workshop::emulator::rounded_fma(workshop::emulator::Rounding::direction, a, b, c); \
    }

WORKSHOP_ROUNDED(rn, nearest)
WORKSHOP_ROUNDED(rz, zero)
WORKSHOP_ROUNDED(ru, up)
WORKSHOP_ROUNDED(rd, down)
#undef WORKSHOP_ROUNDED
