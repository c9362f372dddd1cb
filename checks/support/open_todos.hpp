// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which TODOs of a starter are still as they came.

#include <iosfwd>
#include <string>
#include <vector>

#include "function_graph.hpp"
#include "program_info.hpp"

namespace workshop::checks {

/// @brief A TODO under which nothing was written.
struct OpenTodo {
    int number = 0;
    std::size_t line = 0;  ///< in the student's file, from 1
};

/// @brief Compares a student's file with what the solution's fill regions leave in a starter.
///
/// A TODO is open when its comment is there, and what follows it up to the end of the region and
/// one line more, is as in the starter. Comments, empty lines and indentation do not count. A file
/// that was rearranged, or a TODO whose comment is gone, is taken for filled in.
/// @return the open ones, in order
std::vector<OpenTodo> find_open_todos(std::istream& solution, std::istream& starter);

/// @brief The same for the file that a check program was made from. Nothing for any other kind than
///        "starter", or when the files are missing.
std::vector<OpenTodo> open_todos_of(const ProgramInfo& info);

/// @brief The TODOs that can matter for one function: those in it, and in what it uses. One that
///        stands outside of all functions, and each one where the file does not define the
///        function, can matter.
std::vector<OpenTodo> todos_that_matter(const std::vector<OpenTodo>& todos,
                                        const FunctionGraph& graph, const std::string& function);

/// @brief The functions of the file that a check program was made from. What an unfinished one uses
///        in the solution counts as well: a call may be what is left to write. What is written
///        without a helper does not wait for it.
FunctionGraph functions_of(const ProgramInfo& info);

/// @brief "TODO 2 (line 61) and TODO 4 (line 80)"; after the third only the number of the others.
std::string describe_todos(const std::vector<OpenTodo>& todos);

}  // namespace workshop::checks
