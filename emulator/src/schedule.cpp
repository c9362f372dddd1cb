// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <emulator/watch.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>

#include "exit_at_once.hpp"

namespace workshop::emulator {
namespace {

enum class Kind { forward, reverse, random };

struct Schedule {
    Kind kind = Kind::forward;
    unsigned long long seed = 0;
    std::string text = "forward";
};

struct Choice {
    BlocksThatRun which = BlocksThatRun::all;
    unsigned long long count = 0;
};
Choice choice;

bool parse(const std::string& text, Schedule& schedule) {
    const std::string random = "random:";
    if (text == "forward") {
        schedule = {Kind::forward, 0, text};
    } else if (text == "reverse") {
        schedule = {Kind::reverse, 0, text};
    } else if (text.compare(0, random.size(), random) == 0) {
        const std::string digits = text.substr(random.size());
        const bool valid = !digits.empty() && digits.size() <= 18 &&
                           digits.find_first_not_of("0123456789") == std::string::npos;
        if (!valid) return false;
        schedule = {Kind::random, std::strtoull(digits.c_str(), nullptr, 10), text};
    } else {
        return false;
    }
    return true;
}

Schedule read_schedule() {
    Schedule schedule;
    const char* text = std::getenv("WORKSHOP_SCHEDULE");
    if (text == nullptr || *text == '\0' || parse(text, schedule)) return schedule;
    std::fprintf(stderr,
                 "error: WORKSHOP_SCHEDULE is '%s'. Valid values: forward, reverse, random:SEED "
                 "with a whole number.\n",
                 text);
    exit_at_once();
}

Schedule& current() {
    static Schedule schedule = read_schedule();
    return schedule;
}

std::uint64_t mix(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ value >> 27) * 0x94D049BB133111EBULL;
    return value ^ value >> 31;
}

/// A permutation of the numbers of 2 * half_bits bits, in four Feistel rounds.
std::uint64_t permute(std::uint64_t value, unsigned half_bits, std::uint64_t seed) {
    const std::uint64_t mask = (1ULL << half_bits) - 1;
    std::uint64_t left = value >> half_bits;
    std::uint64_t right = value & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
        const std::uint64_t next = left ^ (mix(right + mix(seed + round)) & mask);
        left = right;
        right = next;
    }
    return left << half_bits | right;
}

}  // namespace

bool set_schedule(const std::string& text) {
    return parse(text, current());
}

std::string schedule_text() {
    return current().text;
}

void make_order(ThreadOrder& order, unsigned long long number, unsigned count) {
    const Schedule& schedule = current();
    order.forward = schedule.kind == Kind::forward;
    order.warps_run_ahead = schedule.kind != Kind::random;
    if (order.forward) return;
    order.threads.resize(count);
    std::iota(order.threads.begin(), order.threads.end(), std::uint16_t{0});
    std::iota(order.lanes.begin(), order.lanes.end(), std::uint8_t{0});
    if (schedule.kind == Kind::reverse) {
        std::reverse(order.threads.begin(), order.threads.end());
        std::reverse(order.lanes.begin(), order.lanes.end());
        return;
    }
    std::minstd_rand generator(
        static_cast<std::minstd_rand::result_type>(mix(schedule.seed * 1000003 + number)));
    std::shuffle(order.threads.begin(), order.threads.end(), generator);
    std::shuffle(order.lanes.begin(), order.lanes.end(), generator);
}

void choose_blocks(BlocksThatRun which, unsigned long long count) {
    choice = {which, count};
}

BlockRange chosen_blocks(unsigned long long blocks) {
    const unsigned long long count = std::min(choice.count, blocks);
    if (choice.which == BlocksThatRun::all || count == 0) return {0, blocks};
    return {choice.which == BlocksThatRun::first ? 0 : blocks - count, count};
}

unsigned long long block_at(unsigned long long n, unsigned long long count) {
    const Schedule& schedule = current();
    if (schedule.kind == Kind::forward) return n;
    if (schedule.kind == Kind::reverse) return count - 1 - n;
    unsigned half_bits = 1;
    while (half_bits < 32 && count >> (2 * half_bits) != 0)
        ++half_bits;
    // Numbers that are no block lead on to others, and in the end to a block.
    do {
        n = permute(n, half_bits, schedule.seed);
    } while (n >= count);
    return n;
}

}  // namespace workshop::emulator
