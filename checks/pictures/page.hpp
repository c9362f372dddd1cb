// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What pictures look like, and the page around one.

#include <string>

namespace workshop::pictures {

/// @brief The classes that a Picture uses, for light and for dark.
std::string picture_colours();

/// @brief A page that needs nothing but itself: page.html of this folder around a picture. `make
/// docs` makes
///        the same pages of the SVGs.
std::string page_around(const std::string& svg, const std::string& title);

}  // namespace workshop::pictures
