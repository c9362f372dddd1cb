// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "block.hpp"

namespace workshop::emulator {

std::string site_text(const CallSite& site) {
    return std::string(site.file != nullptr ? site.file : "?") + ":" + std::to_string(site.line);
}

Block::Block(dim3 size) {
    const unsigned count = size.x * size.y * size.z;
    threads.resize(count);
    warps.resize((count + 31) / 32);
    unsigned number = 0;
    for (unsigned z = 0; z < size.z; ++z) {
        for (unsigned y = 0; y < size.y; ++y) {
            for (unsigned x = 0; x < size.x; ++x, ++number) {
                threads[number].index = uint3{x, y, z};
                threads[number].number = number;
            }
        }
    }
    unsigned capacity = 1;
    while (capacity < count)
        capacity *= 2;
    queue_.resize(capacity);
    queue_mask_ = capacity - 1;
}

void Block::reset(uint3 new_index, unsigned long long number) {
    index = new_index;
    make_order(order, number, count());
    alive = count();
    spins = 0;
    started_ = 0;
    head_ = tail_ = 0;
    for (Thread& thread : threads)
        thread.state = ThreadState::unstarted;
    for (unsigned w = 0; w < warps.size(); ++w) {
        const unsigned lanes = count() - w * 32;
        warps[w].live = lanes >= 32 ? 0xFFFFFFFFU : (1U << lanes) - 1;
        warps[w].meetings = 0;
        warps[w].ahead = 0;
    }
    barrier = BarrierState();
    later_copies.clear();
}

void Block::retire() {
    head_ = tail_ = 0;
    alive = 0;
    saved_shared.clear();
}

std::string thread_list(const std::vector<unsigned>& numbers, const char* noun) {
    constexpr int ranges_shown = 6;
    std::string text = std::string(noun) + (numbers.size() == 1 ? " " : "s ");
    int ranges = 0;
    for (std::size_t first = 0; first < numbers.size();) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (ranges == ranges_shown) {
            text += ", ...";
            break;
        }
        if (ranges++ > 0) text += ", ";
        text += std::to_string(numbers[first]);
        if (last > first) text += "-" + std::to_string(numbers[last]);
        first = last + 1;
    }
    return text;
}

}  // namespace workshop::emulator
