// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "symbolizer.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "diagnostics.hpp"
#include "program_code.hpp"
#include "symbols.hpp"

namespace workshop::emulator {
namespace {

/// The program file that holds an address, and the address in it as the file knows it.
bool find_object(const void* address, std::string& path, std::uintptr_t& offset) {
    Dl_info info{};
    link_map* object = nullptr;
    if (dladdr1(address, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0 ||
        object == nullptr) {
        return false;
    }
    offset = reinterpret_cast<std::uintptr_t>(address) - object->l_addr;
    // The main program has no name there, and its first argument need not be a path. Nor need its
    // file be where it was: it may have been built anew while it runs. This name finds it all the
    // same.
    path = object->l_name;
    if (path.empty()) path = "/proc/" + std::to_string(getpid()) + "/exe";
    return true;
}

// The hooks of watched programs are linked into the program, and a kernel is often in one of them,
// or in what they call, when its time is up.
bool is_own_source(const std::string& file) {
    return file.find("/emulator/src/") == std::string::npos && file.compare(0, 2, "??") != 0 &&
           file.compare(0, 5, "/usr/") != 0 && file.find("/emulator/include/") == std::string::npos;
}

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'') result += "'\\'";
        result += c;
    }
    return result + "'";
}

/// The source that a translated file was made from; its name is in the file's first line. Some
/// versions of addr2line name the translated file, with line numbers of the source.
std::string original_source(const std::string& file) {
    std::ifstream translated(file);
    std::string first;
    std::getline(translated, first);
    const std::string begin = "#line 1 \"";
    if (first.compare(0, begin.size(), begin) != 0 || first.back() != '"') return file;
    return first.substr(begin.size(), first.size() - begin.size() - 1);
}

/// Reads pairs of lines, function and file:line, until one is the person's own.
SourceLine first_own_line(FILE* answers) {
    std::array<char, 8192> function{};
    std::array<char, 8192> place{};
    while (std::fgets(function.data(), function.size(), answers) != nullptr &&
           std::fgets(place.data(), place.size(), answers) != nullptr) {
        std::string file = place.data();
        const std::size_t colon = file.rfind(':');
        if (colon == std::string::npos) continue;
        const int line = std::atoi(file.c_str() + colon + 1);
        file.erase(colon);
        if (line == 0 || !is_own_source(file)) continue;
        function[std::strcspn(function.data(), "\n")] = '\0';
        return {function.data(), shown_path(original_source(file)), line};
    }
    return {};
}

SourceLine ask_addr2line(const std::string& path, const std::vector<std::uintptr_t>& offsets) {
    std::string command = "addr2line -f -C -i -e " + quoted(path);
    char text[32];
    for (const std::uintptr_t offset : offsets) {
        std::snprintf(text, sizeof text, " 0x%llx", static_cast<unsigned long long>(offset));
        command += text;
    }
    FILE* answers = popen((command + " 2>/dev/null").c_str(), "r");
    if (answers == nullptr) return {};
    SourceLine line = first_own_line(answers);
    // What is left unread would end addr2line with a signal; nobody minds.
    pclose(answers);
    return line;
}

}  // namespace

SourceLine own_source_line(const Fault& fault) {
    std::string path;
    std::vector<std::uintptr_t> offsets;
    const void* first = nullptr;
    for (int i = 0; i < fault.frame_count; ++i) {
        if (!is_program_code(fault.frames[i])) continue;
        std::string object;
        std::uintptr_t offset = 0;
        if (!find_object(fault.frames[i], object, offset)) continue;
        if (first == nullptr) {
            first = fault.frames[i];
            path = object;
        }
        if (object == path) offsets.push_back(offset);
    }
    if (first == nullptr) return {};
    SourceLine line = ask_addr2line(path, offsets);
    if (line.file.empty()) line.function = function_name(first);
    return line;
}

}  // namespace workshop::emulator
