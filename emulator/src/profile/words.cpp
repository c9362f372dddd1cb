// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <emulator/profile_report.h>

#include <cmath>

namespace workshop::emulator::profile {
namespace {

/// "once", "twice", "3 times", "2.5 times".
std::string times(double count) {
    if (std::abs(count - 1.0) < 0.005) return "once";
    if (std::abs(count - 2.0) < 0.005) return "twice";
    const bool whole = std::abs(count - std::round(count)) < 0.005;
    return number_text(count, whole ? 0 : 2) + " times";
}

std::string on_elements(const char* verb, double average, std::uint32_t most) {
    std::string text = std::string("each element is ") + verb + ' ' + times(average);
    if (static_cast<double>(most) > average + 0.005)
        text = "on average an element is " + std::string(verb) + ' ' + times(average) +
               ", one of them " + times(most);
    return text;
}

}  // namespace

std::string kind_name(RequestKind kind) {
    constexpr const char* names[] = {"global loads", "global stores", "global atomics",
                                     "shared loads", "shared stores", "shared atomics"};
    return names[static_cast<int>(kind)];
}

std::string words_on_blocks(double blocks, int multiprocessors) {
    if (blocks < multiprocessors) {
        return "the device has " + std::to_string(multiprocessors) +
               " multiprocessors: " + number_text(multiprocessors - blocks, 0) +
               " of them have nothing to do";
    }
    return "at least one for each of the device's " + std::to_string(multiprocessors) +
           " multiprocessors";
}

std::string words_on_threads(unsigned threads) {
    const unsigned warps = (threads + 31) / 32;
    std::string text = std::to_string(warps) + (warps == 1 ? " warp" : " warps") + " of 32";
    if (threads % 32 != 0)
        text += "; in the last one " + std::to_string(32 - threads % 32) + " lanes stay empty";
    return text;
}

std::string words_on_reads(const BufferProfile& buffer) {
    return on_elements("read", buffer.reads_per_element(), buffer.most_reads);
}

std::string words_on_writes(const BufferProfile& buffer) {
    return on_elements("written", buffer.writes_per_element(), buffer.most_writes);
}

std::string words_on_sectors(const RequestCounts& counts, RequestKind kind) {
    const char* verb = kind == RequestKind::global_load    ? "read"
                       : kind == RequestKind::global_store ? "write"
                                                           : "change";
    const double least =
        static_cast<double>(counts.least_units) / static_cast<double>(counts.requests);
    const double cost = counts.units_per_request() / least;
    const double lanes = counts.lanes_per_request();
    const std::string would_do = number_text(least, 2) + " would do";
    if (cost < 0.95) return std::string("threads of a warp ") + verb + " the same addresses";
    if (cost < 1.03) {
        return lanes < 1.5 ? std::string("a single thread ") + verb + "s at a time"
                           : std::string("neighbouring threads ") + verb +
                                 " neighbouring addresses: the best possible";
    }
    if (counts.units_per_request() > 0.95 * lanes && lanes > 1.5) {
        return std::string("neighbouring threads ") + verb + " far-apart addresses: every thread " +
               "needs a sector of its own, where " + would_do;
    }
    if (cost <= 1.3) {
        return "nearly the best possible, " + number_text(least, 2) +
               ": the first address is no multiple of 32 bytes";
    }
    return std::string("there are gaps between the addresses that neighbouring threads ") + verb +
           "; " + would_do;
}

std::string words_on_waves(const RequestCounts& counts) {
    if (counts.units == counts.least_units) return "no bank conflicts: the best possible";
    const double least =
        static_cast<double>(counts.least_units) / static_cast<double>(counts.requests);
    return "threads of a warp want different words of the same bank, one after the other; " +
           number_text(least, 2) + " would do";
}

std::string words_on_lanes(const RequestCounts& counts) {
    const double lanes = counts.lanes_per_request();
    if (lanes > 31.99) return "all 32 threads of a warp take part";
    return "of the 32 threads of a warp; the others wait or have left";
}

std::string words_on_width(int bytes) {
    if (bytes == 16) return "of all bytes of global memory, by float4 and its like: the widest";
    return "of all bytes of global memory; a request of 16 bytes a thread would carry " +
           std::to_string(16 / bytes) + " times as much";
}

std::string words_on_barriers(const KernelProfile& kernel) {
    const double threads = 1.0 * kernel.block.x * kernel.block.y * kernel.block.z;
    const double warps = std::ceil(threads / 32) * kernel.grid.x * kernel.grid.y * kernel.grid.z *
                         static_cast<double>(kernel.launches);
    return "every warp waits at a barrier " + times(static_cast<double>(kernel.barriers) / warps);
}

std::string words_on_divergence(const KernelProfile& kernel) {
    // Either compiler may make conditional moves or predicates of branches, or merge them.
    const std::string of_which_code = "; in nvcc's code, which ncu counts, it can be otherwise";
    if (kernel.branches_divergent == 0)
        return "the threads of a warp always go the same way" + of_which_code;
    const double share = 100.0 * static_cast<double>(kernel.branches_divergent) /
                         static_cast<double>(kernel.basic_blocks);
    return "times that the threads of a warp parted, after " +
           (share < 0.1 ? std::string("less than 0.1") : number_text(share, 1)) +
           " % of the basic blocks" + of_which_code;
}

}  // namespace workshop::emulator::profile
