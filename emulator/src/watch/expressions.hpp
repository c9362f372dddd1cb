// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief As much of C++ expressions as is needed to see which memory a line means.

#include <string>
#include <vector>

namespace workshop::emulator::watch {

/// @brief Whether a character can be part of a name.
bool is_name_part(char character);

/// @brief A code without comments and without blanks, except between two words.
std::string dense_code(const std::string& line);

/// @brief Where the bracket that opens at a place closes; npos when it does not.
std::size_t closing_bracket(const std::string& code, std::size_t open);

/// @brief Where an expression that begins at a place ends: at a ; or a , outside of brackets, or at
///        a bracket that closes around it.
std::size_t end_of_expression(const std::string& code, std::size_t begin);

/// @brief An expression without the casts, the brackets and the functions such as __float_as_int()
///        around it, which change no bits.
std::string without_casts(std::string expression);

/// @brief The value of a variable as it is assigned somewhere: `name = value`.
struct Assignment {
    std::string name;
    std::string value;
    std::size_t begin;  ///< of the name
    std::size_t end;    ///< of the value
};

/// @brief All assignments of a dense code to variables; not those to memory, as in `*p = 0`.
std::vector<Assignment> assignments_in(const std::string& code);

/// @brief The address that an expression is: "p" for `p`, `(int*)p` and `&p[0]`, "p+i" for `&p[i]`,
///        "&x" for `&x`. A pointer that is assigned once means what it was assigned.
std::string address_in(const std::string& expression, const std::vector<Assignment>& all,
                       int depth = 0);

/// @brief The address of what an expression reads: "p" for `*p`, "&x" for `x`. Empty when it is no
///        place in memory.
std::string address_of_value(const std::string& expression, const std::vector<Assignment>& all,
                             int depth = 0);

}  // namespace workshop::emulator::watch
