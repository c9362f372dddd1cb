// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How a run failed, short enough to be kept in a table: which checks, each in what way,
///        what the CPU device reported, and the words of the first failure.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "run_results.hpp"

namespace workshop::checks {

/// @brief The failures of one run.
struct Signature {
    std::map<std::string, char> how;  ///< failing check -> a letter, see how_it_failed()
    std::set<std::string> reports;    ///< "racecheck", "memcheck", "synccheck", "initcheck"
    std::string first_check;          ///< the first that failed
    std::string first_words;          ///< its problem in one line; numbers have three digits
    /// The problem of every failing check, of a run; empty in a row of the table.
    std::map<std::string, std::string> words;
};

/// @brief One letter for the way in which a check failed.
///
/// N: all that is wrong was never written, S: some of it. O, U, n: NaN from outside of the matrix,
/// from unwritten output, or computed. I: infinite. Z: zero. M: numbers where NaN is wanted. C:
/// the input. D: not divided. F: one factor, R: one for each row. T: of another row. K: nearly
/// right. W: other wrong values. G: stored outside, or into the input. B: other bits in the second
/// launch. E: an error was returned, or is missing. r, m, s, i: racecheck, memcheck, synccheck or
/// initcheck reported something (the first report counts), d: any other report. L: stopped after
/// the time limit. X: the program ended. P: any other problem, for example a count.
char how_it_failed(const CheckResult& check);

/// @brief The signature of a run, from its failed checks.
Signature signature_of(const RunResults& results);

/// @brief The problem of a failed check in one line: without the launch it was seen in and without
///        the guess at the cause; instead of "the report is below" the head of that report.
std::string problem_in_words(const CheckResult& check);

/// @brief A line of the table signatures.txt: "mutant | reports | letters | words of the first
///        failure". The letters follow the order in which the row of kills.txt names the checks.
std::string signature_row(const std::string& mutant, const RunResults& results);

/// @brief Reads such a line. @param[in] checks the row of kills.txt, in its order
/// @return a signature without letters, reports and words when the line does not fit the checks
Signature read_signature(const std::string& line, const std::vector<std::string>& checks);

}  // namespace workshop::checks
