// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

/// @file
/// @brief The arithmetic of a 16-bit floating-point type: each result is the exact one, rounded
///        once to nearest even.
///
/// No include guard: cuda_fp16.h and cuda_bf16.h include this file, each with its own
///   WORKSHOP_HALF     the type            __half      or __nv_bfloat16
///   WORKSHOP_FORMAT   its format          format_half or format_bfloat16

namespace workshop::emulator {

/// @brief The value as a double, which holds every value of the type.
inline double exact(WORKSHOP_HALF value) {
    return static_cast<float>(value);
}
/// @brief The value of the type that is nearest; of two, the even one. The second argument
///        chooses the type.
inline WORKSHOP_HALF rounded(double value, WORKSHOP_HALF) {
    return WORKSHOP_HALF::from_bits(narrow(value, WORKSHOP_FORMAT, Rounding::nearest));
}

}  // namespace workshop::emulator

#define WORKSHOP_ROUNDED(expression) workshop::emulator::rounded(expression, WORKSHOP_HALF())
#define WORKSHOP_EXACT(value) workshop::emulator::exact(value)

/// @brief a + b
inline WORKSHOP_HALF __hadd(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) + WORKSHOP_EXACT(b));
}
/// @brief a - b
inline WORKSHOP_HALF __hsub(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) - WORKSHOP_EXACT(b));
}
/// @brief a * b
inline WORKSHOP_HALF __hmul(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) * WORKSHOP_EXACT(b));
}
/// @brief a / b
inline WORKSHOP_HALF __hdiv(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) / WORKSHOP_EXACT(b));
}
/// @brief a * b + c, rounded once
inline WORKSHOP_HALF __hfma(WORKSHOP_HALF a, WORKSHOP_HALF b, WORKSHOP_HALF c) {
    return WORKSHOP_ROUNDED(
        workshop::emulator::fma_to_odd(WORKSHOP_EXACT(a), WORKSHOP_EXACT(b), WORKSHOP_EXACT(c)));
}
/// @brief a + b, never fused with a neighbour. Nothing is fused here, so it is __hadd().
inline WORKSHOP_HALF __hadd_rn(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hadd(a, b);
}
/// @brief a - b, never fused with a neighbour
inline WORKSHOP_HALF __hsub_rn(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hsub(a, b);
}
/// @brief a * b, never fused with a neighbour
inline WORKSHOP_HALF __hmul_rn(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hmul(a, b);
}

/// @brief -a: the other sign, of a NaN and of 0 too
inline WORKSHOP_HALF __hneg(WORKSHOP_HALF a) {
    return WORKSHOP_HALF::from_bits(static_cast<unsigned short>(a.bits() ^ 0x8000));
}
/// @brief |a|: the sign of plus, of a NaN and of 0 too
inline WORKSHOP_HALF __habs(WORKSHOP_HALF a) {
    return WORKSHOP_HALF::from_bits(static_cast<unsigned short>(a.bits() & 0x7FFF));
}
/// @brief Whether a is a NaN.
inline bool __hisnan(WORKSHOP_HALF a) {
    return WORKSHOP_EXACT(a) != WORKSHOP_EXACT(a);
}
/// @brief Whether a is infinite, and with which sign.
/// @return 1 for +inf, -1 for -inf, else 0
inline int __hisinf(WORKSHOP_HALF a) {
    const double value = WORKSHOP_EXACT(a);
    return fabs(value) > 0x1.fffffffffffffp1023 ? (value > 0.0 ? 1 : -1) : 0;
}

/// @name Comparisons
/// False when an operand is a NaN. Those that end in u (unordered) are true then.
/// @{
#define WORKSHOP_COMPARE(name, operation)                                                     \
    inline bool name(WORKSHOP_HALF a, WORKSHOP_HALF b) {                                      \
        return !__hisnan(a) && !__hisnan(b) && WORKSHOP_EXACT(a) operation WORKSHOP_EXACT(b); \
    }                                                                                         \
    inline bool name##u(WORKSHOP_HALF a, WORKSHOP_HALF b) {                                   \
        return __hisnan(a) || __hisnan(b) || WORKSHOP_EXACT(a) operation WORKSHOP_EXACT(b);   \
    }
WORKSHOP_COMPARE(__heq, ==)
WORKSHOP_COMPARE(__hne, !=)
WORKSHOP_COMPARE(__hlt, <)
WORKSHOP_COMPARE(__hle, <=)
WORKSHOP_COMPARE(__hgt, >)
WORKSHOP_COMPARE(__hge, >=)
#undef WORKSHOP_COMPARE
/// @}

/// @brief The larger one; of a number and a NaN the number. +0 counts as larger than -0.
inline WORKSHOP_HALF __hmax(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a)) return __hisnan(b) ? WORKSHOP_HALF::from_bits(workshop::emulator::nan16) : b;
    if (__hisnan(b)) return a;
    if (WORKSHOP_EXACT(a) == WORKSHOP_EXACT(b)) return (a.bits() & 0x8000) != 0 ? b : a;
    return WORKSHOP_EXACT(a) > WORKSHOP_EXACT(b) ? a : b;
}
/// @brief The smaller one; of a number and a NaN the number. -0 counts as smaller than +0.
inline WORKSHOP_HALF __hmin(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a)) return __hisnan(b) ? WORKSHOP_HALF::from_bits(workshop::emulator::nan16) : b;
    if (__hisnan(b)) return a;
    if (WORKSHOP_EXACT(a) == WORKSHOP_EXACT(b)) return (a.bits() & 0x8000) != 0 ? a : b;
    return WORKSHOP_EXACT(a) < WORKSHOP_EXACT(b) ? a : b;
}
/// @brief As __hmax(), but a NaN when an operand is one.
inline WORKSHOP_HALF __hmax_nan(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a) || __hisnan(b)) return WORKSHOP_HALF::from_bits(workshop::emulator::nan16);
    return __hmax(a, b);
}
/// @brief As __hmin(), but a NaN when an operand is one.
inline WORKSHOP_HALF __hmin_nan(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a) || __hisnan(b)) return WORKSHOP_HALF::from_bits(workshop::emulator::nan16);
    return __hmin(a, b);
}

// _sat clamps to [0, 1] and makes a NaN 0.
#define WORKSHOP_SATURATED(expression) \
    WORKSHOP_ROUNDED(fmin(fmax(WORKSHOP_EXACT(expression), 0.0), 1.0))
/// @brief a + b, clamped to [0, 1]; a NaN becomes 0
inline WORKSHOP_HALF __hadd_sat(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_SATURATED(__hadd(a, b));
}
/// @brief a - b, clamped to [0, 1]; a NaN becomes 0
inline WORKSHOP_HALF __hsub_sat(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_SATURATED(__hsub(a, b));
}
/// @brief a * b, clamped to [0, 1]; a NaN becomes 0
inline WORKSHOP_HALF __hmul_sat(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_SATURATED(__hmul(a, b));
}
/// @brief a * b + c, rounded once, then clamped to [0, 1]; a NaN becomes 0
inline WORKSHOP_HALF __hfma_sat(WORKSHOP_HALF a, WORKSHOP_HALF b, WORKSHOP_HALF c) {
    return WORKSHOP_SATURATED(__hfma(a, b, c));
}
/// @brief a * b + c, rounded once; what is negative becomes 0, a NaN stays
inline WORKSHOP_HALF __hfma_relu(WORKSHOP_HALF a, WORKSHOP_HALF b, WORKSHOP_HALF c) {
    const WORKSHOP_HALF result = __hfma(a, b, c);
    return WORKSHOP_EXACT(result) <= 0.0 ? WORKSHOP_HALF::from_bits(0) : result;
}
#undef WORKSHOP_SATURATED

/// @name Functions of one value
/// Computed in double, then rounded. A GPU's are approximations: the last bit may differ.
/// @{
#define WORKSHOP_FUNCTION(name, expression)      \
    inline WORKSHOP_HALF name(WORKSHOP_HALF a) { \
        const double x = WORKSHOP_EXACT(a);      \
        return WORKSHOP_ROUNDED(expression);     \
    }
WORKSHOP_FUNCTION(hexp, exp(x))
WORKSHOP_FUNCTION(hexp2, exp2(x))
WORKSHOP_FUNCTION(hexp10, pow(10.0, x))
WORKSHOP_FUNCTION(hlog, log(x))
WORKSHOP_FUNCTION(hlog2, log2(x))
WORKSHOP_FUNCTION(hlog10, log10(x))
WORKSHOP_FUNCTION(hsqrt, sqrt(x))
WORKSHOP_FUNCTION(hrsqrt, 1.0 / sqrt(x))
WORKSHOP_FUNCTION(hrcp, 1.0 / x)
WORKSHOP_FUNCTION(hsin, sin(x))
WORKSHOP_FUNCTION(hcos, cos(x))
WORKSHOP_FUNCTION(htanh, tanh(x))
WORKSHOP_FUNCTION(htanh_approx, tanh(x))
WORKSHOP_FUNCTION(hceil, ceil(x))
WORKSHOP_FUNCTION(hfloor, floor(x))
WORKSHOP_FUNCTION(htrunc, trunc(x))
WORKSHOP_FUNCTION(hrint, nearbyint(x))
#undef WORKSHOP_FUNCTION
/// @}

/// @name Operators
/// The same as the functions: +, -, *, / and their assignments, steps by 1, and comparisons, of
/// which only != is true for a NaN.
/// @{
#define WORKSHOP_OPERATOR(symbol, function)                                       \
    inline WORKSHOP_HALF operator symbol(WORKSHOP_HALF a, WORKSHOP_HALF b) {      \
        return function(a, b);                                                    \
    }                                                                             \
    inline WORKSHOP_HALF& operator symbol##=(WORKSHOP_HALF& a, WORKSHOP_HALF b) { \
        return a = function(a, b);                                                \
    }
WORKSHOP_OPERATOR(+, __hadd)
WORKSHOP_OPERATOR(-, __hsub)
WORKSHOP_OPERATOR(*, __hmul)
WORKSHOP_OPERATOR(/, __hdiv)
#undef WORKSHOP_OPERATOR

inline WORKSHOP_HALF operator+(WORKSHOP_HALF a) {
    return a;
}
inline WORKSHOP_HALF operator-(WORKSHOP_HALF a) {
    return __hneg(a);
}
inline WORKSHOP_HALF& operator++(WORKSHOP_HALF& a) {
    return a = __hadd(a, WORKSHOP_HALF(1.0F));
}
inline WORKSHOP_HALF& operator--(WORKSHOP_HALF& a) {
    return a = __hsub(a, WORKSHOP_HALF(1.0F));
}
inline WORKSHOP_HALF operator++(WORKSHOP_HALF& a, int) {
    const WORKSHOP_HALF before = a;
    ++a;
    return before;
}
inline WORKSHOP_HALF operator--(WORKSHOP_HALF& a, int) {
    const WORKSHOP_HALF before = a;
    --a;
    return before;
}
inline bool operator==(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __heq(a, b);
}
inline bool operator!=(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hneu(a, b);
}
inline bool operator<(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hlt(a, b);
}
inline bool operator<=(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hle(a, b);
}
inline bool operator>(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hgt(a, b);
}
inline bool operator>=(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hge(a, b);
}
/// @}

#undef WORKSHOP_ROUNDED
#undef WORKSHOP_EXACT
