// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief __device__ and __constant__ variables that a launch passes by their name. On a GPU that
/// is
///        an address of the host: of a variable that only shares the name.

#include <cstdint>
#include <optional>
#include <string>

namespace workshop::emulator::watch {

/// @brief Looks at the arguments of the launch that begins.
/// @return whether one of them is the name of such a variable
bool find_named_variables();

/// @brief A variable that the launch passes by its name.
struct NamedVariable {
    std::uintptr_t begin;
    std::uintptr_t end;
    std::string argument;  ///< "argument 1 of fill"
    std::string name;
    const char* kind;  ///< "__device__" or "__constant__"
};

/// @brief The one that holds an address.
const NamedVariable* named_variable(std::uintptr_t address);

/// @brief Whether an expression is the place of a variable that it names: `x`, `&x[2]`, `(T*)x`,
/// but
///        not `f(x)`, `a.x` or `y`.
bool names_variable(const std::string& expression, const std::string& name);

}  // namespace workshop::emulator::watch
