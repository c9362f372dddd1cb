// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// A 16-bit floating-point type. No include guard: see half_arithmetic.h for the parameters; the raw
// type is WORKSHOP_HALF_RAW.

/// @brief The bits alone.
struct alignas(2) WORKSHOP_HALF_RAW {
    unsigned short x;
};

/// @brief The number. Converts from and to every arithmetic type, as in CUDA.
struct alignas(2) WORKSHOP_HALF {
  public:
    WORKSHOP_HALF() = default;
    constexpr WORKSHOP_HALF(const WORKSHOP_HALF_RAW& raw) : bits_(raw.x) {}
    WORKSHOP_HALF(float value) : bits_(nearest(static_cast<double>(value))) {}
    WORKSHOP_HALF(double value) : bits_(nearest(value)) {}
    WORKSHOP_HALF(short value) : bits_(nearest(value)) {}
    WORKSHOP_HALF(unsigned short value) : bits_(nearest(value)) {}
    WORKSHOP_HALF(int value) : bits_(nearest(value)) {}
    WORKSHOP_HALF(unsigned int value) : bits_(nearest(value)) {}
    WORKSHOP_HALF(long value) : WORKSHOP_HALF(static_cast<long long>(value)) {}
    WORKSHOP_HALF(unsigned long value) : WORKSHOP_HALF(static_cast<unsigned long long>(value)) {}
    WORKSHOP_HALF(long long value) : bits_(nearest(odd_double(value))) {}
    WORKSHOP_HALF(unsigned long long value) : bits_(nearest(odd_double(value))) {}

    operator WORKSHOP_HALF_RAW() const { return {bits_}; }
    operator float() const { return workshop::emulator::widen(bits_, WORKSHOP_FORMAT); }
    operator bool() const { return (bits_ & 0x7FFF) != 0; }
    // To an integer: towards zero, and what does not fit becomes the nearest that does.
    operator signed char() const { return clamped<signed char>(-128, 127); }
    operator unsigned char() const { return clamped<unsigned char>(0, 255); }
    operator char() const { return static_cast<char>(clamped<signed char>(-128, 127)); }
    operator short() const { return clamped<short>(-32768, 32767); }
    operator unsigned short() const { return clamped<unsigned short>(0, 65535); }
    operator int() const { return __float2int_rz(*this); }
    operator unsigned int() const { return __float2uint_rz(*this); }
    operator long() const { return __float2ll_rz(*this); }
    operator unsigned long() const { return __float2ull_rz(*this); }
    operator long long() const { return __float2ll_rz(*this); }
    operator unsigned long long() const { return __float2ull_rz(*this); }

    template <typename Number>
    WORKSHOP_HALF& operator=(Number value) {
        return *this = WORKSHOP_HALF(value);
    }

    /// @brief The number with these bits. (Not part of CUDA.)
    static constexpr WORKSHOP_HALF from_bits(unsigned short bits) {
        return WORKSHOP_HALF(WORKSHOP_HALF_RAW{bits});
    }
    /// @brief Its bits. (Not part of CUDA.)
    constexpr unsigned short bits() const { return bits_; }

  private:
    static unsigned short nearest(double value) {
        return workshop::emulator::narrow(value, WORKSHOP_FORMAT,
                                          workshop::emulator::Rounding::nearest);
    }

    /// A 64-bit integer as a double whose later rounding is right: see fma_to_odd().
    template <typename Integer>
    static double odd_double(Integer value) {
        using workshop::emulator::Rounding;
        const double down = workshop::emulator::rounded_to_double(Rounding::down, value);
        const double up = workshop::emulator::rounded_to_double(Rounding::up, value);
        return (__double_as_longlong(down) & 1) != 0 ? down : up;
    }

    template <typename Integer>
    Integer clamped(int least, int largest) const {
        const int whole = __float2int_rz(*this);
        return static_cast<Integer>(whole < least ? least : whole > largest ? largest : whole);
    }

    unsigned short bits_;
};
