// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a 16-bit floating-point type. No include guard: cuda_fp16.h and cuda_bf16.h
// include this file, each with its own
//   WORKSHOP_HALF     the type            __half      or __nv_bfloat16
//   WORKSHOP_FORMAT   its format          format_half or format_bfloat16

namespace workshop::emulator {

inline double exact(WORKSHOP_HALF value) {
    return static_cast<float>(value);
}
inline WORKSHOP_HALF rounded(double value, WORKSHOP_HALF) {
    return WORKSHOP_HALF::from_bits(narrow(value, WORKSHOP_FORMAT, Rounding::nearest));
}

}  // namespace workshop::emulator

#define WORKSHOP_ROUNDED(expression) workshop::emulator::rounded(expression, WORKSHOP_HALF())
#define WORKSHOP_EXACT(value) workshop::emulator::exact(value)

inline WORKSHOP_HALF __hadd(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) + WORKSHOP_EXACT(b));
}
inline WORKSHOP_HALF __hsub(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) - WORKSHOP_EXACT(b));
}
inline WORKSHOP_HALF __hmul(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) * WORKSHOP_EXACT(b));
}
inline WORKSHOP_HALF __hdiv(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_ROUNDED(WORKSHOP_EXACT(a) / WORKSHOP_EXACT(b));
}
inline WORKSHOP_HALF __hfma(WORKSHOP_HALF a, WORKSHOP_HALF b, WORKSHOP_HALF c) {
    return WORKSHOP_ROUNDED(
        workshop::emulator::fma_to_odd(WORKSHOP_EXACT(a), WORKSHOP_EXACT(b), WORKSHOP_EXACT(c)));
}
// _rn: never fused with a neighbour. Nothing is fused here.
inline WORKSHOP_HALF __hadd_rn(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hadd(a, b);
}
inline WORKSHOP_HALF __hsub_rn(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hsub(a, b);
}
inline WORKSHOP_HALF __hmul_rn(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return __hmul(a, b);
}

inline WORKSHOP_HALF __hneg(WORKSHOP_HALF a) {
    return WORKSHOP_HALF::from_bits(static_cast<unsigned short>(a.bits() ^ 0x8000));
}
inline WORKSHOP_HALF __habs(WORKSHOP_HALF a) {
    return WORKSHOP_HALF::from_bits(static_cast<unsigned short>(a.bits() & 0x7FFF));
}
inline bool __hisnan(WORKSHOP_HALF a) {
    return WORKSHOP_EXACT(a) != WORKSHOP_EXACT(a);
}
/// @return 1 for +inf, -1 for -inf, else 0
inline int __hisinf(WORKSHOP_HALF a) {
    const double value = WORKSHOP_EXACT(a);
    return fabs(value) > 0x1.fffffffffffffp1023 ? (value > 0.0 ? 1 : -1) : 0;
}

// Comparisons are false when an operand is a NaN; those that end in u are true.
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

// Of a number and a NaN: the number (plain) or a NaN (_nan). +0 counts as larger than -0.
inline WORKSHOP_HALF __hmax(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a)) return __hisnan(b) ? WORKSHOP_HALF::from_bits(workshop::emulator::nan16) : b;
    if (__hisnan(b)) return a;
    if (WORKSHOP_EXACT(a) == WORKSHOP_EXACT(b)) return (a.bits() & 0x8000) != 0 ? b : a;
    return WORKSHOP_EXACT(a) > WORKSHOP_EXACT(b) ? a : b;
}
inline WORKSHOP_HALF __hmin(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a)) return __hisnan(b) ? WORKSHOP_HALF::from_bits(workshop::emulator::nan16) : b;
    if (__hisnan(b)) return a;
    if (WORKSHOP_EXACT(a) == WORKSHOP_EXACT(b)) return (a.bits() & 0x8000) != 0 ? a : b;
    return WORKSHOP_EXACT(a) < WORKSHOP_EXACT(b) ? a : b;
}
inline WORKSHOP_HALF __hmax_nan(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a) || __hisnan(b)) return WORKSHOP_HALF::from_bits(workshop::emulator::nan16);
    return __hmax(a, b);
}
inline WORKSHOP_HALF __hmin_nan(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    if (__hisnan(a) || __hisnan(b)) return WORKSHOP_HALF::from_bits(workshop::emulator::nan16);
    return __hmin(a, b);
}

// _sat clamps to [0, 1] and makes a NaN 0; _relu makes what is negative 0 and keeps a NaN.
#define WORKSHOP_SATURATED(expression) \
    WORKSHOP_ROUNDED(fmin(fmax(WORKSHOP_EXACT(expression), 0.0), 1.0))
inline WORKSHOP_HALF __hadd_sat(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_SATURATED(__hadd(a, b));
}
inline WORKSHOP_HALF __hsub_sat(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_SATURATED(__hsub(a, b));
}
inline WORKSHOP_HALF __hmul_sat(WORKSHOP_HALF a, WORKSHOP_HALF b) {
    return WORKSHOP_SATURATED(__hmul(a, b));
}
inline WORKSHOP_HALF __hfma_sat(WORKSHOP_HALF a, WORKSHOP_HALF b, WORKSHOP_HALF c) {
    return WORKSHOP_SATURATED(__hfma(a, b, c));
}
inline WORKSHOP_HALF __hfma_relu(WORKSHOP_HALF a, WORKSHOP_HALF b, WORKSHOP_HALF c) {
    const WORKSHOP_HALF result = __hfma(a, b, c);
    return WORKSHOP_EXACT(result) <= 0.0 ? WORKSHOP_HALF::from_bits(0) : result;
}
#undef WORKSHOP_SATURATED

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

#undef WORKSHOP_ROUNDED
#undef WORKSHOP_EXACT
