// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cerrno>
#include <cstdlib>

namespace workshop::checks {

namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 26;

/// A whole number from 1 to `most`, or a problem.
std::int64_t whole_number(const std::string& name, const std::string& text, std::int64_t most,
                          std::string& problem) {
    errno = 0;
    char* end = nullptr;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || errno != 0 || value < 1 || value > most) {
        problem = name + " is '" + text + "'; it has to be a whole number from 1 to " +
                  std::to_string(most);
        return 1;
    }
    return value;
}

}  // namespace

ProfileOptions parse_profile_options(int argc, char** argv) {
    ProfileOptions options;
    for (int i = 1; i < argc && options.problem.empty(); ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        const std::string value =
            equals == std::string::npos ? std::string() : argument.substr(equals + 1);
        if (name == "--help" || name == "-h") {
            options.help = true;
        } else if (argument == "--counts") {
            options.counts = true;
        } else if (name == "--rows") {
            options.rows =
                whole_number("the number of rows", value, kMostElements, options.problem);
        } else if (name == "--cols") {
            options.cols =
                whole_number("the number of columns", value, kMostElements, options.problem);
        } else if (name == "--threads") {
            options.threads = static_cast<int>(
                whole_number("the number of threads of a block", value, 1024, options.problem));
        } else if (name == "--folder") {
            options.folder = value;
        } else if (name == "--questions") {
            options.questions = value;
        } else if (name == "--predictions") {
            options.predictions = value;
        } else {
            options.problem = "unknown option " + argument;
        }
    }
    if (options.problem.empty() && options.questions.empty() != options.predictions.empty())
        options.problem = "--questions and --predictions belong together";
    if (options.problem.empty() && options.rows * options.cols > kMostElements) {
        options.problem = std::to_string(options.rows) + " x " + std::to_string(options.cols) +
                          " elements are too many to count; at most " +
                          std::to_string(kMostElements);
    }
    return options;
}

std::string profile_help(const std::string& program) {
    return "usage: " + program +
           " [--rows=N] [--cols=N] [--threads=N] [--folder=PATH]\n"
           "\n"
           "Calls every function of the lesson once, on a matrix of rows x cols, and prints how "
           "the\n"
           "kernels use memory, counted on the CPU device. (Defaults: 256 rows, 1024 columns, 256\n"
           "threads a block, where the function lets the caller choose.) With --folder the same "
           "goes\n"
           "into profile.txt, profile.json and profile.html there.\n"
           "Where a contract has other sizes, they are made of rows and columns, and printed.\n"
           "\n"
           "   or: " +
           program +
           " --questions=PATH --predictions=PATH\n"
           "\n"
           "Compares predictions with what is counted; `make predict-lessonN` calls it so.\n"
           "--counts writes a line for each function and quantity; `make compare-lessonN` uses "
           "it.\n"
           "\n"
           "Exit code: 0, 1 when a function failed or is not written yet, 2 for a wrong command "
           "line\n"
           "or a file of predictions that has to be changed first.\n";
}

}  // namespace workshop::checks
