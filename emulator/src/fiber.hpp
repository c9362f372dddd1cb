// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Fibers: stacks that one OS thread switches between. On Boost.Context a switch takes tens
///        of nanoseconds; on ucontext, the fallback, hundreds (it asks the kernel for the signal
///        mask).

#include <cstddef>

#if WORKSHOP_FIBERS_BOOST
#include <boost/context/detail/fcontext.hpp>
#else
#include <ucontext.h>
#endif

namespace workshop::emulator {

/// @brief Where a fiber that sleeps goes on. Valid until it is switched to.
using FiberContext = void*;

/// @brief What a fiber runs. Must not return.
using FiberEntry = void (*)();

/// @brief Prepares a fiber.
/// @param[in] top   end of its stack
/// @param[in] bytes size of its stack
/// @param[in] entry what it runs when it is first switched to
FiberContext make_fiber(void* top, std::size_t bytes, FiberEntry entry);

/// @brief Puts the calling fiber to sleep and goes on with another.
/// @param[out] from where the caller goes on later
/// @param[in]  to   the other fiber
inline void switch_fiber(FiberContext* from, FiberContext to) {
#if WORKSHOP_FIBERS_BOOST
    const auto arrived = boost::context::detail::jump_fcontext(to, from);
    *static_cast<FiberContext*>(arrived.data) = arrived.fctx;
#else
    ucontext_t here;  // on the stack of the fiber that sleeps
    *from = &here;
    swapcontext(&here, static_cast<ucontext_t*>(to));
#endif
}

}  // namespace workshop::emulator
