// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "process_end.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "../arena.hpp"
#include "../device_heap.hpp"
#include "../diagnostics.hpp"
#include "findings.hpp"
#include "repeated_findings.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

constexpr std::size_t most_blocks_told = 5;

/// Of earlier calls of cudaDeviceReset().
std::size_t leaks_at_resets = 0;

/// @return how many blocks were not freed
std::size_t check_leaks() {
    const std::vector<Allocation> blocks = device_arena().live_blocks();
    if (blocks.empty()) return 0;
    std::size_t bytes = 0;
    std::size_t of_kernels = 0;
    Diagnostic diagnostic;
    for (const Allocation& block : blocks) {
        bytes += block.bytes;
        if (block.of_kernel) ++of_kernels;
        if (diagnostic.notes.size() == most_blocks_told) continue;
        const auto heap = heap_block(block);
        diagnostic.notes.push_back(
            "allocation " + std::to_string(block.number) + " of the program: " +
            (heap ? heap_text(*heap) : std::to_string(block.bytes) + " bytes"));
    }
    if (blocks.size() > most_blocks_told) {
        diagnostic.notes.push_back("and " + std::to_string(blocks.size() - most_blocks_told) +
                                   " more");
    }
    diagnostic.what = "leakcheck: Leaked " + std::to_string(bytes) + " bytes in " +
                      std::to_string(blocks.size()) + " allocation" +
                      (blocks.size() == 1 ? "" : "s");
    if (of_kernels == blocks.size()) {
        diagnostic.likely_cause = "memory of malloc or new in a kernel, which no kernel has freed";
        diagnostic.next = "free or delete it in a kernel: cudaFree() takes no such memory";
    } else {
        diagnostic.likely_cause = "a cudaFree is missing, or an early return skips it";
        diagnostic.next = "free what cudaMalloc gave, on every way out of the function";
    }
    report(diagnostic);
    return blocks.size();
}

void at_end() {
    tell_totals();
    const std::size_t leaks = leaks_at_resets + (checkers().leakcheck ? check_leaks() : 0);
    const unsigned long long errors = error_count() + leaks;
    const int code = exit_code_of_findings();
    if (errors == 0 || code == 0) return;
    std::fprintf(stderr, "error: the checkers found %llu %s\n", errors,
                 errors == 1 ? "error" : "errors");
    std::fflush(nullptr);
    ::_exit(code);
}

}  // namespace

void watch_process_end() {
    static const int registered = std::atexit(at_end);
    (void)registered;
}

void watch_device_reset() {
    if (checkers().leakcheck) leaks_at_resets += check_leaks();
}

}  // namespace workshop::emulator::watch
