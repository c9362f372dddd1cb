// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Every message of the CPU device to the person, in the style of a compiler.

#include <string>
#include <vector>

namespace workshop::emulator {

/// @brief One message. Empty fields are left out.
struct Diagnostic {
    enum class Severity { warning, error };

    Severity severity = Severity::error;
    std::string file;   ///< source file; empty when unknown
    int line = 0;       ///< 0 when unknown
    std::string what;   ///< one sentence without a full stop
    std::string where;  ///< "kernel k, block (0,0,0), thread (1,0,0)": see current_thread_text()
    std::vector<std::string> notes;  ///< facts, one line each
    std::string likely_cause;
    std::string next;  ///< what to try
};

/// @brief The text of a diagnostic:
/// @code
/// file:line: error: what
///   where
///   note
///   likely cause: ...
///   next: ...
/// @endcode
std::string format_diagnostic(const Diagnostic& diagnostic);

/// @brief A source file as people know it: without the folder that they are in.
/// @param[in] file a path, from the debug information of the program
/// @return the path from the current folder, or the path as it is when it leads elsewhere
std::string shown_path(const std::string& file);

/// @brief Writes a diagnostic to stderr, after what the program has already written to stdout.
///        Safe to call from several threads.
void report(const Diagnostic& diagnostic);

/// @brief Counts a diagnostic that is not told, because the same was told often enough.
void count_diagnostic(Diagnostic::Severity severity);

/// @brief How many errors and warnings the process has reported.
struct DiagnosticCounts {
    unsigned long long errors;
    unsigned long long warnings;
};
DiagnosticCounts diagnostic_counts();

}  // namespace workshop::emulator
