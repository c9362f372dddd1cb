// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The profile as a table for a terminal.

#include <emulator/profile_report.h>

#include <sstream>

#include "source_text.hpp"
#include "words.hpp"

namespace workshop::emulator {
namespace {

constexpr std::size_t columns = 100;
constexpr std::size_t name_columns = 24;
constexpr std::size_t value_columns = 16;

std::string padded(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}
std::string right(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

/// Breaks text into lines of at most `width` letters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
    std::vector<std::string> lines(1);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width)
            lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

std::string size_text(const dim3& size) {
    return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z);
}

void print_figures(std::ostream& out, const KernelProfile& kernel) {
    std::string group;
    for (const Figure& figure : figures_of(kernel)) {
        if (figure.group != group) {
            group = figure.group;
            out << "\n  " << group << '\n';
        }
        std::string value = number_text(figure.value, figure.decimals);
        if (!figure.unit.empty()) value += ' ' + figure.unit;
        out << "    " << padded(figure.name, name_columns) << right(value, value_columns) << "  ";
        const std::size_t indent = 4 + name_columns + value_columns + 2;
        const auto lines = wrapped(figure.words, columns - indent);
        out << lines[0] << '\n';
        for (std::size_t i = 1; i < lines.size(); ++i)
            out << std::string(indent, ' ') << lines[i] << '\n';
    }
}

std::string counts_of_line(const LineProfile& line) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
    for (int kind = 0; kind < request_kinds; ++kind) {
        const RequestCounts& counts = line.requests[kind];
        if (counts.requests == 0) continue;
        const auto request_kind = static_cast<RequestKind>(kind);
        add(number_text(static_cast<double>(counts.requests), 0) + ' ' +
            profile::kind_name(request_kind) + " of " + number_text(counts.units_per_request(), 2) +
            (is_shared(request_kind) ? " waves" : " sectors") + ", " +
            number_text(counts.lanes_per_request(), 1) + " threads each");
    }
    const auto add_count = [&](std::uint64_t count, const char* what) {
        if (count != 0) add(number_text(static_cast<double>(count), 0) + ' ' + what);
    };
    add_count(line.divergent_branches, "divergent branches");
    add_count(line.barriers, "barriers");
    add_count(line.warp_meetings, "warp collectives");
    return text;
}

void print_lines(std::ostream& out, const KernelProfile& kernel) {
    std::string file;
    for (const LineProfile& line : kernel.lines) {
        if (line.file.empty()) continue;
        if (line.file != file) {
            file = line.file;
            out << "\n  " << file << '\n';
        }
        out << "    " << right(std::to_string(line.line), 5) << "  "
            << profile::source_line(line.file, line.line) << '\n';
        for (const std::string& part : wrapped(counts_of_line(line), columns - 13))
            out << std::string(13, ' ') << part << '\n';
    }
}

}  // namespace

std::string profile_text(const ReportTitle& title, const std::vector<KernelProfile>& kernels) {
    std::ostringstream out;
    out << title.title << '\n';
    if (!title.details.empty()) out << title.details << '\n';
    if (kernels.empty()) out << "\nNo kernel was launched.\n";
    for (const KernelProfile& kernel : kernels) {
        out << "\n"
            << kernel.kernel << "\n  grid " << size_text(kernel.grid) << ", block "
            << size_text(kernel.block) << ", launched "
            << (kernel.launches == 1 ? "once" : std::to_string(kernel.launches) + " times") << '\n';
        if (!kernel.complete)
            out << "  The counts are not complete: " << kernel.incomplete_because << ".\n";
        print_figures(out, kernel);
        print_lines(out, kernel);
    }
    if (!kernels.empty()) {
        out << "\nCounted exactly on the CPU device, for the code as the host compiler made it. On "
               "a "
               "GPU:\n  "
            << ncu_command(kernels, title.program) << '\n';
    }
    return out.str();
}

}  // namespace workshop::emulator
