// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The questions of a lesson, as lessons/NN-slug/predict.txt has them.
///
/// A question is a block of lines "field: text"; lines that begin with blanks continue the one
/// before. `question` gives its name, `ask` is what a student reads, `call` is the function with
/// its shape, `measure` a name of quantities.hpp, `why` is read after a miss, and `read` names a
/// heading of the lesson's text. Optional: `decimals` (of the answer, default 0), and before the
/// first question `device`, a model of the CPU device.

#include <istream>
#include <string>
#include <vector>

#include "call.hpp"

namespace workshop::checks {

/// @brief One question, with the fields of the file.
struct Question {
    std::string name;
    std::string ask;
    std::string function;
    CallShape shape;
    std::string measure;
    int decimals = 0;
    std::string why;
    std::string read;  ///< anchor in the text of the lesson, without #
};

/// @brief All questions of a lesson.
struct QuestionFile {
    std::string device;  ///< empty: the one that the environment chooses
    std::vector<Question> questions;
    std::string problem;  ///< empty, or "line 12: what is wrong"
};

/// @brief Reads a file of questions. Every field is checked, also that `measure` is known.
QuestionFile parse_questions(std::istream& in);

/// @brief The question of that name; null when there is none.
const Question* find_question(const QuestionFile& file, const std::string& name);

}  // namespace workshop::checks
