// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// starter_from_solution SOLUTION.cu OUT.cu
//
// Makes what a student edits from the reference: every region from `// FILL n: title` to
// `// END FILL` becomes `// TODO n: title` and the region's `// STARTER: code` lines without that
// prefix. Lines `// SOLUTION ONLY: text` outside regions are dropped. In the opening comment the
// run line loses ` IMPL=solution`. docs/architecture.md describes the format.

#include <cctype>
#include <charconv>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "text_file.hpp"

namespace {

using workshop::tools::ToolError;
using workshop::tools::trimmed;

enum class Marker { none, fill, end_fill, starter, solution_only };

// A line that is meant as a marker begins with one of these words after `//`. The words are in
// capitals, so that ordinary prose is not taken for a marker.
Marker marker_of(std::string_view line) {
    std::string_view text = trimmed(line);
    if (text.substr(0, 2) != "//") return Marker::none;
    text = trimmed(text.substr(2));
    const auto starts_with = [&](std::string_view word) {
        return text.substr(0, word.size()) == word;
    };
    if (starts_with("FILL")) return Marker::fill;
    if (starts_with("END FILL")) return Marker::end_fill;
    if (starts_with("STARTER")) return Marker::starter;
    if (starts_with("SOLUTION ONLY")) return Marker::solution_only;
    return Marker::none;
}

std::string indent_of(const std::string& line) {
    return line.substr(0, line.find("//"));
}

class StarterMaker {
  public:
    StarterMaker(std::string path, std::vector<std::string> lines)
        : path_(std::move(path)), lines_(std::move(lines)) {}

    std::vector<std::string> make() {
        bool in_opening_comment = true;
        for (line_ = 1; line_ <= lines_.size(); ++line_) {
            const std::string& line = lines_[line_ - 1];
            if (line.substr(0, 2) != "//") in_opening_comment = false;
            switch (marker_of(line)) {
                case Marker::fill:
                    begin_region(line);
                    break;
                case Marker::end_fill:
                    end_region(line);
                    break;
                case Marker::starter:
                    starter_line(line);
                    break;
                case Marker::solution_only:
                    break;
                case Marker::none:
                    refuse_longer_title(line);
                    if (region_begin_ == 0) {
                        starter_.push_back(in_opening_comment ? without_impl(line) : line);
                    }
                    break;
            }
        }
        if (region_begin_ != 0) {
            throw ToolError(path_, region_begin_, "this region has no '// END FILL'",
                            "add '// END FILL' on the line after its last line.");
        }
        if (regions_ == 0) {
            throw ToolError(
                path_, 1, "there is no '// FILL 1: title', so nothing is left to do",
                "mark what a student writes with '// FILL n: title' and '// END FILL'.");
        }
        return starter_;
    }

  private:
    [[noreturn]] void fail(const std::string& message, const std::string& next) const {
        throw ToolError(path_, line_, message, next);
    }

    void begin_region(const std::string& line) {
        const int expected = regions_ + 1;
        if (region_begin_ != 0) {
            fail("a FILL region begins inside the one of line " + std::to_string(region_begin_),
                 "end that one first with '// END FILL': regions do not nest.");
        }
        constexpr std::string_view kPrefix = "// FILL ";
        const std::string_view text = trimmed(line);
        int number = 0;
        const char* end = text.data() + text.size();
        const bool spelled = text.substr(0, kPrefix.size()) == kPrefix;
        const auto [rest, error] =
            std::from_chars(text.data() + (spelled ? kPrefix.size() : 0), end, number);
        const bool has_title = rest != end && *rest == ':' && rest + 1 != end && rest[1] == ' ' &&
                               !trimmed({rest + 2, end}).empty();
        if (!spelled || error != std::errc() || !has_title) {
            fail("not of the form '// FILL n: title'",
                 "write '// FILL " + std::to_string(expected) + ": what the student does here'.");
        }
        if (number != expected) {
            fail("FILL " + std::to_string(number) + " where FILL " + std::to_string(expected) +
                     " is expected",
                 "number the regions 1, 2, 3, ... in the order in which they stand in the file.");
        }
        starter_.push_back(indent_of(line) + "// TODO " + std::to_string(number) +
                           std::string(rest, end));
        regions_ = number;
        region_begin_ = line_;
    }

    // A title has one line: a second one would stay behind in the solution, and the student would
    // read half a sentence. A comment of the solution itself begins with a capital.
    void refuse_longer_title(const std::string& line) const {
        const std::string_view text = trimmed(line);
        const bool is_next = region_begin_ != 0 && line_ == region_begin_ + 1;
        if (!is_next || text.substr(0, 3) != "// " || text.size() == 3) return;
        if (std::islower(static_cast<unsigned char>(text[3])) == 0) return;
        fail(
            "this comment goes on with the title of the line before, which a starter would cut off",
            "shorten the title to one line, or begin a comment of its own with a capital.");
    }

    void end_region(const std::string& line) {
        if (trimmed(line) != "// END FILL") {
            fail("not of the form '// END FILL'", "write '// END FILL' and nothing more.");
        }
        if (region_begin_ == 0) {
            fail("'// END FILL' without a region",
                 "begin one with '// FILL " + std::to_string(regions_ + 1) + ": title'.");
        }
        region_begin_ = 0;
    }

    void starter_line(const std::string& line) {
        constexpr std::string_view kPrefix = "// STARTER: ";
        const std::string_view text = trimmed(line);
        if (text.substr(0, kPrefix.size()) != kPrefix) {
            fail("not of the form '// STARTER: code'", "write one space after the colon.");
        }
        if (region_begin_ == 0) {
            fail("'// STARTER:' outside a region",
                 "move it between '// FILL n: title' and '// END FILL'.");
        }
        starter_.push_back(indent_of(line) + std::string(text.substr(kPrefix.size())));
    }

    // A student checks the starter, which is what `make check-lessonN` does when IMPL is not given.
    static std::string without_impl(std::string line) {
        constexpr std::string_view kImpl = " IMPL=solution";
        const std::size_t at = line.find(kImpl);
        if (at != std::string::npos) line.erase(at, kImpl.size());
        return line;
    }

    std::string path_;
    std::vector<std::string> lines_;
    std::vector<std::string> starter_;
    std::size_t line_ = 0;
    std::size_t region_begin_ = 0;  // line of the open region, 0 when none is open
    int regions_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: starter_from_solution SOLUTION.cu OUT.cu\n";
        return 2;
    }
    try {
        const std::string solution = argv[1];
        StarterMaker maker(solution, workshop::tools::read_lines(solution));
        workshop::tools::write_lines(argv[2], maker.make());
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
