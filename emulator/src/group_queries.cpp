// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What cooperative groups ask about the launch that runs.

#include <emulator/groups_common.h>

#include "scheduler.hpp"

namespace workshop::emulator {

bool launched_cooperatively() {
    return in_kernel() && execution.configuration->cooperative;
}

}  // namespace workshop::emulator
