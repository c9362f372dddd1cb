// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief What a kernel may call that has to behave as on a GPU: assert, traps, clocks, fences.

#include <cuda_runtime.h>

#include <chrono>
#include <cstdlib>

#include "diagnostics.hpp"
#include "next_definition.hpp"
#include "scheduler.hpp"
#include "watch/lifecycle.hpp"

namespace {

using workshop::emulator::abandon;
using workshop::emulator::Diagnostic;
using workshop::emulator::in_kernel;
using workshop::emulator::next_definition;

// A loop around a fence most likely waits for another thread.
constexpr unsigned fence_weight = 64;

}  // namespace

extern "C" {

// assert() expands to a call of this.
__attribute__((visibility("default"))) void __assert_fail(const char* assertion, const char* file,
                                                          unsigned line,
                                                          const char* function) noexcept(true) {
    if (!in_kernel()) {
        next_definition<void(const char*, const char*, unsigned, const char*)>("__assert_fail")(
            assertion, file, line, function);
        __builtin_unreachable();
    }
    Diagnostic diagnostic;
    diagnostic.file = file;
    diagnostic.line = static_cast<int>(line);
    diagnostic.what = std::string("assertion failed: ") + assertion;
    abandon(cudaErrorAssert, diagnostic);
}

}  // extern "C"

void __trap(const char* file, int line) {
    Diagnostic diagnostic;
    diagnostic.file = file;
    diagnostic.line = line;
    diagnostic.what = "the kernel stopped itself with __trap()";
    if (!in_kernel()) {
        report(diagnostic);
        std::abort();
    }
    abandon(cudaErrorLaunchFailure, diagnostic);
}

void __brkpt() {}

long long clock64() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void __threadfence_block() {
    workshop::emulator::watch::fence(false);
    workshop::emulator::yield_in_spin(fence_weight);
}
void __threadfence() {
    workshop::emulator::watch::fence(true);
    workshop::emulator::yield_in_spin(fence_weight);
}
void __threadfence_system() {
    workshop::emulator::watch::fence(true);
    workshop::emulator::yield_in_spin(fence_weight);
}
void __nanosleep(unsigned int) {
    if (in_kernel()) workshop::emulator::yield_thread();
}
