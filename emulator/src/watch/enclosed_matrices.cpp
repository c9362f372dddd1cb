// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "enclosed_matrices.hpp"

#include <emulator/enclosed_matrix.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "../profile/source_lines.hpp"
#include "findings.hpp"
#include "host_copies.hpp"
#include "hot.hpp"
#include "lifecycle.hpp"
#include "located_findings.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

struct Matrices {
    std::mutex mutex;
    std::map<std::uintptr_t, EnclosedMatrix> by_begin;
};

Matrices& matrices() {
    static Matrices& all = *new Matrices;
    return all;
}

std::uintptr_t number(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

std::string count_text(std::int64_t count, const std::string& thing) {
    if (count == 1) return "one " + thing;
    return std::to_string(count) + ' ' + thing + 's';
}

bool is_element(const EnclosedMatrix& matrix, std::int64_t index) {
    return index >= 0 && index < matrix.rows * matrix.ld && index % matrix.ld < matrix.cols;
}

/// @param[in] index elements from element (0, 0), not one of the matrix
std::string place_of(const EnclosedMatrix& matrix, std::int64_t index) {
    const std::string& name = matrix.name;
    if (index < 0) return "it is " + count_text(-index, "element") + " before " + name + "[0][0]";
    const std::int64_t ld = std::max<std::int64_t>(matrix.ld, 1);
    const std::int64_t end = (matrix.rows - 1) * ld + matrix.cols;
    const std::int64_t row = index / ld;
    const std::int64_t column = index % ld;
    const auto behind_row = [&](std::int64_t own_row, std::int64_t own_column) {
        return name + '[' + std::to_string(own_row) + "][" + std::to_string(own_column) + "], " +
               count_text(own_column - matrix.cols + 1, "column") + " behind the last one of row " +
               std::to_string(own_row);
    };
    if (row < matrix.rows) return "it is " + behind_row(row, column);
    std::string text = "it is " + count_text(index - end + 1, "element") +
                       " behind the last one of " + name + ", where " + name + '[' +
                       std::to_string(row) + "][" + std::to_string(column) +
                       "] would be, but it has " + count_text(matrix.rows, "row") + " of " +
                       count_text(matrix.cols, "column");
    // Rows that touch: a column too many and a row too many are the same place.
    constexpr std::int64_t kNear = 64;
    if (ld == matrix.cols && matrix.rows > 0 && index - end < kNear)
        text += "; or " + behind_row(matrix.rows - 1, index - (matrix.rows - 1) * ld);
    return text;
}

}  // namespace

std::optional<EnclosedMatrix> matrix_around(std::uintptr_t address) {
    Matrices& all = matrices();
    const std::lock_guard lock(all.mutex);
    auto after = all.by_begin.upper_bound(address);
    if (after == all.by_begin.begin()) return std::nullopt;
    const EnclosedMatrix& matrix = std::prev(after)->second;
    if (address - number(matrix.begin) >= matrix.bytes) return std::nullopt;
    return matrix;
}

bool is_beside_matrix(std::uintptr_t address) {
    return matrix_around(address).has_value();
}

std::string enclosed_name(std::uintptr_t address) {
    const auto matrix = matrix_around(address);
    return matrix ? matrix->name : std::string();
}

std::string enclosed_text(std::uintptr_t address, std::size_t bytes) {
    const auto matrix = matrix_around(address);
    if (!matrix) return {};
    const auto size = static_cast<std::ptrdiff_t>(matrix->element_bytes);
    const auto offset = static_cast<std::ptrdiff_t>(address - number(matrix->first));
    // Rounded down, in front of the matrix as well.
    std::int64_t index = (offset - (offset < 0 ? size - 1 : 0)) / size;
    const std::int64_t last = index + (static_cast<std::int64_t>(bytes) - 1) / size;
    while (index < last && is_element(*matrix, index))
        ++index;
    return place_of(*matrix, index);
}

}  // namespace workshop::emulator::watch

namespace workshop::emulator {

using namespace watch;

void enclose_matrix(const EnclosedMatrix& matrix) {
    if (!watching() || !checkers().memcheck || hot.global.state == nullptr) return;
    Region& region = hot.global;
    const auto forbid = [&](std::uintptr_t begin, std::uintptr_t end) {
        if (begin < end) set_state(region, begin, end - begin, RangeState::unusable);
    };
    const std::uintptr_t first = number(matrix.first);
    const std::uintptr_t end = number(matrix.begin) + matrix.bytes;
    const auto row_bytes = static_cast<std::uintptr_t>(matrix.ld) * matrix.element_bytes;
    const auto used = static_cast<std::uintptr_t>(matrix.cols) * matrix.element_bytes;
    const auto rows = static_cast<std::uintptr_t>(matrix.rows);
    if (number(matrix.begin) - region.begin >= region.bytes) return;
    forbid(number(matrix.begin), first);
    for (std::uintptr_t row = 0; used < row_bytes && row < rows; ++row)
        forbid(first + row * row_bytes + used, first + (row + 1) * row_bytes);
    forbid(first + rows * row_bytes, end);
    Matrices& all = matrices();
    const std::lock_guard lock(all.mutex);
    all.by_begin[number(matrix.begin)] = matrix;
}

void forget_matrix(const void* begin) {
    Matrices& all = matrices();
    const std::lock_guard lock(all.mutex);
    all.by_begin.erase(number(begin));
}

unsigned long long outside_finding_count() {
    return outside_error_count();
}

unsigned long long moment() {
    return latest_stamp();
}

std::optional<WrittenWord> first_write_since(unsigned long long moment, const void* begin,
                                             std::size_t bytes) {
    if (auto written = first_host_write(number(begin), bytes)) return written;
    const Region& region = hot.global;
    const std::uintptr_t offset = number(begin) - region.begin;
    if (!watching() || offset >= region.raced_bytes) return std::nullopt;
    const std::size_t end = std::min(offset + bytes, region.raced_bytes) / 4;
    for (std::size_t word = offset / 4; word < end; ++word) {
        const Record record = region.writes[word];
        // Words that are written byte by byte do not say when.
        if (stamp_of(record) <= moment || stamp_of(record) == split_stamp) continue;
        WrittenWord written;
        written.address = reinterpret_cast<const void*>(region.begin + word * 4);
        if (const void* pc = hot.sites[site_of(record)]; pc != nullptr) {
            const std::uint64_t code = reinterpret_cast<std::uint64_t>(pc) - 1;
            const auto lines = profile::find_source_lines({code});
            if (const auto line = lines.find(code); line != lines.end())
                written.line = text_of(line->second);
        }
        return written;
    }
    return std::nullopt;
}

}  // namespace workshop::emulator
