// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cstdlib>

namespace workshop::checks {

Options parse_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const auto starts_with = [&](const std::string& text) {
            return argument.compare(0, text.size(), text) == 0;
        };
        if (argument == "--help" || argument == "-h") {
            options.mode = Options::Mode::help;
        } else if (argument == "--list") {
            options.mode = Options::Mode::list;
        } else if (argument == "--plain") {
            options.plain = true;
        } else if (argument == "--in-process") {
            options.mode = Options::Mode::in_process;
        } else if (starts_with("--filter=")) {
            options.filter = argument.substr(9);
        } else if (starts_with("--worker=")) {
            options.mode = Options::Mode::worker;
            options.worker_descriptor = std::atoi(argument.c_str() + 9);
        } else if (starts_with("--gtest_filter=")) {
            // GoogleTest has read it.
        } else {
            options.mode = Options::Mode::bad;
            options.problem = "unknown option " + argument;
            return options;
        }
    }
    return options;
}

std::string help_text(const std::string& program, const std::string& number) {
    const std::string command = "  make check-lesson" + number;
    return "usage: " + program +
           " [--filter=PATTERN] [--plain] [--list] [--in-process]\n"
           "\n"
           "Mostly make builds and calls it:\n" +
           command + "             all checks of your file\n" + command +
           " CHECK=NAME  one of them, or a pattern with *\n" + command +
           " CHECK=list  the names of the checks\n" + command +
           " IMPL=solution\n"
           "\n"
           "  --filter=PATTERN  run only these checks, for example --filter='*.WidthOne'; several\n"
           "                    patterns are separated by ':', after '-' come those to leave out:\n"
           "                    '*-*.ManyRows'\n"
           "  --plain           one line a check: PASS, FAIL, SKIP or NOTRUN, and its name\n"
           "  --list            the names of the checks, in order\n"
           "  --in-process      no worker process and no time limit: for a debugger\n"
           "\n"
           "WORKSHOP_CHECK_SECONDS is the time limit of one check in seconds (default 60).\n"
           "NO_COLOR, when set, turns colours off.\n"
           "Exit code: 0 all checks passed, 1 some failed, 2 wrong command line, 3 cannot run.\n";
}

double seconds_per_check(std::string* problem) {
    constexpr double kDefault = 60.0;
    const char* text = std::getenv("WORKSHOP_CHECK_SECONDS");
    if (text == nullptr || *text == '\0') return kDefault;
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (*end == '\0' && seconds > 0.0 && seconds < 1e6) return seconds;
    *problem =
        std::string("WORKSHOP_CHECK_SECONDS is '") + text + "', which is no number of seconds";
    return kDefault;
}

}  // namespace workshop::checks
