// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "source_text.hpp"

#include <fstream>
#include <map>

namespace workshop::emulator::profile {

std::vector<std::string> source_lines_of(const std::string& file) {
    std::vector<std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        lines.push_back(line);
    }
    return lines;
}

std::string source_line(const std::string& file, int line) {
    static std::map<std::string, std::vector<std::string>>& known =
        *new std::map<std::string, std::vector<std::string>>;
    auto found = known.find(file);
    if (found == known.end()) found = known.emplace(file, source_lines_of(file)).first;
    if (line < 1 || static_cast<std::size_t>(line) > found->second.size())
        return "(source not found)";
    const std::string& text = found->second[static_cast<std::size_t>(line) - 1];
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? std::string() : text.substr(begin);
}

}  // namespace workshop::emulator::profile
