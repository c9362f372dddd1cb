// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "working_todos.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "misconceptions.hpp"

namespace workshop::checks {

namespace {

/// @return the entry that holds for an open TODO, or nullptr
const WorkingTodo* entry_of(const OpenTodo& todo, const std::vector<OpenTodo>& open,
                            const std::vector<WorkingTodo>& known_to_work) {
    for (const WorkingTodo& entry : known_to_work) {
        if (entry.number != todo.number) continue;
        const bool holds =
            entry.together_with == 0 || std::any_of(open.begin(), open.end(), [&](const auto& one) {
                return one.number == entry.together_with;
            });
        if (holds) return &entry;
    }
    return nullptr;
}

}  // namespace

std::vector<WorkingTodo> read_working_todos(const std::string& folder, const std::string& lesson) {
    std::vector<WorkingTodo> todos;
    std::vector<KnownMistake> known = read_known_mistakes(folder, lesson);
    for (KnownMistake& kernel : read_known_mistakes(folder + "/../unlisted", lesson))
        known.push_back(std::move(kernel));
    std::ifstream table(folder + "/working_todos.txt");
    std::string line;
    while (std::getline(table, line)) {
        std::istringstream words(line);
        std::string of_lesson;
        WorkingTodo todo;
        std::string like;
        if (!(words >> of_lesson >> todo.number >> todo.together_with >> like)) continue;
        if (of_lesson != lesson) continue;
        const auto mistake = std::find_if(known.begin(), known.end(), [&](const auto& one) {
            return one.mutant == lesson + '/' + like;
        });
        // Without the row of the mistake nothing is known of the TODO.
        if (mistake == known.end() && like != "none") continue;
        if (mistake != known.end()) {
            for (const auto& [check, letter] : mistake->signature.how)
                todo.failing.insert(check);
        }
        todos.push_back(std::move(todo));
    }
    return todos;
}

SortedTodos sort_todos(const std::vector<OpenTodo>& open,
                       const std::vector<WorkingTodo>& known_to_work) {
    SortedTodos sorted;
    for (const OpenTodo& todo : open) {
        const WorkingTodo* const entry = entry_of(todo, open, known_to_work);
        if (entry == nullptr) {
            sorted.unwritten.push_back(todo);
            continue;
        }
        sorted.working.push_back(todo);
        sorted.failing.insert(entry->failing.begin(), entry->failing.end());
    }
    return sorted;
}

std::vector<OpenTodo> todos_behind(const std::vector<OpenTodo>& open,
                                   const std::vector<WorkingTodo>& known_to_work,
                                   const FunctionGraph& graph, const std::string& function,
                                   const std::string& check) {
    std::vector<OpenTodo> behind =
        todos_that_matter(sort_todos(open, known_to_work).unwritten, graph, function);
    for (const OpenTodo& todo : open) {
        const WorkingTodo* const entry = entry_of(todo, open, known_to_work);
        if (entry != nullptr && entry->failing.count(check) > 0) behind.push_back(todo);
    }
    std::sort(behind.begin(), behind.end(),
              [](const OpenTodo& a, const OpenTodo& b) { return a.line < b.line; });
    return behind;
}

}  // namespace workshop::checks
