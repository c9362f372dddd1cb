// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "constant_check.hpp"

#include <vector>

#include "../scheduler.hpp"
#include "../symbols.hpp"
#include "block_starts.hpp"
#include "findings.hpp"
#include "hot.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

/// Of the file that holds the kernel. They are looked up once: most programs have one file.
const std::vector<ProgramVariable>& constants() {
    static std::vector<ProgramVariable> found;
    static std::uintptr_t file = 0;
    if (file != hot.symbols.begin) {
        file = hot.symbols.begin;
        found = constant_variables(execution.call->address);
    }
    return found;
}

void check_record(std::uintptr_t address, std::size_t bytes, Record write, std::uint64_t first) {
    if (stamp_of(write) < first || stamp_of(write) == split_stamp) return;
    Party writer;
    writer.pc = hot.sites[site_of(write)];
    writer.block_known = block_of_stamp(stamp_of(write), writer.block);
    writer.thread = thread_of(write);
    writer.kind = (write & strong) != 0 ? AccessKind::atomic : AccessKind::write;
    found_constant_write(address, bytes, writer);
}

}  // namespace

void check_constants(std::uint64_t first) {
    const Region& region = hot.symbols;
    if (!checkers().memcheck || region.raced_bytes == 0) return;
    for (const ProgramVariable& variable : constants()) {
        const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(variable.address);
        const std::uintptr_t end = begin + variable.bytes;
        if (begin < region.begin || end > region.begin + region.raced_bytes) continue;
        for (std::uintptr_t word = begin & ~std::uintptr_t{3}; word < end; word += 4) {
            const std::uintptr_t offset = word - region.begin;
            const Record write = region.writes[offset / 4];
            if (write != split_record(region.first)) {
                check_record(word, 4, write, first);
                continue;
            }
            for (std::uintptr_t byte = word; byte < word + 4; ++byte) {
                if (byte < begin || byte >= end) continue;
                check_record(byte, 1, region.byte_writes[byte - region.begin], first);
            }
        }
    }
}

}  // namespace workshop::emulator::watch
