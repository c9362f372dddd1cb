// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Where no known mistake fits, what was seen may still be what one paragraph is about.

#include <iosfwd>
#include <string>

#include "program_info.hpp"
#include "run_results.hpp"

namespace workshop::checks {

/// @brief A paragraph of a lesson's text.
struct ParagraphLink {
    std::string sentence;  ///< why it is worth reading; empty where there is none
    std::string anchor;    ///< "barrier-inside-the-if"
};

/// @brief Looks for the paragraph that is about what a failure says: about its likely cause, or
///        about what the CPU device saw. Whatever the mistake is, that much is known.
/// @return a link without a sentence when there is none, or the lesson's text has no such heading
ParagraphLink find_paragraph(const ProgramInfo& info, const CheckResult& failure);

/// @brief Prints the sentence and the place. Nothing where there is no sentence.
void print_paragraph(std::ostream& out, const ProgramInfo& info, const ParagraphLink& link);

}  // namespace workshop::checks
