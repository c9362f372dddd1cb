// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Times the functions of several files in one interleaved run: tools/compare-lesson.sh calls it.
// Usage: bench_compare NAME=LIBRARY... [options of a benchmark]
// Each library has the same functions under the same names, so each is loaded for itself. In the
// results a function is called function__NAME.
#include <dlfcn.h>

#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "submission.hpp"

namespace {

using workshop::bench::Submission;

const Submission* load(const std::string& library) {
    // RTLD_LOCAL: its names are not offered to the libraries that come after it.
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw std::runtime_error(dlerror());
    void* symbol = dlsym(handle, "workshop_submission");
    if (symbol == nullptr) throw std::runtime_error(library + " is no submission: " + dlerror());
    const auto get = reinterpret_cast<const Submission* (*)()>(symbol);
    return get();
}

/// Whether an argument is NAME=LIBRARY and no option.
bool is_submission(const char* argument) {
    return argument[0] != '-' && std::strchr(argument, '=') != nullptr;
}

}  // namespace

int main(int count, char** arguments) try {
    std::vector<workshop::bench::BenchCase> cases;
    std::vector<workshop::bench::Shape> usual;
    std::vector<std::string> absent;
    std::vector<char*> rest{arguments[0]};
    for (int i = 1; i < count; ++i) {
        if (!is_submission(arguments[i])) {
            rest.push_back(arguments[i]);
            continue;
        }
        const std::string argument = arguments[i];
        const std::size_t equals = argument.rfind('=');
        const Submission* const submission = load(argument.substr(equals + 1));
        const bool first = cases.empty();
        for (workshop::bench::BenchCase one : submission->cases) {
            // A library is the same beside each file; it runs once.
            if (one.is_peer && !first) continue;
            if (!one.is_peer) one.function.name += "__" + argument.substr(0, equals);
            cases.push_back(std::move(one));
        }
        if (first) {
            usual = submission->usual;
            absent = submission->absent;
        }
    }
    if (cases.empty()) {
        std::cerr << "usage: " << arguments[0] << " NAME=LIBRARY... [options of a benchmark]\n";
        return 2;
    }
    rest.push_back(nullptr);
    return workshop::bench::run_benchmarks(static_cast<int>(rest.size()) - 1, rest.data(), cases,
                                           usual, absent);
} catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 2;
}
