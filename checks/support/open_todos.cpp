// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "open_todos.hpp"

#include <algorithm>
#include <fstream>

#include "device_output.hpp"

namespace workshop::checks {

namespace {

struct Line {
    std::string text;  // without indentation
    std::size_t number = 0;
};

/// What the starter has in place of a region.
struct Region {
    std::string todo;               // "// TODO 2:"
    std::vector<std::string> left;  // its STARTER lines, and the line of code after the region
};

std::string trimmed(const std::string& line) {
    const auto begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos) return {};
    return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

bool begins(const std::string& text, const std::string& with) {
    return text.compare(0, with.size(), with) == 0;
}

/// Lines with something in them.
std::vector<Line> lines_of(std::istream& stream) {
    std::vector<Line> lines;
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        if (const std::string text = trimmed(line); !text.empty()) lines.push_back({text, number});
    }
    return lines;
}

std::vector<Region> regions_of(const std::vector<Line>& solution) {
    const std::string fill = "// FILL ";
    const std::string starter = "// STARTER: ";
    std::vector<Region> regions;
    bool inside = false;
    bool wants_next = false;
    for (const Line& line : solution) {
        if (begins(line.text, fill)) {
            const auto colon = line.text.find(':');
            const std::string number = line.text.substr(fill.size(), colon - fill.size());
            // A region right behind another one: the code that follows is not known.
            inside = true;
            wants_next = false;
            regions.push_back({"// TODO " + number + ':', {}});
        } else if (line.text == "// END FILL") {
            inside = false;
            wants_next = true;
        } else if (inside && begins(line.text, starter)) {
            // Indented further where a line of the starter goes on in the next one.
            regions.back().left.push_back(trimmed(line.text.substr(starter.size())));
        } else if (wants_next && !begins(line.text, "//")) {
            regions.back().left.push_back(line.text);
            wants_next = false;
        }
    }
    return regions;
}

/// The lines of code from `at` on begin with those that the starter had.
bool is_untouched(const std::vector<Line>& file, std::size_t at, const Region& region) {
    if (region.left.empty()) {
        // The next TODO follows at once: no code may stand between the two.
        while (at < file.size() && begins(file[at].text, "//") &&
               !begins(file[at].text, "// TODO ")) {
            ++at;
        }
        return at < file.size() && begins(file[at].text, "// TODO ");
    }
    std::size_t found = 0;
    for (; at < file.size() && found < region.left.size(); ++at) {
        if (begins(file[at].text, "//")) continue;
        if (file[at].text != region.left[found]) return false;
        ++found;
    }
    return found == region.left.size();
}

}  // namespace

std::vector<OpenTodo> find_open_todos(std::istream& solution, std::istream& starter) {
    const std::vector<Line> file = lines_of(starter);
    std::vector<OpenTodo> open;
    int number = 0;
    for (const Region& region : regions_of(lines_of(solution))) {
        ++number;
        const auto comment = std::find_if(file.begin(), file.end(), [&](const Line& line) {
            return begins(line.text, region.todo);
        });
        if (comment == file.end()) continue;
        const auto next = static_cast<std::size_t>(comment - file.begin()) + 1;
        if (is_untouched(file, next, region)) open.push_back({number, comment->number});
    }
    return open;
}

std::vector<OpenTodo> open_todos_of(const ProgramInfo& info) {
    if (std::string(info.kind) != "starter") return {};
    const std::string folder = workshop_folder(info) + '/';
    std::ifstream solution(folder + "solutions/" + info.lesson + ".cu");
    std::ifstream starter(folder + info.file);
    return find_open_todos(solution, starter);
}

std::vector<OpenTodo> todos_that_matter(const std::vector<OpenTodo>& todos,
                                        const FunctionGraph& graph, const std::string& function) {
    if (!graph.defines(function)) return todos;
    const std::set<std::string> used = graph.used_by(function);
    std::vector<OpenTodo> matter;
    for (const OpenTodo& todo : todos) {
        const std::string inside = graph.function_at(todo.line);
        if (inside.empty() || used.count(inside) > 0) matter.push_back(todo);
    }
    return matter;
}

FunctionGraph functions_of(const ProgramInfo& info) {
    const std::string folder = workshop_folder(info) + '/';
    std::ifstream file(folder + info.file);
    std::ifstream solution(folder + "solutions/" + info.lesson + ".cu");
    FunctionGraph graph(file);
    const FunctionGraph finished(solution);
    std::set<std::string> unfinished;
    for (const OpenTodo& todo : open_todos_of(info)) {
        const std::string inside = graph.function_at(todo.line);
        if (inside.empty()) unfinished = graph.functions();
        unfinished.insert(inside);
    }
    for (const std::string& function : unfinished)
        graph.add_uses_of(function, finished);
    return graph;
}

std::string describe_todos(const std::vector<OpenTodo>& todos) {
    constexpr std::size_t kMost = 3;
    const std::size_t shown = std::min(todos.size(), kMost);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0) text += i + 1 == todos.size() ? " and " : ", ";
        text += "TODO " + std::to_string(todos[i].number) + " (line " +
                std::to_string(todos[i].line) + ')';
    }
    if (shown < todos.size()) text += " and " + std::to_string(todos.size() - shown) + " more";
    return text;
}

}  // namespace workshop::checks
