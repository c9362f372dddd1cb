// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "request_shape.hpp"

#include <algorithm>
#include <cstring>

namespace workshop::emulator::profile {
namespace {

/// A set of up to 128 numbers, emptied in no time.
class NumberSet {
  public:
    void clear() { ++round_; }

    /// @return whether the number is new
    bool insert(std::uint64_t number) {
        for (std::uint64_t place = number * 0x9E3779B97F4A7C15U >> 56;; place = (place + 1) % 256) {
            Slot& slot = slots_[place];
            if (slot.round != round_) {
                slot = {number, round_};
                return true;
            }
            if (slot.number == number) return false;
        }
    }

  private:
    struct Slot {
        std::uint64_t number = 0;
        std::uint64_t round = 0;
    };
    Slot slots_[256];
    std::uint64_t round_ = 0;
};

/// Only the OS thread that runs the kernel counts, one launch at a time.
NumberSet seen;

unsigned waves_of_group(const std::uint64_t* addresses, unsigned lanes, unsigned bytes) {
    if (lanes == 0) return 0;
    unsigned char words_in_bank[bank_count] = {};
    unsigned waves = 1;
    seen.clear();
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const std::uint64_t first = addresses[__builtin_ctz(rest)];
        const std::uint64_t end = (first + bytes - 1) / bank_bytes;
        for (std::uint64_t word = first / bank_bytes; word <= end; ++word) {
            if (!seen.insert(word)) continue;  // a word that goes to several lanes goes out once
            const unsigned words = ++words_in_bank[word % bank_count];
            waves = std::max(waves, words);
        }
    }
    return waves;
}

/// Lanes that are served together: the whole warp, a half or a quarter.
unsigned lanes_of_group(unsigned bytes) {
    return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
}

}  // namespace

bool is_contiguous(const std::uint64_t* addresses, unsigned lanes, unsigned bytes) {
    if (lanes == ~0U) {
        std::uint64_t wrong = 0;
        for (unsigned lane = 0; lane < 32; ++lane)
            wrong |= addresses[lane] ^ (addresses[0] + static_cast<std::uint64_t>(lane) * bytes);
        return wrong == 0;
    }
    if (lanes == 0) return false;
    std::uint64_t expected = addresses[__builtin_ctz(lanes)];
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        if (addresses[__builtin_ctz(rest)] != expected) return false;
        expected += bytes;
    }
    return true;
}

unsigned count_sectors(const std::uint64_t* addresses, unsigned lanes, unsigned bytes) {
    if (lanes == 0) return 0;
    if (is_contiguous(addresses, lanes, bytes)) {
        const std::uint64_t first = addresses[__builtin_ctz(lanes)];
        const std::uint64_t last =
            first + static_cast<std::uint64_t>(__builtin_popcount(lanes)) * bytes - 1;
        return static_cast<unsigned>(last / sector_bytes - first / sector_bytes + 1);
    }
    unsigned sectors = 0;
    seen.clear();
    std::uint64_t before = ~std::uint64_t{0};
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const std::uint64_t first = addresses[__builtin_ctz(rest)];
        const std::uint64_t end = (first + bytes - 1) / sector_bytes;
        for (std::uint64_t sector = first / sector_bytes; sector <= end; ++sector) {
            if (sector != before) sectors += static_cast<unsigned>(seen.insert(sector));
            before = sector;
        }
    }
    return sectors;
}

unsigned count_shared_waves(const std::uint64_t* addresses, unsigned lanes, unsigned bytes) {
    if (lanes == 0) return 0;
    const bool aligned = (addresses[__builtin_ctz(lanes)] & (bytes - 1)) == 0;
    if (aligned && bytes == 4 && is_contiguous(addresses, lanes, bytes)) return 1;
    const unsigned width = lanes_of_group(bytes);
    const unsigned group = width == 32 ? ~0U : (1U << width) - 1;
    unsigned waves = 0;
    for (unsigned begin = 0; begin < 32; begin += width)
        waves += waves_of_group(addresses, lanes & group << begin, bytes);
    return waves;
}

unsigned least_shared_waves(unsigned lanes, unsigned bytes) {
    const unsigned width = lanes_of_group(bytes);
    const unsigned group = width == 32 ? ~0U : (1U << width) - 1;
    unsigned waves = 0;
    for (unsigned begin = 0; begin < 32; begin += width)
        waves += static_cast<unsigned>((lanes & group << begin) != 0);
    return waves;
}

}  // namespace workshop::emulator::profile
