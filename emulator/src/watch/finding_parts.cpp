// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_parts.hpp"

#include "../scheduler.hpp"
#include "memory_text.hpp"

namespace workshop::emulator::watch {

std::string index_text(uint3 index) {
    return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," +
           std::to_string(index.z) + ")";
}

std::string thread_index(unsigned number) {
    const auto& threads = execution.blocks.front()->threads;
    return number < threads.size() ? index_text(threads[number].index) : "?";
}

bool same_block(const Finding& finding) {
    const uint3& a = finding.party.block;
    const uint3& b = finding.other.block;
    return finding.other.block_known && a.x == b.x && a.y == b.y && a.z == b.z;
}

void add_excerpt(Diagnostic& diagnostic, const profile::SourcePlace& place) {
    const std::string excerpt = source_excerpt(place.file, place.line);
    if (!excerpt.empty()) diagnostic.notes.push_back(excerpt);
}

}  // namespace workshop::emulator::watch
