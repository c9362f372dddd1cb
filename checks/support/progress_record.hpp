// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The record of the latest run of a student's file, which `make progress` reads.

#include <string>
#include <utility>
#include <vector>

#include "program_info.hpp"
#include "run_results.hpp"

namespace workshop::checks {

/// @brief Lines of a record: a word, and what follows it on the line.
using RecordFacts = std::vector<std::pair<std::string, std::string>>;

/// @brief Writes FOLDER/LESSON.KIND, where WORKSHOP_RECORDS names the folder and the program was
///        linked with a starter. Else it does nothing. The scripts in tools/ set the variable, so a
///        program that is started by itself leaves no record.
///
/// The old record is there until the new one is complete. WORKSHOP_RECORD_CONTENT, the checksum of
/// the file that was built, becomes part of the record.
/// @param[in] kind "checks", "checks-part" or "profile"
/// @return empty, or why the record was not written
std::string write_record(const ProgramInfo& info, const std::string& kind,
                         const RecordFacts& facts);

/// @brief What the latest run of all checks named, line by line `mistake MUTANT` of its record,
/// where that
///        is of the same file and backend as this run: WORKSHOP_RECORD_CONTENT tells. Else nothing.
std::vector<std::string> mistakes_of_record(const ProgramInfo& info);

/// @brief How many checks passed, failed and were skipped. Part of the checks has a record of its
///        own: it must not pass for all of them.
RecordFacts facts_of(const RunResults& results);

}  // namespace workshop::checks
