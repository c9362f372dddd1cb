// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a thread or a block has learned by strong accesses: of each address, the first so
///        many releases (releases.hpp).

#include <cstdint>
#include <vector>

namespace workshop::emulator::watch {

/// @brief The first so many releases of an address are known.
struct Known {
    unsigned address_number;
    unsigned releases;
};

struct Knowledge {
    std::vector<Known> of_addresses;
    bool everything = false;  ///< more than is remembered: whatever was handed on counts as known

    bool empty() const { return of_addresses.empty() && !everything; }
    void clear() {
        of_addresses.clear();
        everything = false;
    }
};

/// @brief Adds to what is known. What is too much is told once a launch.
void learn(Knowledge& knowledge, Known news);
void learn(Knowledge& knowledge, const Knowledge& news);
void learn_everything(Knowledge& knowledge);

/// @brief A launch begins: it may warn once.
void allow_warning_of_knowledge();

}  // namespace workshop::emulator::watch
