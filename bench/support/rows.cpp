// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "rows.hpp"

#include <algorithm>

namespace workshop::bench {
namespace {

void add_remark(std::string& text, const std::string& remark) {
    if (!remark.empty()) text += (text.empty() ? "" : "; ") + remark;
}

/// The row of the same shape and mode that the others are compared with.
template <typename Is>
const Row* reference_of(const std::vector<Row>& rows, const Row& row, const Is& is_reference) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& other) {
        return other.shape == row.shape && other.mode == row.mode && other.seconds > 0 &&
               !other.above_limit && is_reference(other);
    });
    return found == rows.end() ? nullptr : &*found;
}

void judge_row(Row& row, double highest_mhz, const DataSheet& limits) {
    row.judgement = judge(row.samples, highest_mhz);
    if (!row.problem.empty() || row.judgement.kept.empty()) return;
    row.seconds = median(row.judgement.kept);
    row.spread = spread_percent(row.judgement.kept);
    row.above_limit = above_physical_limit(row, row.seconds, limits);
    if (row.operations > 0 && limits.flops > 0) {
        row.percent_of_data_sheet = 100 * row.operations_per_second() / limits.flops;
    } else if (row.operations == 0 && limits.bytes_per_second > 0) {
        row.percent_of_data_sheet = 100 * row.bytes_per_second() / limits.bytes_per_second;
    }
}

}  // namespace

bool above_physical_limit(const Row& row, double seconds, const DataSheet& limits) {
    if (!(seconds > 0)) return false;
    return above_physical_limit(row.bytes / seconds, row.operations / seconds,
                                row.mode != Mode::warm, limits);
}

void judge_rows(std::vector<Row>& rows, const DataSheet& limits, bool compare) {
    double highest_mhz = 0;
    for (const Row& row : rows)
        highest_mhz = std::max(highest_mhz, highest_clock(row.samples));
    for (Row& row : rows)
        judge_row(row, highest_mhz, limits);
    for (Row& row : rows) {
        // What cannot be true is no win over anything.
        if (!compare || row.above_limit || !(row.seconds > 0)) continue;
        const Row* const copy =
            reference_of(rows, row, [](const Row& one) { return one.function == kCopyName; });
        if (copy != nullptr && row.operations == 0) {
            row.percent_of_copy = 100 * row.bytes_per_second() / copy->bytes_per_second();
        }
        const Row* const library = reference_of(
            rows, row, [](const Row& one) { return one.is_peer && one.operations > 0; });
        if (library != nullptr && !row.is_peer && row.operations > 0) {
            row.percent_of_library =
                100 * row.operations_per_second() / library->operations_per_second();
        }
    }
}

std::string remarks(const Row& row) {
    std::string text;
    if (row.above_limit) add_remark(text, "above the physical limit: not believed");
    const auto throttled =
        std::count(row.judgement.throttled.begin(), row.judgement.throttled.end(), true);
    if (row.judgement.all_throttled) {
        add_remark(text, "all samples throttled, and kept: is the clock locked?");
    } else if (throttled > 0) {
        add_remark(text, std::to_string(throttled) + " of " + std::to_string(row.samples.size()) +
                             " samples throttled, and left out");
    }
    add_remark(text, row.note);
    return text;
}

}  // namespace workshop::bench
