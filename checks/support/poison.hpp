// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The bit patterns that fill memory before a launch.
///
/// All of them are signalling NaNs with a payload of their own, so that three things can be told
/// apart. Loads and stores keep the bits: the very pattern in an output was never written, or was
/// copied. Arithmetic on the processor sets the quiet bit and keeps the payload: the quiet form was
/// computed from memory that holds no value. Any other NaN is the result of a computation.
///
/// A GPU keeps no payload: arithmetic on any NaN gives its canonical NaN, 0x7FFFFFFF. There, what
/// was computed from a pattern shows as an ordinary NaN; "never written" is exact on both devices.

#include <bit>
#include <cstdint>
#include <string>

namespace workshop::checks {

/// @brief Fills the output before every launch.
inline constexpr std::uint32_t kNeverWritten = 0x7F9EAD01U;
/// @brief Fills the elements between `cols` and the leading dimension.
inline constexpr std::uint32_t kGap = 0x7F9EAD02U;
/// @brief Fills the elements before and after a matrix.
inline constexpr std::uint32_t kGuard = 0x7F9EAD03U;

/// @brief The same for outputs. A kernel that copies what it read outside the input to the same
///        place outside the output has to change something there.
inline constexpr std::uint32_t kOutputGap = 0x7F9EAD04U;
/// @brief As kOutputGap, before and after the output.
inline constexpr std::uint32_t kOutputGuard = 0x7F9EAD05U;

/// @return true when no kernel has stored to this element
inline bool is_never_written(float value) {
    return std::bit_cast<std::uint32_t>(value) == kNeverWritten;
}

/// @brief The same NaN after arithmetic: without a sign, and quiet.
constexpr std::uint32_t quiet_form(std::uint32_t bits) {
    return (bits & 0x7FFFFFFFU) | 0x00400000U;
}

/// @return true for a NaN that comes from reading a gap or a guard, copied or computed. Processors
///         may drop the payload, so false says nothing.
inline bool came_from_outside(float value) {
    const std::uint32_t bits = quiet_form(std::bit_cast<std::uint32_t>(value));
    return bits >= quiet_form(kGap) && bits <= quiet_form(kOutputGuard);
}

/// @return true for a NaN that was computed from an unwritten element of the output. Processors may
///         drop the payload, so false says nothing.
inline bool came_from_unwritten(float value) {
    return !is_never_written(value) &&
           quiet_form(std::bit_cast<std::uint32_t>(value)) == quiet_form(kNeverWritten);
}

/// @brief A value in words that a student can read: "never written", "NaN", "-inf" or the number.
std::string describe_value(float value);

/// @brief The same for a double.
std::string describe_value(double value);

}  // namespace workshop::checks
