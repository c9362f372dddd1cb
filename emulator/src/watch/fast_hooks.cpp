// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The hooks that are called most. This file is compiled twice: into the library, and into a small
// static library that watched programs are linked with, because a call inside a program takes a
// third of the time of one into a shared library. They share `hot`, so it does not matter which
// of the two a program calls.
//
// Most reads add nothing to what is known. For them a hook is comparisons without a frame of its
// own.

#include "fast_hooks.hpp"

#include "../fiber_stacks.hpp"
#include "../profile/lane_log.hpp"
#include "first_look.hpp"
#include "good_state.hpp"
#include "race_record.hpp"

namespace watch = workshop::emulator::watch;
namespace profile = workshop::emulator::profile;
using namespace watch;

namespace {

template <unsigned Bytes, bool Write>
inline __attribute__((always_inline)) void look_closely(std::uintptr_t address, const void* pc) {
    if constexpr (Write) {
        if constexpr (Bytes == 4) workshop_check_write4(address, pc);
        if constexpr (Bytes == 8) workshop_check_write8(address, pc);
        if constexpr (Bytes == 16) workshop_check_write16(address, pc);
    } else {
        if constexpr (Bytes == 4) workshop_check_read4(address, pc);
        if constexpr (Bytes == 8) workshop_check_read8(address, pc);
        if constexpr (Bytes == 16) workshop_check_read16(address, pc);
    }
}

/// Whether an access is of the thread's own stack, or a read of the kernel's arguments: nothing is
/// checked there, and nothing is delivered.
template <bool Write>
inline __attribute__((always_inline)) bool is_own(std::uintptr_t address) {
    // What lies above the hook's frame is the thread's own.
#ifdef __x86_64__
    std::uintptr_t stack = 0;
    asm("mov %%rsp, %0" : "=r"(stack));  // without making a frame for it
#else
    const auto stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#endif
    if (address - stack < workshop::emulator::FiberStacks::stack_bytes) return true;
    return !Write && address - hot.arguments < hot.argument_bytes;
}

/// All checks of an aligned access of a region, among words that have records.
template <unsigned Bytes, bool Write>
__attribute__((noinline)) void check_words(Region& region, std::uintptr_t address, const void* pc) {
    const std::uintptr_t offset = address - region.begin;
    if (region.state != nullptr &&
        __builtin_expect(!(state_is_good<Bytes, Write>(region, offset)), 0)) {
        slow_access(region, offset, Bytes, Write ? AccessKind::write : AccessKind::read, pc);
        return;
    }
    race_words<Bytes, Write>(region, offset / 4, pc);
}

/// The same, after the event sink has got it.
template <unsigned Bytes, bool Write>
__attribute__((noinline)) void deliver_and_check(Region& region, std::uintptr_t address,
                                                 const void* pc) {
    deliver(region.space, address, Bytes, Write ? AccessKind::write : AccessKind::read, pc);
    check_words<Bytes, Write>(region, address, pc);
}

/// An event for a log.
inline profile::EventWord event(profile::EventKind kind, const void* pc, unsigned bytes,
                                profile::Space space) {
    return reinterpret_cast<std::uintptr_t>(pc) << profile::pc_shift |
           profile::make_event(kind, 0, profile::max_call_depth,
                               static_cast<unsigned>(__builtin_ctz(bytes)), space);
}

/// An access of a region that is new, or has to be delivered. Calls are at the very end, so that no
/// frame is needed.
template <unsigned Bytes, bool Write, Space Where>
inline __attribute__((always_inline)) void check_new(Region& region, std::uintptr_t address,
                                                     const void* pc) {
    constexpr bool logged = Where == Space::global || Where == Space::shared;
    static_assert(static_cast<unsigned>(Space::shared) ==
                  static_cast<unsigned>(profile::Space::shared));
    if (!on_kernel_thread()) return;
    if (__builtin_expect(hot.delivers, 0)) {
        if (__builtin_expect(!logged || !hot.log->has_room(), 0)) {
            deliver_and_check<Bytes, Write>(region, address, pc);
            return;
        }
        constexpr auto kind = Write ? profile::EventKind::write : profile::EventKind::read;
        hot.log->push_with_room(event(kind, pc, Bytes, static_cast<profile::Space>(Where)),
                                address);
        if (!Write && add_nothing<Bytes / 4>(region.reads + (address - region.begin) / 4)) return;
    }
    check_words<Bytes, Write>(region, address, pc);
}

}  // namespace

// Macros, because only the hook itself knows where it returns to. The text in the empty assembler
// statements keeps the compiler from sharing one return: a jump to it takes as long as ten
// instructions.
#define WORKSHOP_HOOK extern "C" __attribute__((visibility("default"), aligned(64))) void
#define WORKSHOP_CHECK_IN(bytes, writes, window, region, space)                                  \
    if (__builtin_expect(is_in<bytes>(window, place_in<bytes>(window, address)), 1)) {           \
        if (__builtin_expect(                                                                    \
                !writes && is_known_read<bytes>(window, place_in<bytes>(window, address)), 1)) { \
            asm volatile("# " #region);                                                          \
            return;                                                                              \
        }                                                                                        \
        check_new<bytes, writes, space>(region, address, __builtin_return_address(0));           \
        return;                                                                                  \
    }
#define WORKSHOP_FAST_HOOK(name, bytes, writes)                                                 \
    WORKSHOP_HOOK __tsan_##name##bytes(void* pointer) {                                         \
        const auto address = reinterpret_cast<std::uintptr_t>(pointer);                         \
        WORKSHOP_CHECK_IN(bytes, writes, hot.static_window, hot.static_shared, Space::shared)   \
        WORKSHOP_CHECK_IN(bytes, writes, hot.global_window, hot.global, Space::global)          \
        WORKSHOP_CHECK_IN(bytes, writes, hot.dynamic_window, hot.dynamic_shared, Space::shared) \
        WORKSHOP_CHECK_IN(bytes, writes, hot.symbol_window, hot.symbols, Space::symbol)         \
        if (is_own<writes>(address)) return;                                                    \
        look_closely<bytes, writes>(address, __builtin_return_address(0));                      \
    }

WORKSHOP_FAST_HOOK(read, 4, false)
WORKSHOP_FAST_HOOK(read, 8, false)
WORKSHOP_FAST_HOOK(read, 16, false)
WORKSHOP_FAST_HOOK(write, 4, true)
WORKSHOP_FAST_HOOK(write, 8, true)
WORKSHOP_FAST_HOOK(write, 16, true)

WORKSHOP_HOOK __sanitizer_cov_trace_pc() {
    if (__builtin_expect(!hot.delivers, 1)) return;
    const void* pc = __builtin_return_address(0);
    if (!on_kernel_thread()) return;
    if (__builtin_expect(!hot.log->has_room() || hot.log->is_full(), 0)) {
        workshop_deliver_basic_block(pc);
        return;
    }
    hot.log->push_with_room(profile::make_event(
        profile::EventKind::block, reinterpret_cast<std::uintptr_t>(pc), profile::max_call_depth));
}
