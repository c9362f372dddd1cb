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

#include "first_look.hpp"
#include "good_state.hpp"
#include "race_record.hpp"

using namespace workshop::emulator::watch;

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

/// An access that is new.
/// @param[in] region where it is, aligned and among words that have records; null: elsewhere
template <unsigned Bytes, bool Write>
__attribute__((noinline)) void check_new(Region* region, std::uintptr_t address, const void* pc) {
    if (!on_kernel_thread()) return;
    if (region == nullptr) {
        look_closely<Bytes, Write>(address, pc);
        return;
    }
    const std::uintptr_t offset = address - region->begin;
    if (region->state != nullptr &&
        __builtin_expect(!(state_is_good<Bytes, Write>(*region, offset)), 0)) {
        look_closely<Bytes, Write>(address, pc);
        return;
    }
    race_words<Bytes, Write>(*region, offset / 4, pc);
}

/// The region of an access; null when it is known, or `elsewhere` is set.
template <unsigned Bytes, bool Write>
inline __attribute__((always_inline)) bool find(const Window& window, std::uintptr_t address,
                                                bool& known) {
    const std::size_t place = place_in<Bytes>(window, address);
    if (!is_in<Bytes>(window, place)) return false;
    known = !Write && is_known_read<Bytes>(window, place);
    return true;
}

}  // namespace

// A macro, because only the hook itself knows where it returns to; and it shall look that up only
// when it needs it.
#define WORKSHOP_HOOK extern "C" __attribute__((visibility("default"), aligned(64))) void
#define WORKSHOP_FAST_HOOK(name, bytes, writes)                                            \
    WORKSHOP_HOOK __tsan_##name##bytes(void* pointer) {                                    \
        const auto address = reinterpret_cast<std::uintptr_t>(pointer);                    \
        Region* region = nullptr;                                                          \
        bool known = false;                                                                \
        if (__builtin_expect(find<bytes, writes>(hot.static_window, address, known), 1)) { \
            if (__builtin_expect(known, 1)) {                                              \
                asm volatile("");                                                          \
                return;                                                                    \
            }                                                                              \
            region = &hot.static_shared;                                                   \
        } else if (find<bytes, writes>(hot.global_window, address, known)) {               \
            if (__builtin_expect(known, 1)) {                                              \
                asm volatile(" ");                                                         \
                return;                                                                    \
            }                                                                              \
            region = &hot.global;                                                          \
        } else if (find<bytes, writes>(hot.dynamic_window, address, known)) {              \
            if (known) return;                                                             \
            region = &hot.dynamic_shared;                                                  \
        } else if (find<bytes, writes>(hot.symbol_window, address, known)) {               \
            if (known) return;                                                             \
            region = &hot.symbols;                                                         \
        }                                                                                  \
        check_new<bytes, writes>(region, address, __builtin_return_address(0));            \
    }

WORKSHOP_FAST_HOOK(read, 4, false)
WORKSHOP_FAST_HOOK(read, 8, false)
WORKSHOP_FAST_HOOK(read, 16, false)
WORKSHOP_FAST_HOOK(write, 4, true)
WORKSHOP_FAST_HOOK(write, 8, true)
WORKSHOP_FAST_HOOK(write, 16, true)

WORKSHOP_HOOK __sanitizer_cov_trace_pc() {
    if (__builtin_expect(hot.delivers, 0)) workshop_count_basic_block(__builtin_return_address(0));
}
