// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a student reads about predictions that were measured.

#include <optional>
#include <string>
#include <vector>

#include "questions.hpp"

namespace workshop::checks {

/// @brief One question, and what became of it.
struct PredictionRow {
    const Question* question = nullptr;
    std::optional<double> predicted;
    std::optional<double> measured;  ///< only of what was predicted
    std::string why_not;             ///< why it was not measured; empty when it was
};

/// @brief "make predict-lesson1", with IMPL=solution where this program has the reference.
std::string lesson_command(const std::string& target);

/// @brief Prints the table, an explanation for each miss, what was not measured, and what is next.
/// @param[in] predictions the student's file
/// @return whether everything that was predicted was measured
bool print_predictions(const std::vector<PredictionRow>& rows, const std::string& predictions);

}  // namespace workshop::checks
