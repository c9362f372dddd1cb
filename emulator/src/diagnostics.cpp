// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "diagnostics.hpp"

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "summary.hpp"

namespace workshop::emulator {
namespace {

std::atomic<unsigned long long> errors{0};
std::atomic<unsigned long long> warnings{0};

void append_line(std::string& text, const std::string& line) {
    if (!line.empty()) text += "  " + line + "\n";
}

}  // namespace

std::string format_diagnostic(const Diagnostic& diagnostic) {
    std::string text;
    if (!diagnostic.file.empty()) {
        text += diagnostic.file + ":";
        if (diagnostic.line > 0) text += std::to_string(diagnostic.line) + ":";
        text += " ";
    }
    text += diagnostic.severity == Diagnostic::Severity::error ? "error: " : "warning: ";
    text += diagnostic.what + "\n";
    append_line(text, diagnostic.where);
    for (const std::string& note : diagnostic.notes)
        append_line(text, note);
    if (!diagnostic.likely_cause.empty()) {
        append_line(text, "likely cause: " + diagnostic.likely_cause);
    }
    if (!diagnostic.next.empty()) append_line(text, "next: " + diagnostic.next);
    return text;
}

std::string shown_path(const std::string& file) {
    std::error_code error;
    const std::string folder = std::filesystem::current_path(error).string() + "/";
    // A build may call its compiler with paths such as ../../tests/a.cpp.
    const std::string path = std::filesystem::path(file).lexically_normal().string();
    if (error || folder.size() < 2 || path.compare(0, folder.size(), folder) != 0) return path;
    return path.substr(folder.size());
}

void count_diagnostic(Diagnostic::Severity severity) {
    if (severity == Diagnostic::Severity::warning) {
        ++warnings;
        return;
    }
    ++errors;
    note_error_for_summary();
}

void report(const Diagnostic& diagnostic) {
    count_diagnostic(diagnostic.severity);
    const std::string text = format_diagnostic(diagnostic);
    std::fflush(stdout);
    std::fwrite(text.data(), 1, text.size(), stderr);  // one call, so threads do not mix lines
    std::fflush(stderr);
}

DiagnosticCounts diagnostic_counts() {
    return {errors.load(), warnings.load()};
}

}  // namespace workshop::emulator
