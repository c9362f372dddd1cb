// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Through which calls a thread has come to where it is. A barrier in a helper is another
///        barrier for each call of the helper: in CUDA the condition of each call has to be the
///        same for the whole block.

#include <string>
#include <vector>

namespace workshop::emulator {

/// @brief Return addresses, innermost first. Empty when the code keeps no chain of frames, which
///        only watched kernels do (WORKSHOP_EMULATOR_WATCH_FLAGS).
struct CallPath {
    static constexpr unsigned most = 16;
    const void* calls[most] = {};
    unsigned count = 0;
};

/// @brief The calls from a function of the CPU device up to the kernel.
/// @param[in] frame the frame of that function (__builtin_frame_address(0)), called by the program
/// @param[in] end   an address in the stack above all frames of the kernel
CallPath call_path(const void* frame, const void* end);

/// @brief Whether the calls that lead to a frame are those of a path. Quicker than to make a path
///        of them: what is in a path is known to be code of the program.
/// @param[in] frame as of call_path()
/// @param[in] path  an empty one is not known, and counts as the same
bool has_call_path(const void* frame, const void* end, const CallPath& path);

/// @brief Where two different paths part, a line for each fact.
/// @param[in] here   of the thread that reports
/// @param[in] others of the threads that wait
std::vector<std::string> path_notes(const CallPath& here, const CallPath& others);

}  // namespace workshop::emulator
