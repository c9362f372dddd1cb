// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../exit_at_once.hpp"

namespace workshop::emulator::watch {
namespace {

[[noreturn]] void refuse_setting(const char* name, const char* text, const char* valid) {
    std::fprintf(stderr, "error: %s is '%s'. Valid values: %s.\n", name, text, valid);
    exit_at_once();
}

const char* setting(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr || *text == '\0' ? nullptr : text;
}

unsigned long long number_setting(const char* name, unsigned long long least,
                                  unsigned long long most, unsigned long long otherwise) {
    const char* text = setting(name);
    if (text == nullptr) return otherwise;
    char* end = nullptr;
    const unsigned long long number = std::strtoull(text, &end, 10);
    if (*end != '\0' || *text == '-' || number < least || number > most) {
        const std::string valid =
            "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
        refuse_setting(name, text, valid.c_str());
    }
    return number;
}

Checkers read_checkers() {
    const char* text = setting("WORKSHOP_WATCH");
    if (text == nullptr) return {};
    const std::string list = text;
    if (list == "off") return {false, false, false, false};
    if (list == "all") return {true, true, true, true};
    Checkers result{false, false, false, false};
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t comma = std::min(list.find(',', begin), list.size());
        const std::string name = list.substr(begin, comma - begin);
        begin = comma + 1;
        if (name == "memcheck") {
            result.memcheck = true;
        } else if (name == "initcheck") {
            result.initcheck = true;
        } else if (name == "racecheck") {
            result.racecheck = true;
        } else if (name == "leakcheck") {
            result.leakcheck = true;
        } else {
            refuse_setting("WORKSHOP_WATCH", text,
                           "off, all, or a list of memcheck, initcheck, racecheck, leakcheck");
        }
    }
    return result;
}

}  // namespace

const Checkers& checkers() {
    static const Checkers all = read_checkers();
    return all;
}

std::size_t raced_bytes() {
    constexpr std::size_t mebibyte = 1U << 20;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    const std::size_t memory =
        pages <= 0 || page <= 0 ? std::size_t{1} << 32
                                : static_cast<std::size_t>(pages) * static_cast<std::size_t>(page);
    static const std::size_t bytes =
        number_setting("WORKSHOP_WATCH_MEMORY_MB", 0, 1U << 20, memory / 64 / mebibyte) * mebibyte;
    return bytes;
}

int exit_code_of_findings() {
    static const int code = static_cast<int>(number_setting("WORKSHOP_WATCH_EXIT_CODE", 0, 255, 0));
    return code;
}

}  // namespace workshop::emulator::watch
