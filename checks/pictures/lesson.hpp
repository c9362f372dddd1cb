// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What each lesson's file in this folder offers.

#include "picture.hpp"
#include "recording.hpp"

namespace workshop::pictures {

/// @brief What a lesson gives: pictures, and the recordings that they were drawn from.
struct LessonPictures {
    std::string lesson;  ///< "02_block_reduction"
    std::vector<Picture> pictures;
    std::vector<Recording> recordings;
};

/// @brief Runs the kernels that the program is linked with, and draws what they did.
LessonPictures draw_lesson();

}  // namespace workshop::pictures
