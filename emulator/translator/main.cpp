// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief translate_cu IN.cu OUT.cpp: CUDA C++ to C++ for the CPU device.
///
/// Only what a host compiler cannot read is rewritten; `#line` keeps every message and every step
/// of a debugger in IN.cu. OUT.cpp is written only when the translation succeeds. Exit codes: 0; 1
/// when the source cannot be translated (the message has the form of a compiler's); 2 for a wrong
/// call.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "device_code.hpp"
#include "launches.hpp"

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

}  // namespace

int main(int argc, char** argv) {
    using namespace workshop::translator;
    if (argc != 3) {
        std::cerr << "usage: translate_cu IN.cu OUT.cpp\n";
        return 2;
    }
    std::string text;
    if (!read_file(argv[1], text)) {
        std::cerr << argv[1] << ": error: cannot be read\n";
        return 2;
    }
    try {
        Source source(argv[1], text);
        check_includes(source);
        translate_launches(source);
        translate_shared_memory(source);
        translate_device_words(source);
        if (!write_file(argv[2], source.translated())) {
            std::cerr << argv[2] << ": error: cannot be written\n";
            return 2;
        }
    } catch (const SourceError& error) {
        std::cerr << argv[1] << ":" << error.line << ":" << error.column
                  << ": error: " << error.what() << "\n";
        return 1;
    }
    return 0;
}
