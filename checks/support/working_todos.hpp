// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief TODOs in whose place the starter has code that does the work already, only slower.

#include <set>
#include <string>
#include <vector>

#include "function_graph.hpp"
#include "open_todos.hpp"

namespace workshop::checks {

/// @brief A TODO that can be left as it came without a wrong value.
struct WorkingTodo {
    int number = 0;
    int together_with = 0;          ///< true only while this TODO is open too; 0: always
    std::set<std::string> failing;  ///< the checks that fail because of it; may be empty
};

/// @brief Reads working_todos.txt, in which a mutant stands for what fails because of a TODO.
/// @param[in] folder checks/mutants. Beside it may be checks/unlisted, with more mutants
std::vector<WorkingTodo> read_working_todos(const std::string& folder, const std::string& lesson);

/// @brief Open TODOs, sorted by what they can do.
struct SortedTodos {
    std::vector<OpenTodo> unwritten;  ///< without them a function does not do its work
    std::vector<OpenTodo> working;    ///< the others
    std::set<std::string> failing;    ///< the checks that fail because of the working ones
};

/// @brief Sorts the open TODOs of one file.
SortedTodos sort_todos(const std::vector<OpenTodo>& open,
                       const std::vector<WorkingTodo>& known_to_work);

/// @brief The TODOs that may be why a check fails: the unwritten ones that matter for its function,
///        and those working ones that it waits for. In the order of the file.
std::vector<OpenTodo> todos_behind(const std::vector<OpenTodo>& open,
                                   const std::vector<WorkingTodo>& known_to_work,
                                   const FunctionGraph& graph, const std::string& function,
                                   const std::string& check);

}  // namespace workshop::checks
