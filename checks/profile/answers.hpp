// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a student predicts: lines "name = number", as predictions/NN_slug.txt has them.

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "questions.hpp"

namespace workshop::checks {

/// @brief The predictions of a student, and what cannot be read of them.
struct Answers {
    std::map<std::string, double> of;   ///< by name of the question; blank answers are left out
    std::vector<std::string> problems;  ///< "12: what is wrong and what to write"
};

/// @brief Reads predictions. A number may be a fraction such as 2/32. Comments begin with #.
/// @param[in] file the questions that may be answered
Answers parse_answers(std::istream& in, const QuestionFile& file);

}  // namespace workshop::checks
