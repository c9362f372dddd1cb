// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

/// @file
/// @brief A pair of 16-bit floating-point numbers and its arithmetic, element by element.
///
/// No include guard: see half_arithmetic.h for the parameters; the pair is WORKSHOP_HALF2, its raw
/// type WORKSHOP_HALF2_RAW.

/// @brief The bits of a pair.
struct alignas(4) WORKSHOP_HALF2_RAW {
    unsigned short x;
    unsigned short y;
};

/// @brief Two numbers that move as one 4-byte word.
struct alignas(4) WORKSHOP_HALF2 {
    WORKSHOP_HALF x, y;

    WORKSHOP_HALF2() = default;
    /// @param[in] low, high x and y
    constexpr WORKSHOP_HALF2(const WORKSHOP_HALF& low, const WORKSHOP_HALF& high)
        : x(low), y(high) {}
    constexpr WORKSHOP_HALF2(const WORKSHOP_HALF2_RAW& raw)
        : x(WORKSHOP_HALF::from_bits(raw.x)), y(WORKSHOP_HALF::from_bits(raw.y)) {}
    /// @brief Copies are accesses of 4 bytes, not two of 2.
    WORKSHOP_HALF2(const WORKSHOP_HALF2& other) { workshop::emulator::wide_copy<4>(this, &other); }
    WORKSHOP_HALF2& operator=(const WORKSHOP_HALF2& other) {
        workshop::emulator::wide_copy<4>(this, &other);
        return *this;
    }
    operator WORKSHOP_HALF2_RAW() const { return {x.bits(), y.bits()}; }
};
static_assert(sizeof(WORKSHOP_HALF) == 2 && sizeof(WORKSHOP_HALF2) == 4, "16-bit layout");

/// @name Arithmetic of pairs
/// Each does to both elements what the function of one number does, which has the same name without
/// the 2.
/// @{
#define WORKSHOP_PAIR_1(name, function)                      \
    inline WORKSHOP_HALF2 name(WORKSHOP_HALF2 a) {           \
        return WORKSHOP_HALF2(function(a.x), function(a.y)); \
    }
#define WORKSHOP_PAIR_2(name, function)                                \
    inline WORKSHOP_HALF2 name(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {   \
        return WORKSHOP_HALF2(function(a.x, b.x), function(a.y, b.y)); \
    }
#define WORKSHOP_PAIR_3(name, function)                                                \
    inline WORKSHOP_HALF2 name(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b, WORKSHOP_HALF2 c) { \
        return WORKSHOP_HALF2(function(a.x, b.x, c.x), function(a.y, b.y, c.y));       \
    }
WORKSHOP_PAIR_2(__hadd2, __hadd)
WORKSHOP_PAIR_2(__hsub2, __hsub)
WORKSHOP_PAIR_2(__hmul2, __hmul)
WORKSHOP_PAIR_2(__h2div, __hdiv)
WORKSHOP_PAIR_2(__hadd2_rn, __hadd)
WORKSHOP_PAIR_2(__hsub2_rn, __hsub)
WORKSHOP_PAIR_2(__hmul2_rn, __hmul)
WORKSHOP_PAIR_2(__hadd2_sat, __hadd_sat)
WORKSHOP_PAIR_2(__hsub2_sat, __hsub_sat)
WORKSHOP_PAIR_2(__hmul2_sat, __hmul_sat)
WORKSHOP_PAIR_3(__hfma2, __hfma)
WORKSHOP_PAIR_3(__hfma2_sat, __hfma_sat)
WORKSHOP_PAIR_3(__hfma2_relu, __hfma_relu)
WORKSHOP_PAIR_2(__hmax2, __hmax)
WORKSHOP_PAIR_2(__hmin2, __hmin)
WORKSHOP_PAIR_2(__hmax2_nan, __hmax_nan)
WORKSHOP_PAIR_2(__hmin2_nan, __hmin_nan)
WORKSHOP_PAIR_1(__hneg2, __hneg)
WORKSHOP_PAIR_1(__habs2, __habs)
WORKSHOP_PAIR_1(h2exp, hexp)
WORKSHOP_PAIR_1(h2exp2, hexp2)
WORKSHOP_PAIR_1(h2exp10, hexp10)
WORKSHOP_PAIR_1(h2log, hlog)
WORKSHOP_PAIR_1(h2log2, hlog2)
WORKSHOP_PAIR_1(h2log10, hlog10)
WORKSHOP_PAIR_1(h2sqrt, hsqrt)
WORKSHOP_PAIR_1(h2rsqrt, hrsqrt)
WORKSHOP_PAIR_1(h2rcp, hrcp)
WORKSHOP_PAIR_1(h2sin, hsin)
WORKSHOP_PAIR_1(h2cos, hcos)
WORKSHOP_PAIR_1(h2tanh, htanh)
WORKSHOP_PAIR_1(h2tanh_approx, htanh_approx)
WORKSHOP_PAIR_1(h2ceil, hceil)
WORKSHOP_PAIR_1(h2floor, hfloor)
WORKSHOP_PAIR_1(h2trunc, htrunc)
WORKSHOP_PAIR_1(h2rint, hrint)
#undef WORKSHOP_PAIR_1
#undef WORKSHOP_PAIR_2
#undef WORKSHOP_PAIR_3
/// @}

/// @name Comparisons of pairs
/// __heq2 gives 1.0 or 0.0 for each element, __heq2_mask all or no bits, __hbeq2 one answer for
/// both: whether it holds for x and for y. The same for the other comparisons.
/// @{
#define WORKSHOP_PAIR_COMPARE(stem)                                                             \
    inline WORKSHOP_HALF2 __h##stem##2(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {                    \
        return WORKSHOP_HALF2(WORKSHOP_HALF(__h##stem(a.x, b.x) ? 1.0F : 0.0F),                 \
                              WORKSHOP_HALF(__h##stem(a.y, b.y) ? 1.0F : 0.0F));                \
    }                                                                                           \
    inline unsigned __h##stem##2##_mask(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {                   \
        return (__h##stem(a.x, b.x) ? 0xFFFFU : 0U) | (__h##stem(a.y, b.y) ? 0xFFFF0000U : 0U); \
    }                                                                                           \
    inline bool __hb##stem##2(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {                             \
        return __h##stem(a.x, b.x) && __h##stem(a.y, b.y);                                      \
    }
// clang-format off
WORKSHOP_PAIR_COMPARE(eq)
WORKSHOP_PAIR_COMPARE(equ)
WORKSHOP_PAIR_COMPARE(ne)
WORKSHOP_PAIR_COMPARE(neu)
WORKSHOP_PAIR_COMPARE(lt)
WORKSHOP_PAIR_COMPARE(ltu)
WORKSHOP_PAIR_COMPARE(le)
WORKSHOP_PAIR_COMPARE(leu)
WORKSHOP_PAIR_COMPARE(gt)
WORKSHOP_PAIR_COMPARE(gtu)
WORKSHOP_PAIR_COMPARE(ge)
WORKSHOP_PAIR_COMPARE(geu)
// clang-format on
#undef WORKSHOP_PAIR_COMPARE
/// @}

/// @brief For each element 1.0 when it is a NaN, else 0.0.
inline WORKSHOP_HALF2 __hisnan2(WORKSHOP_HALF2 a) {
    return WORKSHOP_HALF2(WORKSHOP_HALF(__hisnan(a.x) ? 1.0F : 0.0F),
                          WORKSHOP_HALF(__hisnan(a.y) ? 1.0F : 0.0F));
}

/// @name Operators of pairs
/// +, -, * and / work on each element. A comparison is true when it holds for both.
/// @{
#define WORKSHOP_PAIR_OPERATOR(symbol, function)                                     \
    inline WORKSHOP_HALF2 operator symbol(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {      \
        return function(a, b);                                                       \
    }                                                                                \
    inline WORKSHOP_HALF2& operator symbol##=(WORKSHOP_HALF2& a, WORKSHOP_HALF2 b) { \
        return a = function(a, b);                                                   \
    }
WORKSHOP_PAIR_OPERATOR(+, __hadd2)
WORKSHOP_PAIR_OPERATOR(-, __hsub2)
WORKSHOP_PAIR_OPERATOR(*, __hmul2)
WORKSHOP_PAIR_OPERATOR(/, __h2div)
#undef WORKSHOP_PAIR_OPERATOR

inline WORKSHOP_HALF2 operator-(WORKSHOP_HALF2 a) {
    return __hneg2(a);
}
inline bool operator==(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {
    return __hbeq2(a, b);
}
inline bool operator!=(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {
    return __hbneu2(a, b);
}
inline bool operator<(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {
    return __hblt2(a, b);
}
inline bool operator<=(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {
    return __hble2(a, b);
}
inline bool operator>(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {
    return __hbgt2(a, b);
}
inline bool operator>=(WORKSHOP_HALF2 a, WORKSHOP_HALF2 b) {
    return __hbge2(a, b);
}
/// @}

/// @brief x as float32, exactly.
inline float __low2float(WORKSHOP_HALF2 a) {
    return a.x;
}
/// @brief y as float32, exactly.
inline float __high2float(WORKSHOP_HALF2 a) {
    return a.y;
}

/// @brief Adds in one piece and returns what was there before. In the library, as all atomics.
WORKSHOP_HALF atomicAdd(WORKSHOP_HALF* address, WORKSHOP_HALF value);

/// @brief Adds to each element in one piece (the pair as a whole is not one piece in CUDA either).
WORKSHOP_HALF2 atomicAdd(WORKSHOP_HALF2* address, WORKSHOP_HALF2 value);
