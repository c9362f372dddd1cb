// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_output.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace workshop::checks {

namespace {

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    if (from.empty()) return;
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

/// Replaces every path that ends in `/file` by `name`.
void rename_file(std::string& line, const std::string& file, const std::string& name) {
    for (std::size_t from = 0, at = 0; (at = line.find('/' + file, from)) != std::string::npos;) {
        const std::size_t blank = line.find_last_of(" '\"(", at);
        const std::size_t begin = blank == std::string::npos ? 0 : blank + 1;
        line.replace(begin, at + 1 + file.size() - begin, name);
        from = begin + name.size();
    }
}

bool is_head_of_report(const std::string& line) {
    return line.find(": error: ") != std::string::npos ||
           line.find(": warning: ") != std::string::npos;
}

/// Breaks a line between words; the rest is indented by two more than the line.
void wrap(const std::string& line, std::size_t width, std::vector<std::string>* lines) {
    const std::size_t text = line.find_first_not_of(' ');
    const std::string indent(text == std::string::npos ? 0 : text, ' ');
    std::string rest = line;
    while (rest.size() > width) {
        std::size_t cut = rest.rfind(' ', width);
        const std::size_t begin = rest.find_first_not_of(' ');
        if (cut == std::string::npos || cut <= begin) cut = rest.find(' ', begin);
        if (cut == std::string::npos) break;
        lines->push_back(rest.substr(0, cut));
        rest = indent + "  " + rest.substr(cut + 1);
    }
    lines->push_back(rest);
}

struct Piece {
    std::vector<std::string> lines;
    std::size_t repeats = 0;
};

}  // namespace

std::string workshop_folder(const ProgramInfo& info) {
    std::string folder = info.mutants_folder;
    for (int up = 0; up < 2; ++up)
        folder.erase(std::min(folder.rfind('/'), folder.size()));
    return folder;
}

std::vector<std::string> readable_output(const std::string& output, const ProgramInfo& info,
                                         std::size_t width) {
    const std::string file = std::string(info.lesson) + ".cu";
    const bool is_mutant = std::string(info.kind) == "mutant";
    const std::string root = workshop_folder(info);
    std::vector<Piece> pieces;
    std::map<std::string, std::size_t> reports;  // head line -> piece
    std::istringstream stream(output);
    std::string line;
    bool repeated = false;
    bool in_report = false;
    while (std::getline(stream, line)) {
        rename_file(line, file, is_mutant ? "starter/" + file : info.file);
        if (!root.empty()) replace_all(line, root + '/', "");
        const bool continues = in_report && line.compare(0, 2, "  ") == 0;
        if (!continues) {
            in_report = is_head_of_report(line);
            const auto seen = reports.find(line);
            repeated = in_report && seen != reports.end();
            if (repeated) {
                ++pieces[seen->second].repeats;
            } else {
                pieces.emplace_back();
                if (in_report) reports.emplace(line, pieces.size() - 1);
            }
        }
        if (!repeated) wrap(line, width, &pieces.back().lines);
    }
    std::vector<std::string> lines;
    for (const Piece& piece : pieces) {
        lines.insert(lines.end(), piece.lines.begin(), piece.lines.end());
        if (piece.repeats == 0) continue;
        lines.push_back("  (reported " + std::to_string(piece.repeats) +
                        (piece.repeats == 1 ? " more time)" : " more times)"));
    }
    return lines;
}

}  // namespace workshop::checks
