// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which checkers run, from the environment.

#include <cstddef>

namespace workshop::emulator::watch {

/// @brief WORKSHOP_WATCH: a list such as "memcheck,racecheck"; "all" (with leakcheck); "off". When
///        it is not set: all but leakcheck.
struct Checkers {
    bool memcheck = true;
    bool initcheck = true;
    bool racecheck = true;
    bool leakcheck = false;  ///< at the end of the process: device memory that was not freed
    bool any() const { return memcheck || initcheck || racecheck || leakcheck; }
};

/// @brief Read once. A value that is not valid ends the process with exit code 2 and a message.
const Checkers& checkers();

/// @brief Bytes of device memory that racecheck looks at, from its beginning:
///        WORKSHOP_WATCH_MEMORY_MB in MiB, a 64th of the machine's memory when it is not set.
std::size_t raced_bytes();

/// @brief The exit code of a process in which something was found, whatever it returns itself:
///        WORKSHOP_WATCH_EXIT_CODE; 0, which is the value when it is not set, leaves it alone.
int exit_code_of_findings();

}  // namespace workshop::emulator::watch
