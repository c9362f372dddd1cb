// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The fixed parts of the page. They load nothing from anywhere.

namespace workshop::emulator::profile {

extern const char* const page_style;    ///< CSS
extern const char* const page_script;   ///< JavaScript that fills the page
extern const char* const page_picture;  ///< JavaScript that draws one request

}  // namespace workshop::emulator::profile
