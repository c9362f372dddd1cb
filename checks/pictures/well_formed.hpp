// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Whether a text is XML that a browser takes: for the tests of the pictures.

#include <string>

namespace workshop::pictures {

/// @return empty when every element is closed, every attribute quoted and no sign stands alone;
///         else what is wrong first
std::string xml_problem(const std::string& text);

}  // namespace workshop::pictures
