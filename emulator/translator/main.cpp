// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief translate_cu [options] IN.cu OUT.cpp: CUDA C++ to C++ for the CPU device.
///
/// Only what a host compiler cannot read is rewritten; `#line` keeps every message and every step
/// of a debugger in IN.cu. OUT.cpp is written only when the translation succeeds. Options:
///
/// --includes FOLDER    translate included files as well; copies of those with CUDA code go to
/// FOLDER -I FOLDER            where to look for included files, besides the including file's
/// folder
/// --relaxed-constexpr  take constexpr functions of the host in device code, as nvcc does with
/// --expt-relaxed-constexpr
/// --dependencies FILE  write the names of all files that were looked at, one a line
///
/// Exit codes: 0; 1 when the source cannot be translated (the message has the form of a
/// compiler's); 2 for a wrong call.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "device_code.hpp"
#include "host_functions.hpp"
#include "includes.hpp"

namespace {

bool read_file(const char* path, std::string& text) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    std::ostringstream content;
    content << file.rdbuf();
    text = content.str();
    // Some editors write a byte order mark. The compiler skips it only at the start of its input.
    if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
    return !file.bad();
}

bool write_file(const char* path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) std::remove(path);
    return static_cast<bool>(file);
}

struct Options {
    std::string input;
    std::string output;
    std::string includes;
    std::string dependencies;
    std::vector<std::string> folders;
};

bool read_options(int argc, char** argv, Options& options) {
    std::vector<std::string> files;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool takes_value = word == "--includes" || word == "--dependencies" || word == "-I";
        if (takes_value && i + 1 == argc) return false;
        if (word == "--includes") {
            options.includes = argv[++i];
        } else if (word == "--dependencies") {
            options.dependencies = argv[++i];
        } else if (word == "--relaxed-constexpr") {
            workshop::translator::allow_host_functions();
        } else if (word == "-I") {
            options.folders.emplace_back(argv[++i]);
        } else {
            files.push_back(word);
        }
    }
    if (files.size() != 2) return false;
    options.input = files[0];
    options.output = files[1];
    return true;
}

/// @return whether all files could be written
bool translate(const Options& options, const std::string& text) {
    using namespace workshop::translator;
    Source source(options.input, text);
    SharedWords words;
    std::string names = options.input + "\n";
    if (options.includes.empty()) {
        check_includes(source);
    } else {
        Includes includes(options.folders, options.includes);
        includes.translate(source);
        words = includes.words();
        for (const std::string& file : includes.files())
            names += file + "\n";
    }
    translate_code(source, words);
    for (const auto& [path, content] :
         {std::pair(options.output, source.translated()), std::pair(options.dependencies, names)}) {
        if (path.empty() || write_file(path.c_str(), content)) continue;
        std::cerr << path << ": error: cannot be written\n";
        return false;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!read_options(argc, argv, options)) {
        std::cerr << "usage: translate_cu [--includes FOLDER] [-I FOLDER]... [--dependencies FILE] "
                     "[--relaxed-constexpr] "
                     "IN.cu OUT.cpp\n";
        return 2;
    }
    std::string text;
    if (!read_file(options.input.c_str(), text)) {
        std::cerr << options.input << ": error: cannot be read\n";
        return 2;
    }
    try {
        return translate(options, text) ? 0 : 2;
    } catch (const workshop::translator::SourceError& error) {
        std::cerr << (error.path.empty() ? options.input : error.path) << ":" << error.line << ":"
                  << error.column << ": error: " << error.what() << "\n";
        return 1;
    }
}
