// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The bit patterns that fill memory before a launch.
///
/// All of them are quiet NaNs with a payload of their own. A kernel that computes a NaN leaves the
/// hardware's NaN behind, whose payload is another one, so "never written" can be told apart from
/// "written, but wrong". A kernel that reads an element it should not read gets a NaN, which shows
/// in its result.

#include <bit>
#include <cstdint>
#include <string>

namespace workshop::checks {

/// @brief Fills the output before every launch.
inline constexpr std::uint32_t kNeverWritten = 0x7FDEAD01U;
/// @brief Fills the elements between `cols` and the leading dimension.
inline constexpr std::uint32_t kGap = 0x7FDEAD02U;
/// @brief Fills the elements before and after a matrix.
inline constexpr std::uint32_t kGuard = 0x7FDEAD03U;

/// @brief The same for outputs. A kernel that copies what it read outside the input to the same
///        place outside the output has to change something there.
inline constexpr std::uint32_t kOutputGap = 0x7FDEAD04U;
/// @copydoc kOutputGap
inline constexpr std::uint32_t kOutputGuard = 0x7FDEAD05U;

/// @return true when no kernel has stored to this element
inline bool is_never_written(float value) {
    return std::bit_cast<std::uint32_t>(value) == kNeverWritten;
}

/// @return true for a NaN that can only come from reading a gap or a guard. NaN payloads survive
///         arithmetic on many processors, so this is a hint and not a proof.
inline bool came_from_outside(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    return bits >= kGap && bits <= kOutputGuard;
}

/// @brief A value in words that a student can read: "never written", "NaN", "-inf" or the number.
std::string describe_value(float value);

/// @copydoc describe_value(float)
std::string describe_value(double value);

}  // namespace workshop::checks
