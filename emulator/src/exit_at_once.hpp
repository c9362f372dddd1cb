// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

namespace workshop::emulator {

/// Ends the program because of a setting that cannot be used, after its message has been printed.
/// Not by exit(): settings are read while something is made for the first time, and what runs at
/// exit may ask for the same thing, which is not made yet.
[[noreturn]] inline void exit_at_once() {
    std::fflush(nullptr);
    std::_Exit(2);
}

}  // namespace workshop::emulator
