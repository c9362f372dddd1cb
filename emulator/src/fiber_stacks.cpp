// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "fiber_stacks.hpp"

#include <sys/mman.h>

namespace workshop::emulator {
namespace {

// Kernels are compiled so that they touch a large frame piece by piece, none larger than this.
constexpr std::size_t guard_bytes = 64 * 1024;
constexpr std::size_t stride = FiberStacks::stack_bytes + guard_bytes;
constexpr std::size_t stacks_per_chunk = 32;

// The system limits the mappings of a process to some 65 thousand, and each guard makes two of one.
// Stacks beyond these work unguarded, so that memory can still be had.
constexpr std::size_t most_guards = 16 * 1024;
static_assert(most_guards % stacks_per_chunk == 0);

// Stacks at equal distances would all use the same few sets of the cache, so tops are staggered.
constexpr std::size_t stagger_bytes = 192;
constexpr std::size_t stagger_steps = 20;

}  // namespace

FiberStack* FiberStacks::acquire() {
    if (free_.empty() && !grow()) return nullptr;
    FiberStack* stack = free_.back();
    free_.pop_back();
    return stack;
}

void FiberStacks::release_all() {
    free_.assign(all_.rbegin(), all_.rend());
}

bool FiberStacks::contains(const void* address) const {
    const char* byte = static_cast<const char*>(address);
    for (const char* chunk : chunks_) {
        if (byte >= chunk && byte < chunk + stacks_per_chunk * stride) return true;
    }
    return false;
}

bool FiberStacks::is_guard(const void* address) const {
    const char* byte = static_cast<const char*>(address);
    std::size_t stacks = 0;  // in the chunks before
    for (const char* chunk : chunks_) {
        if (byte >= chunk && byte < chunk + stacks_per_chunk * stride) {
            const auto offset = static_cast<std::size_t>(byte - chunk);
            return stacks < most_guards && offset % stride < guard_bytes;
        }
        stacks += stacks_per_chunk;
    }
    return false;
}

bool FiberStacks::grow() {
    void* memory = mmap(nullptr, stacks_per_chunk * stride, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return false;
    char* chunk = static_cast<char*>(memory);
    chunks_.push_back(chunk);
    for (std::size_t i = stacks_per_chunk; i-- > 0;) {
        char* guard = chunk + i * stride;
        if (all_.size() < most_guards) (void)mprotect(guard, guard_bytes, PROT_NONE);
        const std::size_t stagger = (all_.size() % stagger_steps) * stagger_bytes;
        all_.push_back(new FiberStack{guard + guard_bytes, guard + stride - stagger});
        free_.push_back(all_.back());
    }
    return true;
}

}  // namespace workshop::emulator
