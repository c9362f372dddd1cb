// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Predict, then measure: a student's numbers beside those of the kernel.

#include <string>

namespace workshop::checks {

/// @brief Exit codes of predict().
enum PredictExit {
    kPredictionsShown = 0,  ///< whether right or not
    kNothingMeasured = 1,   ///< some function that was asked about cannot be measured yet
    kPredictionsWrong = 2,  ///< a file is missing or has to be changed first
};

/// @brief Reads questions and predictions, runs the functions they are about, and prints a table
///        with an explanation for each miss. Problems go to stderr.
/// @param[in] questions_path   lessons/NN-slug/predict.txt
/// @param[in] predictions_path the student's file, which is only read
/// @param[in] arguments        of main(), for a fresh start where the questions are about another
///                             model of the device
/// @return one of PredictExit
int predict(const std::string& questions_path, const std::string& predictions_path,
            char** arguments);

}  // namespace workshop::checks
