// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Arithmetic in a given rounding direction: the processor's own, switched for one operation.
// Operands and result are volatile, so that the compiler moves nothing across the switch.

#include <emulator/rounded_arithmetic.h>

#include <cfenv>
#include <cmath>

namespace workshop::emulator {
namespace {

class RoundingScope {
  public:
    explicit RoundingScope(Rounding rounding) : before_(std::fegetround()) {
        constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
        std::fesetround(modes[static_cast<int>(rounding)]);
    }
    ~RoundingScope() { std::fesetround(before_); }
    RoundingScope(const RoundingScope&) = delete;
    RoundingScope& operator=(const RoundingScope&) = delete;

  private:
    int before_;
};

/// The value, after a detour that the compiler cannot see through.
template <typename T>
T hidden(T value) {
    volatile T copy = value;
    return copy;
}

template <typename T>
T add(Rounding rounding, T a, T b) {
    const RoundingScope scope(rounding);
    volatile T result = hidden(a) + hidden(b);
    return result;
}

template <typename T>
T multiply(Rounding rounding, T a, T b) {
    const RoundingScope scope(rounding);
    volatile T result = hidden(a) * hidden(b);
    return result;
}

template <typename T>
T divide(Rounding rounding, T a, T b) {
    const RoundingScope scope(rounding);
    volatile T result = hidden(a) / hidden(b);
    return result;
}

template <typename T>
T fused(Rounding rounding, T a, T b, T c) {
    const RoundingScope scope(rounding);
    volatile T result = std::fma(hidden(a), hidden(b), hidden(c));
    return result;
}

template <typename T>
T square_root(Rounding rounding, T a) {
    const RoundingScope scope(rounding);
    volatile T result = std::sqrt(hidden(a));
    return result;
}

template <typename To, typename From>
To convert(Rounding rounding, From value) {
    const RoundingScope scope(rounding);
    volatile To result = static_cast<To>(hidden(value));
    return result;
}

}  // namespace

float rounded_add(Rounding rounding, float a, float b) {
    return add<float>(rounding, a, b);
}
float rounded_multiply(Rounding rounding, float a, float b) {
    return multiply<float>(rounding, a, b);
}
float rounded_divide(Rounding rounding, float a, float b) {
    return divide<float>(rounding, a, b);
}
float rounded_fma(Rounding rounding, float a, float b, float c) {
    return fused<float>(rounding, a, b, c);
}
float rounded_sqrt(Rounding rounding, float a) {
    return square_root<float>(rounding, a);
}

double rounded_add(Rounding rounding, double a, double b) {
    return add<double>(rounding, a, b);
}
double rounded_multiply(Rounding rounding, double a, double b) {
    return multiply<double>(rounding, a, b);
}
double rounded_divide(Rounding rounding, double a, double b) {
    return divide<double>(rounding, a, b);
}
double rounded_fma(Rounding rounding, double a, double b, double c) {
    return fused<double>(rounding, a, b, c);
}
double rounded_sqrt(Rounding rounding, double a) {
    return square_root<double>(rounding, a);
}

float rounded_to_float(Rounding rounding, double value) {
    return convert<float, double>(rounding, value);
}
float rounded_to_float(Rounding rounding, long long value) {
    return convert<float, long long>(rounding, value);
}
float rounded_to_float(Rounding rounding, unsigned long long value) {
    return convert<float, unsigned long long>(rounding, value);
}
double rounded_to_double(Rounding rounding, long long value) {
    return convert<double, long long>(rounding, value);
}
double rounded_to_double(Rounding rounding, unsigned long long value) {
    return convert<double, unsigned long long>(rounding, value);
}

}  // namespace workshop::emulator
