// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "includes.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "device_code.hpp"
#include "host_functions.hpp"
#include "launches.hpp"
#include "refused_code.hpp"

namespace workshop::translator {
namespace {

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

bool is_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

/// One name for a file, however it was found.
std::string canonical(const std::string& path) {
    std::error_code error;
    const std::filesystem::path result = std::filesystem::canonical(path, error);
    return error ? path : result.string();
}

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A line `#include`, and the tokens that name the file.
struct IncludeLine {
    std::string name;
    bool quoted;
    std::size_t begin;
    std::size_t end;
};

std::vector<IncludeLine> include_lines(const Source& source) {
    std::vector<IncludeLine> result;
    for (int i = 0; i + 2 < source.size(); ++i) {
        const Token& token = source.tokens()[static_cast<std::size_t>(i + 2)];
        if (token.directive == 0 || !source.is(i, "#", i + 2) ||
            !source.is(i + 1, "include", i + 2)) {
            continue;
        }
        if (token.kind == TokenKind::string && token.text.size() > 2) {
            const std::string name(token.text.substr(1, token.text.size() - 2));
            result.push_back({name, true, token.begin, token.end()});
        } else if (token.is("<")) {
            int last = i + 3;
            while (last < source.size() && !source.is(last, ">", i + 2))
                ++last;
            if (last == source.size() || last == i + 3) continue;
            const std::string name(source.slice(i + 3, last - 1));
            const Token& close = source.tokens()[static_cast<std::size_t>(last)];
            result.push_back({name, false, token.begin, close.end()});
        }
    }
    return result;
}

}  // namespace

void translate_code(Source& source, SharedWords& words) {
    refuse_host_functions(source);
    refuse_what_nvcc_refuses(source);
    translate_launches(source);
    translate_shared_memory(source, words);
    translate_device_words(source);
}

Includes::Includes(std::vector<std::string> folders, std::string output)
    : folders_(std::move(folders)), output_(std::move(output)) {}

std::string Includes::find(const std::string& folder, const std::string& name, bool quoted) const {
    if (name[0] == '/') return is_file(name) ? name : std::string();
    if (quoted && is_file(folder + name)) return folder + name;
    for (const std::string& each : folders_) {
        if (is_file(each + "/" + name)) return each + "/" + name;
    }
    return {};
}

std::vector<std::string> Includes::files() const {
    std::vector<std::string> result;
    for (const auto& entry : copies_)
        result.push_back(entry.first);
    return result;
}

void Includes::translate(Source& source) {
    const std::string folder = folder_of(source.path());
    std::vector<std::pair<IncludeLine, std::string>> beside;
    for (const IncludeLine& line : include_lines(source)) {
        const std::string found = find(folder, line.name, line.quoted);
        if (found.empty()) continue;  // of the system, or missing: the compiler will say
        const std::string path = canonical(found);
        const std::string copy = translated_copy(path);
        if (!copy.empty()) {
            source.replace(line.begin, line.end, "\"" + copy + "\"");
        } else if (line.quoted) {
            beside.emplace_back(line, path);
        }
    }
    // The copy of a file is in another folder than the file.
    for (const auto& [line, path] : beside)
        source.replace_when_translated(line.begin, line.end, "\"" + path + "\"");
}

std::string Includes::translated_copy(const std::string& path) {
    const auto [place, is_new] = copies_.emplace(path, Copy());
    Copy& copy = place->second;
    if (!is_new) {
        if (!copy.finished) copy.wanted = true;  // a circle of includes has come back to it
        return copy.wanted ? copy.path : std::string();
    }
    const std::string name = path.substr(path.rfind('/') + 1);
    copy.path = output_ + "/" + std::to_string(copies_.size()) + "_" + name;
    const std::string text = content_of(path);
    try {
        Source source(path, text);
        translate(source);
        translate_code(source, words_);
        if (copy.wanted) source.replace(0, 0, "");
        copy.wanted = source.is_changed();
        copy.finished = true;
        if (!copy.wanted) return {};
        std::ofstream file(copy.path, std::ios::binary);
        file << source.translated();
        file.close();
        if (!file) throw SourceError(1, 1, copy.path + " cannot be written");
        return copy.path;
    } catch (SourceError& error) {
        if (error.path.empty()) error.path = path;
        throw;
    }
}

}  // namespace workshop::translator
