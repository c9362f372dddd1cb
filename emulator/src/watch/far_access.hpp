// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief An access far outside of everything that a kernel may use: which array was meant, if any.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace workshop::emulator::watch {

/// @brief The words of a line that can be names.
std::set<std::string> names_in(const std::string& line);

/// @brief Whether anything is at an address.
bool is_mapped(std::uintptr_t address);

/// @brief Whether the memory at an address may neither be read nor written, or is what the checkers
///        remember: no pointer of the program leads there.
bool nobody_may_use(std::uintptr_t address);

/// @brief An int that counts floats leads as far as that.
constexpr std::uintptr_t farthest_index = std::uintptr_t{8} << 30;

/// @brief The pointer nearest to an address among the arguments of the launch.
std::optional<std::uintptr_t> nearest_argument(std::uintptr_t address);

/// @brief Whether an address that is not the device's can be an index too large or too small of a
///        shared array or of a variable of the program: none of the pointers that the launch got is
///        nearer, and it is no farther than an int can lead.
bool can_be_far_index(std::uintptr_t address);

/// @brief What is known of such an access.
struct FarAccess {
    bool meant = false;           ///< the line names the array: it was meant
    bool shared = false;          ///< the array is shared memory
    bool heap = false;            ///< the address is of the host's heap or stack
    std::uintptr_t index = 0;     ///< behind the beginning of that array, in accesses of its size
    std::uintptr_t distance = 0;  ///< to the nearest byte of the array, if there is one
    std::vector<std::string> notes;
};

/// @brief Looks for the array.
/// @param[in] line    the text of the line that made the access
/// @param[in] bytes   of the access
/// @param[in] too_far how much farther than meant the address is, where that is known
FarAccess explain_far_access(std::uintptr_t address, std::size_t bytes, const std::string& line,
                             std::uintptr_t too_far = 0);

}  // namespace workshop::emulator::watch
