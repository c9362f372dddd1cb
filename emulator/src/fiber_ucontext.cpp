// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "fiber.hpp"

#if !WORKSHOP_FIBERS_BOOST

#include <new>

namespace workshop::emulator {

FiberContext make_fiber(void* top, std::size_t bytes, FiberEntry entry) {
    // The description of the fiber lies at the end of its own stack.
    char* place = static_cast<char*>(top) - sizeof(ucontext_t) - 64;
    place -= reinterpret_cast<std::size_t>(place) % 64;
    auto* context = new (place) ucontext_t;
    getcontext(context);
    context->uc_stack.ss_sp = static_cast<char*>(top) - bytes;
    context->uc_stack.ss_size = static_cast<std::size_t>(place - (static_cast<char*>(top) - bytes));
    context->uc_link = nullptr;
    makecontext(context, entry, 0);
    return context;
}

}  // namespace workshop::emulator

#endif
