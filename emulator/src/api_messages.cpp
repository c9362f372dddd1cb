// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "api_messages.hpp"

#include <emulator/unsupported_api.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <vector>

#include "diagnostics.hpp"
#include "errors.hpp"
#include "faults.hpp"
#include "program_code.hpp"
#include "symbolizer.hpp"

namespace workshop::emulator {
namespace {

/// Where the program called the function of the CPU device that runs. To look a line up takes
/// another process, so a call in a loop is looked up once.
SourceLine calling_line() {
    find_program_code();
    Fault here;
    capture_frames(here);
    std::vector<const void*> calls(here.frames, here.frames + here.frame_count);
    calls.erase(std::remove_if(calls.begin(), calls.end(),
                               [](const void* call) { return !is_program_code(call); }),
                calls.end());
    static std::mutex mutex;
    static std::map<std::vector<const void*>, SourceLine>& known =
        *new std::map<std::vector<const void*>, SourceLine>;
    const std::lock_guard lock(mutex);
    const auto [place, is_new] = known.try_emplace(calls);
    if (is_new) place->second = own_source_line(here);
    return place->second;
}

}  // namespace

cudaError_t refuse(cudaError_t error, const char* function, const std::string& what,
                   const std::string& cause, const std::string& next) {
    Diagnostic diagnostic;
    const SourceLine line = calling_line();
    diagnostic.file = line.file;
    diagnostic.line = line.line;
    diagnostic.what = std::string(function) + ": " + what;
    diagnostic.likely_cause = cause;
    diagnostic.next = next;
    report(diagnostic);
    return record_error(error);
}

cudaError_t unsupported(const char* function, const char* feature) {
    return refuse(cudaErrorNotSupported, function,
                  std::string(feature) + ": not supported by the CPU device", {},
                  "run this program on a GPU (BACKEND=cuda), or leave the feature out");
}

std::string calling_file() {
    return calling_line().file;
}

std::string address_text(const void* address) {
    char text[32];
    std::snprintf(text, sizeof text, "%p", address);
    return text;
}

}  // namespace workshop::emulator
