// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What cooperative groups ask about the launch that runs.

#include <emulator/groups_common.h>

#include <cstdlib>

#include "scheduler.hpp"

namespace workshop::emulator {

bool launched_cooperatively() {
    return in_kernel() && execution.configuration->cooperative;
}

void refuse_large_tile(unsigned size) {
    Diagnostic diagnostic;
    diagnostic.what = "cooperative groups: a tile of " + std::to_string(size) +
                      " threads: tiles of more than 32 threads are not supported by the CPU device";
    if (Thread* self = current_thread()) diagnostic.where = thread_text(*self);
    diagnostic.next = "use tiles of 32 threads, and shared memory between them";
    if (in_kernel()) abandon(cudaErrorLaunchFailure, diagnostic);
    report(diagnostic);
    std::abort();
}

}  // namespace workshop::emulator
