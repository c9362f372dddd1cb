// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "split_row_suite.hpp"

#include "launch.hpp"
#include "text_style.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kVector = 4;

std::string describe(const RowParts& parts) {
    return "head " + std::to_string(parts.head) + ", vectors " + std::to_string(parts.vectors) +
           ", tail " + std::to_string(parts.tail);
}

/// Wanted by counting: the first column at a multiple of 16 bytes ends the head.
RowParts wanted_parts(std::int64_t offset, std::int64_t cols) {
    RowParts parts;
    while (parts.head < cols && (offset + parts.head) % kVector != 0)
        ++parts.head;
    parts.vectors = (cols - parts.head) / kVector;
    parts.tail = cols - parts.head - kVector * parts.vectors;
    return parts;
}

std::string likely_cause(const RowParts& got, const RowParts& wanted, std::int64_t cols) {
    if (got.head + kVector * got.vectors + got.tail != cols) {
        return "Head, 4 * vectors and tail do not add up to the columns.";
    }
    if (got.head != wanted.head) {
        return "The head ends at the first element whose address is a multiple of 16 bytes, or at "
               "the end of the row.";
    }
    return "The vectors begin behind the head, and there are as many as fit.";
}

/// @param[in] offset elements by which the row begins behind a multiple of 16 bytes, 0 to 3
/// @return whether the function cuts the row as it should; reports otherwise
bool check_split(const std::string& name, const SplitFunction& function, std::int64_t offset,
                 std::int64_t cols) {
    // Addresses of which the lower 32 bits alone would say something else are among them.
    for (const std::uintptr_t begin : {std::uintptr_t{0x10000}, std::uintptr_t{0x7f0000000010}}) {
        const std::uintptr_t address = begin + static_cast<std::uintptr_t>(offset) * sizeof(float);
        const RowParts got = function(reinterpret_cast<const float*>(address), cols);
        const RowParts wanted = wanted_parts(offset, cols);
        if (got.head == wanted.head && got.vectors == wanted.vectors && got.tail == wanted.tail) {
            continue;
        }
        fail(name + " of a row of " + plural(static_cast<std::size_t>(cols), "column") +
             " that begins " +
             (offset == 0 ? std::string("at")
                          : std::to_string(offset * static_cast<std::int64_t>(sizeof(float))) +
                                " bytes behind") +
             " a multiple of 16 bytes:\ngot " + describe(got) + "; wanted " + describe(wanted) +
             ".\nlikely cause: " + likely_cause(got, wanted, cols));
        return false;
    }
    return true;
}

}  // namespace

CheckList split_row_checks(const std::string& name, const SplitFunction& function) {
    const auto aligned = [=] {
        for (std::int64_t cols = 0; cols <= 40; ++cols)
            if (!check_split(name, function, 0, cols)) return;
    };
    const auto shifted = [=] {
        for (std::int64_t cols = kVector; cols <= 40; ++cols)
            for (std::int64_t offset = 1; offset < kVector; ++offset)
                if (!check_split(name, function, offset, cols)) return;
    };
    const auto small = [=] {
        for (std::int64_t cols = 0; cols < kVector; ++cols)
            for (std::int64_t offset = 0; offset < kVector; ++offset)
                if (!check_split(name, function, offset, cols)) return;
    };
    const auto wide = [=] {
        for (const std::int64_t cols : {(std::int64_t{1} << 31) - 1, (std::int64_t{1} << 31) + 6,
                                        (std::int64_t{1} << 34) + 3}) {
            for (std::int64_t offset = 0; offset < kVector; ++offset)
                if (!check_split(name, function, offset, cols)) return;
        }
    };
    return {{"AlignedRows", aligned},
            {"ShiftedRows", shifted},
            {"ShortRows", small},
            {"WideRows", wide}};
}

}  // namespace workshop::checks
