// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "fiber.hpp"

#if WORKSHOP_FIBERS_BOOST

namespace workshop::emulator {
namespace {

FiberEntry next_entry = nullptr;  // set right before the switch: everything runs on one OS thread

void start(boost::context::detail::transfer_t arrived) {
    *static_cast<FiberContext*>(arrived.data) = arrived.fctx;
    next_entry();
}

}  // namespace

FiberContext make_fiber(void* top, std::size_t bytes, FiberEntry entry) {
    next_entry = entry;
    return boost::context::detail::make_fcontext(top, bytes, start);
}

}  // namespace workshop::emulator

#endif
