// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which of many names a person may have meant.

#include <string>
#include <vector>

namespace workshop::checks {

/// @brief How many letters have to be added, taken away or changed to make one text of the other;
///        capital letters count as small ones.
std::size_t edits_between(const std::string& one, const std::string& other);

/// @brief The check names nearest to what was asked for.
///
/// A name "function.Property" is compared as a whole and by its two parts, each with all of
/// `asked`; a '*' in it does not count. More than one edit in three letters is no likeness.
/// @return at most three, the nearest first, in order where they are equally near
std::vector<std::string> nearest_names(const std::string& asked,
                                       const std::vector<std::string>& names);

}  // namespace workshop::checks
