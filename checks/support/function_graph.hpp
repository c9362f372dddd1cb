// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which functions of a .cu file lie where, and which of them each one uses.

#include <cstddef>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief The functions of one source file, read without a compiler.
///
/// A function uses another one when its name stands in its body: a call, a launch, or a member of a
/// struct of the file. Functions of the same name are taken for one. This is exact enough to say
/// what cannot matter; where the file is not understood, everything may matter.
class FunctionGraph {
  public:
    /// @param[in] source the text of a file that compiles
    explicit FunctionGraph(std::istream& source);

    /// @brief Adds what a function of another file uses, as far as it is defined here as well: of a
    ///        function that is not finished, what its finished form uses.
    void add_uses_of(const std::string& function, const FunctionGraph& other);

    /// @brief Whether the file defines a function of this name.
    bool defines(const std::string& name) const { return uses_.count(name) > 0; }

    /// @brief The function with all that it uses, directly or not. Empty when it is not defined.
    std::set<std::string> used_by(const std::string& name) const;

    /// @brief The function in whose body a line lies. @param[in] line from 1
    /// @return empty outside of all functions
    std::string function_at(std::size_t line) const;

    /// @brief All functions of the file.
    std::set<std::string> functions() const;

  private:
    struct Body {
        std::string name;
        std::size_t first = 0;  // lines, from 1
        std::size_t last = 0;
    };
    std::vector<Body> bodies_;
    std::map<std::string, std::set<std::string>> uses_;
};

}  // namespace workshop::checks
