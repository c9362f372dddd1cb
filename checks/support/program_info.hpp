// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a check program knows about itself. CMake writes one small source file a program
///        that defines it, so that everything else is compiled once.

namespace workshop::checks {

/// @brief The lesson and the implementation that a check program was linked with.
struct ProgramInfo {
    const char* lesson;          ///< "01_serial_softmax"
    const char* number;          ///< "1"
    const char* title;           ///< from the table of lessons
    const char* text;            ///< "lessons/01-serial-softmax/README.md"
    const char* kind;            ///< "starter", "solution" or "mutant"
    const char* file;            ///< the implementation, for example "starter/01_serial_softmax.cu"
    const char* next_number;     ///< number of the next lesson, or ""
    const char* next_text;       ///< the next lesson's text, or ""
    const char* mutants_folder;  ///< absolute path of checks/mutants
};

/// @brief Defined in the generated source file of the program.
extern const ProgramInfo kProgramInfo;

}  // namespace workshop::checks
