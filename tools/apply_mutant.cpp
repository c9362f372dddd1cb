// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// apply_mutant SOLUTION.cu NAME.mutant OUT.cu
// apply_mutant --without-barrier N/COUNT SOLUTION.cu OUT.cu
//
// Makes a known wrong kernel from the reference by the edits in a .mutant file. Every text to
// replace is whole lines and must occur exactly once, so that a mutant cannot drift from the
// solution unnoticed. docs/architecture.md describes the format.
//
// The second form deletes the N-th __syncthreads() or __syncwarp() of the solution, which must have
// COUNT of them.

#include <algorithm>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "text_file.hpp"

namespace {

using workshop::tools::ToolError;
using workshop::tools::trimmed;
using Lines = std::vector<std::string>;

struct Edit {
    std::size_t line = 0;  // of "---- replace" in the .mutant file
    Lines replace;
    Lines with;
};

// Reads a .mutant file and checks everything about it that does not need the solution.
class MutantFile {
  public:
    explicit MutantFile(const std::string& path)
        : path_(path), lines_(workshop::tools::read_lines(path)) {}

    std::vector<Edit> edits() {
        enum class Part { header, replace, with } part = Part::header;
        std::vector<Edit> edits;
        for (line_ = 1; line_ <= lines_.size(); ++line_) {
            const std::string& line = lines_[line_ - 1];
            const bool is_marker = line.substr(0, 4) == "----";
            if (part == Part::header && line == "---- replace") {
                edits.push_back({line_, {}, {}});
                part = Part::replace;
            } else if (part == Part::replace && line == "---- with") {
                part = Part::with;
            } else if (part == Part::with && line == "---- end") {
                check(edits.back());
                part = Part::header;
            } else if (is_marker) {
                const char* wanted = part == Part::header    ? "---- replace"
                                     : part == Part::replace ? "---- with"
                                                             : "---- end";
                fail("'" + line + "' where '" + wanted + "' is expected",
                     "the order is '---- replace', '---- with', '---- end'.");
            } else if (part == Part::header) {
                header(line);
            } else {
                (part == Part::replace ? edits.back().replace : edits.back().with).push_back(line);
            }
        }
        if (part != Part::header) {
            throw ToolError(path_, edits.back().line, "this edit has no '---- end'",
                            "end it with a line '---- end'.");
        }
        line_ = 1;
        if (edits.empty()) fail("there is no edit", "add '---- replace', '---- with', '---- end'.");
        if (!has_misconception_) {
            fail("'misconception:' is missing", "say in a sentence or two what one gets wrong.");
        }
        if (!has_lesson_) {
            fail("'lesson:' is missing", "name the heading of the lesson text that explains it.");
        }
        return edits;
    }

  private:
    [[noreturn]] void fail(const std::string& message, const std::string& next) const {
        throw ToolError(path_, line_, message, next);
    }

    void header(const std::string& line) {
        if (line.empty() || line[0] == '#') return;
        const std::size_t colon = line.find(':');
        const std::string key = line.substr(0, colon);
        const std::string value(
            trimmed(colon == std::string::npos ? "" : std::string_view(line).substr(colon + 1)));
        if (key == "misconception" || key == "lesson") {
            bool& seen = key == "lesson" ? has_lesson_ : has_misconception_;
            if (value.empty()) fail("'" + key + ":' is empty", "write it on the same line.");
            if (seen) fail("'" + key + ":' stands here twice", "keep one of the two.");
            seen = true;
        } else if (key == "backend") {
            if (value != "emulator" && value != "cuda") {
                fail("backend '" + value + "' is not known",
                     "the valid values are 'emulator' and 'cuda'.");
            }
        } else {
            fail("not a header line: '" + line + "'",
                 "header lines are 'misconception:', 'lesson:', 'backend:' and '#' comments.");
        }
    }

    void check(const Edit& edit) const {
        if (edit.replace.empty()) fail("nothing to replace", "copy whole lines of the solution.");
        if (edit.replace == edit.with) fail("this edit changes nothing", "change a line.");
    }

    std::string path_;
    Lines lines_;
    std::size_t line_ = 0;
    bool has_misconception_ = false;
    bool has_lesson_ = false;
};

// The line numbers, from 0, at which `part` occurs in `all`; `same` compares two lines.
template <typename Same>
std::vector<std::size_t> occurrences(const Lines& all, const Lines& part, Same same) {
    std::vector<std::size_t> found;
    for (auto at = all.begin();
         (at = std::search(at, all.end(), part.begin(), part.end(), same)) != all.end(); ++at) {
        found.push_back(static_cast<std::size_t>(at - all.begin()));
    }
    return found;
}

std::size_t place_of(const Edit& edit, const Lines& solution, const std::string& mutant_path,
                     const std::string& solution_path) {
    const auto exact = occurrences(solution, edit.replace, std::equal_to<>());
    if (exact.size() == 1) return exact.front();
    if (exact.size() > 1) {
        std::string lines;
        for (const std::size_t at : exact)
            lines += " " + std::to_string(at + 1);
        throw ToolError(mutant_path, edit.line,
                        "the text to replace occurs " + std::to_string(exact.size()) +
                            " times in " + solution_path + ", at lines" + lines,
                        "add the lines around the one you mean.");
    }
    const auto loose = occurrences(
        solution, edit.replace,
        [](const std::string& a, const std::string& b) { return trimmed(a) == trimmed(b); });
    throw ToolError(mutant_path, edit.line,
                    "the text to replace does not occur in " + solution_path,
                    loose.empty() ? "copy whole lines from the solution as it is now."
                                  : "line " + std::to_string(loose.front() + 1) +
                                        " differs in white space only; copy it as it is.");
}

Lines mutated(const Lines& solution, std::vector<Edit> edits, const std::string& mutant_path,
              const std::string& solution_path) {
    struct Place {
        std::size_t at;
        const Edit* edit;
    };
    std::vector<Place> places;
    for (const Edit& edit : edits) {
        places.push_back({place_of(edit, solution, mutant_path, solution_path), &edit});
    }
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.at < b.at; });
    Lines result;
    std::size_t next = 0;
    for (const auto& [at, edit] : places) {
        if (at < next) {
            throw ToolError(mutant_path, edit->line, "this edit overlaps with another one",
                            "join the two into one edit.");
        }
        for (; next < at; ++next)
            result.push_back(solution[next]);
        result.insert(result.end(), edit->with.begin(), edit->with.end());
        next = at + edit->replace.size();
    }
    for (; next < solution.size(); ++next)
        result.push_back(solution[next]);
    return result;
}

// Where a barrier stands in a line, as a statement and not in a comment; npos when none does.
std::size_t barrier_in(const std::string& line) {
    const std::string code = line.substr(0, line.find("//"));
    return std::min(code.find("__syncthreads("), code.find("__syncwarp("));
}

// `which` is "N/COUNT", counted from 1.
Lines without_barrier(Lines solution, const std::string& which, const std::string& path) {
    std::istringstream stream(which);
    std::size_t number = 0;
    std::size_t count = 0;
    char slash = ' ';
    if (!(stream >> number >> slash >> count) || slash != '/' || number < 1 || number > count) {
        throw std::runtime_error("'" + which + "' is not N/COUNT with N from 1 to COUNT");
    }
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < solution.size(); ++i) {
        if (barrier_in(solution[i]) != std::string::npos) places.push_back(i);
    }
    if (places.size() != count) {
        throw ToolError(path + ": error: there are " + std::to_string(places.size()) +
                        " barriers, not " + std::to_string(count) +
                        "\n  next: configure the build again; one barrier a line, and none of the "
                        "forms that return something.");
    }
    std::string& line = solution[places[number - 1]];
    const std::size_t begin = barrier_in(line);
    const std::size_t end = line.find(';', begin);
    line.replace(begin, end - begin, "");  // the semicolon stays, for an if in front of it
    return solution;
}

}  // namespace

int main(int argc, char** argv) {
    const bool deletes_barrier = argc == 5 && std::string(argv[1]) == "--without-barrier";
    if (argc != 4 && !deletes_barrier) {
        std::cerr << "usage: apply_mutant SOLUTION.cu NAME.mutant OUT.cu\n"
                     "       apply_mutant --without-barrier N/COUNT SOLUTION.cu OUT.cu\n";
        return 2;
    }
    try {
        if (deletes_barrier) {
            workshop::tools::write_lines(
                argv[4], without_barrier(workshop::tools::read_lines(argv[3]), argv[2], argv[3]));
            return 0;
        }
        const std::string solution = argv[1];
        const std::string mutant = argv[2];
        workshop::tools::write_lines(
            argv[3], mutated(workshop::tools::read_lines(solution), MutantFile(mutant).edits(),
                             mutant, solution));
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
