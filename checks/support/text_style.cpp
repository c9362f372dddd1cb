// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "text_style.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <ostream>
#include <sstream>

namespace workshop::checks {

PrintStyle style_of(int file) {
    PrintStyle style;
    const char* terminal = std::getenv("TERM");
    const char* no_colour = std::getenv("NO_COLOR");
    style.live = ::isatty(file) == 1 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
    style.colour = style.live && (no_colour == nullptr || *no_colour == '\0');
    return style;
}

std::string in_colour(const std::string& text, const char* code, const PrintStyle& style) {
    return style.colour ? std::string("\033[") + code + 'm' + text + "\033[0m" : text;
}

std::string plural(std::size_t count, const std::string& thing) {
    return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

void print_wrapped(std::ostream& out, const std::string& text, const std::string& indent) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string word;
        std::string current = indent;
        bool empty = true;
        while (words >> word) {
            if (!empty && current.size() + 1 + word.size() > 96) {
                out << current << '\n';
                current = indent + "  ";
                empty = true;
            }
            current += (empty ? "" : " ") + word;
            empty = false;
        }
        out << current << '\n';
    }
}

}  // namespace workshop::checks
