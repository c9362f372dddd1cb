// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Translates the files that a source includes as well, where they hold CUDA code.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "source.hpp"

namespace workshop::translator {

/// @brief Everything that the translator rewrites in one file.
void translate_code(Source& source);

/// @brief Copies of included files in which launches and the like are translated.
///
/// A file without CUDA code, and which includes none with it, stays where it is. Files of the
/// compiler and of the CPU device are not looked at: only those beside the including file and in
/// the given folders.
class Includes {
  public:
    /// @param[in] folders where the compiler looks for included files (its options -I)
    /// @param[in] output  folder for the translated copies; it must exist
    Includes(std::vector<std::string> folders, std::string output);

    /// @brief Translates what the source includes, and makes its lines `#include` name the copies.
    /// @throws SourceError with its path, when an included file cannot be translated
    void translate(Source& source);

    /// @brief All files that were looked at.
    const std::set<std::string>& files() const { return looked_at_; }

  private:
    std::string find(const std::string& folder, const std::string& name, bool quoted) const;
    std::string translated_copy(const std::string& path);

    std::vector<std::string> folders_;
    std::string output_;
    std::set<std::string> looked_at_;
    std::map<std::string, std::string> copies_;  ///< empty: the file itself will do
};

}  // namespace workshop::translator
