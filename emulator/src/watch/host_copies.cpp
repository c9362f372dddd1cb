// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "host_copies.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "../diagnostics.hpp"
#include "enclosed_matrices.hpp"
#include "finding_text.hpp"

namespace workshop::emulator::watch {
namespace {

std::atomic<bool> looking{false};

struct Write {
    std::uintptr_t begin;
    std::size_t bytes;
    std::string function;
};

struct Writes {
    std::mutex mutex;
    std::vector<Write> all;
};

Writes& writes() {
    static Writes& all = *new Writes;
    return all;
}

/// Rows that touch are one write: there may be many.
void note_write(const Write& write) {
    const std::lock_guard lock(writes().mutex);
    std::vector<Write>& all = writes().all;
    if (!all.empty() && all.back().begin + all.back().bytes == write.begin &&
        all.back().function == write.function) {
        all.back().bytes += write.bytes;
    } else {
        all.push_back(write);
    }
}

void tell(const HostAccess& access, const EnclosedMatrix& matrix, std::uintptr_t address,
          std::size_t bytes) {
    const bool reads = access.kind == AccessKind::read;
    Diagnostic diagnostic;
    diagnostic.what = "memcheck: " + std::string(access.function) + "() " +
                      (reads ? "reads" : "writes") + " outside of the matrix " + matrix.name;
    diagnostic.notes = {enclosed_text(address, bytes)};
    diagnostic.likely_cause =
        "what lies between the rows is copied as well: a matrix whose leading dimension is larger "
        "than its number of columns is not one piece";
    diagnostic.next =
        "copy row by row: cudaMemcpy2DAsync takes the bytes from one row to the next (ld * "
        "sizeof(float)) and the bytes of a row (cols * sizeof(float))";
    count_outside_error();
    report(diagnostic);
}

/// The bytes from `address` to the end of its row of elements; 0 when it is beside them.
std::size_t bytes_inside(const EnclosedMatrix& matrix, std::uintptr_t address) {
    const auto first = reinterpret_cast<std::uintptr_t>(matrix.first);
    const auto row_bytes = static_cast<std::size_t>(matrix.ld) * matrix.element_bytes;
    const auto used = static_cast<std::size_t>(matrix.cols) * matrix.element_bytes;
    if (address < first || row_bytes == 0) return 0;
    const std::size_t row = (address - first) / row_bytes;
    const std::size_t in_row = (address - first) % row_bytes;
    if (row >= static_cast<std::size_t>(matrix.rows) || in_row >= used) return 0;
    return used - in_row;
}

}  // namespace

void look_at_host_access(const HostAccess& access) {
    if (!looking) return;
    for (std::size_t row = 0; row < access.height; ++row) {
        std::uintptr_t address =
            reinterpret_cast<std::uintptr_t>(access.begin) + row * access.pitch;
        const std::uintptr_t end = address + access.width;
        const auto matrix = matrix_around(address);
        if (!matrix) return;  // the bytes of a call lie in one allocation
        while (address < end) {
            const std::size_t bytes = std::min(bytes_inside(*matrix, address), end - address);
            if (bytes == 0) {
                tell(access, *matrix, address, end - address);
                return;
            }
            if (access.kind != AccessKind::read) {
                note_write({address, bytes, access.function});
            }
            address += bytes;
        }
    }
}

std::optional<WrittenWord> first_host_write(std::uintptr_t begin, std::size_t bytes) {
    const std::lock_guard lock(writes().mutex);
    std::optional<WrittenWord> first;
    for (const Write& write : writes().all) {
        const std::uintptr_t from = std::max(begin, write.begin);
        if (from >= std::min(begin + bytes, write.begin + write.bytes)) continue;
        const void* address = reinterpret_cast<const void*>(from);
        if (!first || address < first->address) first = WrittenWord{address, {}, write.function};
    }
    return first;
}

}  // namespace workshop::emulator::watch

namespace workshop::emulator {

void watch_host_copies(bool on) {
    const std::lock_guard lock(watch::writes().mutex);
    if (on) watch::writes().all.clear();
    watch::looking = on;
}

}  // namespace workshop::emulator
