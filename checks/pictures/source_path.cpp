// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "source_path.hpp"

#include <fstream>

namespace workshop::pictures {
namespace {

/// The source that the first line of a translated file names; empty when it names none.
std::string source_of_translated(const std::string& file) {
    const std::string begin = "#line 1 \"";
    std::ifstream in(file);
    std::string first;
    std::getline(in, first);
    if (first.compare(0, begin.size(), begin) != 0 || first.back() != '"') return "";
    return first.substr(begin.size(), first.size() - begin.size() - 1);
}

/// What follows the name of the last folder that is called `folder`, with that name; else empty.
std::string end_from(const std::string& file, const std::string& folder) {
    const std::size_t at = file.rfind(folder);
    return at == std::string::npos ? "" : file.substr(at);
}

}  // namespace

std::string readable_path(const std::string& file, const std::string& source_folder,
                          const std::string& build_folder) {
    const std::string in_solutions = end_from(file, "/solutions/");
    const std::string in_checks = end_from(file, "/checks/");
    if (file.find(".translated/") != std::string::npos) {
        const std::string here = build_folder + (in_checks.empty() ? in_solutions : in_checks);
        const std::string source = source_of_translated(here);
        return source.empty() ? file : source;
    }
    if (!in_solutions.empty()) return source_folder + in_solutions;
    if (!in_checks.empty()) return build_folder + in_checks;
    return file;
}

}  // namespace workshop::pictures
