// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Recognises a well-known mistake by the checks that fail, and how.

#include <string>
#include <vector>

#include "signature.hpp"

namespace workshop::checks {

/// @brief One row of the table of known wrong kernels.
struct KnownMistake {
    std::string mutant;   ///< "01_serial_softmax/maximum_starts_at_zero"
    std::string words;    ///< what people who make this mistake believe
    std::string section;  ///< anchor in the lesson's text, without '#'; may be empty
    Signature signature;  ///< how it fails on the CPU device
};

/// @brief A known mistake that fails like a run.
struct Misconception {
    std::string words;
    std::string section;
    std::string mutant;
    double likeness = 0;         ///< 1: exactly the same checks fail, each in the same way
    bool other_numbers = false;  ///< the words of the first failure have other numbers
};

/// @brief Reads the table of one lesson.
/// @param[in] folder checks/mutants: kills.txt, signatures.txt and LESSON/NAME.mutant
/// @param[in] lesson "01_serial_softmax"
/// @return the rows in order; those without a signature are left out, for a set of failing checks
///         alone is shared by many mistakes. Nothing when files are missing.
std::vector<KnownMistake> read_known_mistakes(const std::string& folder, const std::string& lesson);

/// @brief How many rows the table of one lesson has, with or without a signature.
std::size_t mutants_in_table(const std::string& folder, const std::string& lesson);

/// @brief Where a run was made. The table is made on the CPU device.
enum class RunOn { cpu_device, gpu };

/// @brief Looks for mistakes that fail as a run does.
///
/// A mistake is named only when all of this holds: the CPU device reported the same kinds of
/// faults; the same check failed first, in the same way and in the same words, numbers aside; and
/// nearly all failing checks are the same and fail in the same way. Few failing checks say little,
/// so there the numbers in the words have to agree as well. How much an idea check counts depends
/// on how far a mistake goes, and its words are about one idea: where exactly the same checks fail,
/// and all mistakes with these words are of one paragraph, the numbers may differ. On a GPU, the
/// checks that only the CPU device has are left out, and mistakes that its reports give away are
/// not named.
/// @return the closest ones, at most three and all equally close; often nothing
std::vector<Misconception> find_misconceptions(const std::vector<KnownMistake>& known,
                                               const Signature& run,
                                               RunOn where = RunOn::cpu_device);

}  // namespace workshop::checks
