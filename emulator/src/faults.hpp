// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Signals while a kernel runs: crashes, and the time limit.

#include <csignal>

namespace workshop::emulator {

/// @brief What a signal handler saw.
struct Fault {
    static constexpr int most_frames = 64;

    int signal = 0;  ///< 0: none
    int code = 0;    ///< si_code
    const void* address = nullptr;
    bool stack_overflow = false;
    bool misaligned = false;  ///< the instruction needs an alignment that the address has not
    void* frames[most_frames] = {};  ///< addresses of calls, innermost first
    int frame_count = 0;
};

/// @brief Stores the calls that led here. Usable in a signal handler.
void capture_frames(Fault& fault);

/// @brief While one lives, crashes of the calling OS thread and the time limit end the launch that
///        runs on it. Signals that have nothing to do with the kernel go to the previous handlers.
class FaultScope {
  public:
    FaultScope();
    ~FaultScope();
    FaultScope(const FaultScope&) = delete;
    FaultScope& operator=(const FaultScope&) = delete;
};

/// @brief Processor seconds that one launch may take: WORKSHOP_KERNEL_SECONDS, 10 when it is not
///        set, no limit when it is 0.
double kernel_seconds();

}  // namespace workshop::emulator
