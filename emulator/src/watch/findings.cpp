// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "findings.hpp"

#include <emulator/watch.h>

#include <cstring>
#include <unordered_map>
#include <vector>

#include "../scheduler.hpp"
#include "enclosed_matrices.hpp"
#include "finding_text.hpp"
#include "hot.hpp"
#include "lost_index.hpp"
#include "memory_text.hpp"
#include "repeated_findings.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

/// A racing write whose value is not known yet: the hook comes before the write.
struct OpenWrite {
    std::size_t finding;
    std::uintptr_t address;
    unsigned bytes;
    unsigned char before[16];
};

struct Found {
    std::vector<Finding> findings;
    std::unordered_map<std::uint64_t, std::size_t> index;
    unsigned long long not_kept = 0;
    std::vector<OpenWrite> open_writes;
    cudaError_t error = cudaSuccess;
    unsigned long long illegal = 0;  ///< accesses of memcheck's, of this launch
};
Found& state() {
    static Found& all = *new Found;
    return all;
}

std::uint64_t key_of(Fault fault, Hazard hazard, const void* pc, const void* other) {
    std::uint64_t key = static_cast<std::uint64_t>(fault) << 8 | static_cast<std::uint64_t>(hazard);
    for (const void* each : {pc, other}) {
        key = (key ^ reinterpret_cast<std::uintptr_t>(each)) * 0x9E3779B97F4A7C15ULL;
        key ^= key >> 32;
    }
    return key;
}

Party current_party(AccessKind kind, const void* pc) {
    Party party;
    party.pc = pc;
    party.block = execution.block->index;
    party.thread = execution.thread->number;
    party.kind = kind;
    return party;
}

/// The place of a finding, or one past the last when it is not kept.
std::size_t add(Finding finding) {
    Found& found = state();
    const std::uint64_t key =
        key_of(finding.fault, finding.hazard, finding.party.pc, finding.other.pc);
    const auto [place, is_new] = found.index.emplace(key, found.findings.size());
    if (is_new) {
        if (found.findings.size() == most_findings) {
            found.index.erase(place);
            ++found.not_kept;
            return most_findings;
        }
        if (finding.fault != Fault::race && finding.space == Space::global) {
            finding.meant = finding.fault == Fault::wrapped_index
                                ? wrapped_index(finding.address, finding.bytes)->block
                                : meant_allocation(finding.address, finding.party);
        }
        found.findings.push_back(finding);
    }
    ++found.findings[place->second].count;
    return place->second;
}

cudaError_t error_of(Fault fault) {
    switch (fault) {
        case Fault::misaligned:
            return cudaErrorMisalignedAddress;
        case Fault::constant_write:  // nvcc refuses it, or warns
        case Fault::outside_matrix:  // inside of an allocation: a GPU does not see it
        case Fault::uninitialised:
        case Fault::race:
            return cudaSuccess;
        default:
            return cudaErrorIllegalAddress;
    }
}

}  // namespace

void found(Fault fault, Space space, std::uintptr_t address, std::size_t bytes, AccessKind kind,
           const void* pc) {
    if (!(fault == Fault::uninitialised ? checkers().initcheck : checkers().memcheck)) return;
    if (fault == Fault::out_of_bounds && space == Space::global && is_beside_matrix(address)) {
        fault = Fault::outside_matrix;
    }
    if (fault == Fault::out_of_bounds && space == Space::global) {
        const auto wrapped = wrapped_index(address, bytes);
        if (wrapped && wrapped->block) fault = Fault::wrapped_index;
    }
    Finding finding;
    finding.fault = fault;
    finding.space = space;
    finding.address = address;
    finding.bytes = bytes;
    finding.party = current_party(kind, pc);
    add(finding);
    const cudaError_t error = error_of(fault);
    if (error == cudaSuccess) return;
    if (state().error == cudaSuccess) state().error = error;
    // What an index of 2^32 leads to may be read by nobody.
    const bool is_last = fault == Fault::wrapped_index || ++state().illegal == most_illegal;
    if (is_last) abandon(error, Diagnostic());
}

void found_race(Hazard hazard, Space space, std::uintptr_t address, std::size_t bytes,
                AccessKind kind, const void* pc, const Party& other, bool block_scope) {
    Finding finding;
    finding.block_scope = block_scope;
    finding.hazard = hazard;
    finding.space = space;
    finding.address = address;
    finding.bytes = bytes;
    finding.party = current_party(kind, pc);
    finding.other = other;
    const std::size_t place = add(finding);
    if (place != most_findings && finding.party.thread / 32 != other.thread / 32) {
        state().findings[place].across_warps = true;
    }
    if (hazard != Hazard::write_after_write || kind != AccessKind::write ||
        other.kind != AccessKind::write || place == most_findings || bytes > 16) {
        return;
    }
    Found& found = state();
    constexpr std::size_t most_open_writes = 256;
    // Those before it have happened by now: the same thread makes them all.
    if (found.open_writes.size() == most_open_writes) settle_writes();
    OpenWrite write{place, address, static_cast<unsigned>(bytes), {}};
    std::memcpy(write.before, reinterpret_cast<const void*>(address), bytes);
    found.open_writes.push_back(write);
    hot.open_writes = true;
}

void found_constant_write(std::uintptr_t address, std::size_t bytes, const Party& writer) {
    Finding finding;
    finding.fault = Fault::constant_write;
    finding.space = Space::symbol;
    finding.address = address;
    finding.bytes = bytes;
    finding.party = writer;
    add(finding);
}

void settle_writes() {
    Found& found = state();
    for (const OpenWrite& write : found.open_writes) {
        const bool same = std::memcmp(write.before, reinterpret_cast<const void*>(write.address),
                                      write.bytes) == 0;
        if (same) ++found.findings[write.finding].same_value;
    }
    found.open_writes.clear();
    hot.open_writes = false;
}

cudaError_t report_findings() {
    Found& found = state();
    found.open_writes.clear();
    hot.open_writes = false;
    forget_told_places();
    if (found.findings.empty()) return cudaSuccess;
    tell_findings(found.findings, found.not_kept);
    if (found.illegal >= most_illegal) tell_end_of_launch();
    const cudaError_t error = found.error;
    found.findings.clear();
    found.index.clear();
    found.not_kept = 0;
    found.illegal = 0;
    found.error = cudaSuccess;
    return error;
}

}  // namespace workshop::emulator::watch

namespace workshop::emulator {

unsigned long long finding_count() {
    return watch::error_count();
}

void repeat_findings_in_full() {
    watch::tell_totals();
    watch::count_no_repetitions();
}

}  // namespace workshop::emulator
