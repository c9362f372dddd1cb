// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "api_messages.hpp"

#include <emulator/unsupported_api.h>

#include <cstdio>

#include "diagnostics.hpp"
#include "errors.hpp"

namespace workshop::emulator {

cudaError_t refuse(cudaError_t error, const char* function, const std::string& what,
                   const std::string& cause, const std::string& next) {
    Diagnostic diagnostic;
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

std::string address_text(const void* address) {
    char text[32];
    std::snprintf(text, sizeof text, "%p", address);
    return text;
}

}  // namespace workshop::emulator
