// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "table.hpp"

#include <cstdio>
#include <ostream>

namespace workshop::bench {
namespace {

/// "64x128" -> "64 x 128"
std::string with_spaces(const std::string& shape) {
    const std::size_t cross = shape.find('x');
    if (cross == std::string::npos) return shape;
    return shape.substr(0, cross) + " x " + shape.substr(cross + 1);
}

/// A new line after each "; ", so that no line is too wide.
std::string in_lines(std::string message) {
    for (std::size_t at = 0; (at = message.find("; ", at)) != std::string::npos; ++at)
        message.replace(at, 2, ";\n         ");
    return message;
}

std::string padded(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

/// The figure, or a dash where there is none.
std::string figure(double value, const char* format) {
    if (!(value > 0)) return "-";
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string first_columns(const std::string& function, const std::string& shape) {
    char text[80];
    std::snprintf(text, sizeof text, "%-26s %15s", function.c_str(), shape.c_str());
    return text;
}

std::string time_of(const Row& row) {
    return figure(row.seconds * 1e6, "%.2f us");
}

std::string rate_of(const Row& row) {
    if (row.above_limit) return "-";  // it is not believed, and must not be read as a win
    if (row.operations > 0) return figure(row.operations_per_second() / 1e9, "%.5g");
    const double gigabytes = row.bytes_per_second() / 1e9;
    return figure(gigabytes, gigabytes >= 100 ? "%.0f" : "%.3g");
}

/// The columns of the mode that comes first: time, spread, rate and share.
std::string main_columns(const Row& row, const TableStyle& style) {
    if (style.on_cpu_device) return padded(time_of(row), 16) + padded(rate_of(row), 11);
    const double share = row.operations > 0 ? row.percent_of_library : row.percent_of_copy;
    const std::string spread =
        row.judgement.kept.size() > 1 ? figure(row.spread + 1e-12, "%.1f %%") : "-";
    return padded(time_of(row), 14) + padded(spread, 8) + padded(rate_of(row), 9) +
           padded(figure(share, "%.1f %%"), 10);
}

const Row* find(const std::vector<Row>& rows, const Row& like, Mode mode) {
    for (const Row& row : rows) {
        if (row.function == like.function && row.shape == like.shape && row.mode == mode)
            return &row;
    }
    return nullptr;
}

void print_remarks(std::ostream& out, const Row& row, const TableStyle& style) {
    const std::string of_mode = style.modes.size() > 1 ? std::string(name_of(row.mode)) + ": " : "";
    if (!row.problem.empty()) {
        out << "  error: " << of_mode << in_lines(row.problem) << "\n";
        return;
    }
    const std::string text = remarks(row);
    if (!text.empty()) out << "  " << of_mode << in_lines(text) << "\n";
}

/// One line for all modes of a function and shape.
void print_line(std::ostream& out, const std::vector<Row>& rows, const Row& like,
                const TableStyle& style) {
    std::string line = first_columns(like.function, with_spaces(like.shape));
    bool has_time = false;
    for (std::size_t i = 0; i < style.modes.size(); ++i) {
        const Row* const row = find(rows, like, style.modes[i]);
        const Row nothing;
        const Row& told = row == nullptr ? nothing : *row;
        has_time = has_time || told.seconds > 0;
        line += i == 0 ? main_columns(told, style) : padded(time_of(told), 15);
    }
    out << (has_time ? line : first_columns(like.function, with_spaces(like.shape))) << "\n";
    for (const Mode mode : style.modes) {
        if (const Row* const row = find(rows, like, mode)) print_remarks(out, *row, style);
    }
}

}  // namespace

void print_columns(std::ostream& out, const TableStyle& style) {
    std::string line = first_columns("function", "rows x cols");
    const char* const rate = style.counts_operations ? "GFLOP/s" : "GB/s";
    if (style.on_cpu_device) {
        line += padded("CPU time", 16) + padded(rate, 11);
    } else {
        line += padded(name_of(style.modes.front()), 14) + padded("spread", 8) + padded(rate, 9) +
                padded(style.counts_operations ? "of lib." : "of copy", 10);
        for (std::size_t i = 1; i < style.modes.size(); ++i)
            line += padded(name_of(style.modes[i]), 15);
    }
    out << line << "\n" << std::string(line.size(), '-') << "\n";
}

void print_rows(std::ostream& out, const std::vector<Row>& rows, const TableStyle& style) {
    std::vector<const Row*> printed;
    for (const Row& row : rows) {
        bool is_new = true;
        for (const Row* other : printed)
            is_new = is_new && !(other->function == row.function && other->shape == row.shape);
        if (!is_new) continue;
        printed.push_back(&row);
        print_line(out, rows, row, style);
    }
}

bool Table::ReportContext(const Context&) {
    GetOutputStream() << heading_ << "\n\n";
    print_columns(GetOutputStream(), style_);
    GetOutputStream().flush();
    return true;
}

void Table::tell(const std::vector<Run>&, const std::vector<Row>& rows) {
    print_rows(GetOutputStream(), rows, style_);
    GetOutputStream().flush();
}

}  // namespace workshop::bench
