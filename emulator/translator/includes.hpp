// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Translates the files that a source includes as well, where they hold CUDA code.

#include <map>
#include <string>
#include <vector>

#include "shared_memory.hpp"
#include "source.hpp"

namespace workshop::translator {

/// @brief Everything that the translator rewrites in one file.
/// @param[in,out] source the file
/// @param[in,out] words  macros for shared memory, of the files that it includes and then its own
void translate_code(Source& source, SharedWords& words);

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
    std::vector<std::string> files() const;

    /// @brief Macros for shared memory, of the included files.
    SharedWords& words() { return words_; }

  private:
    std::string find(const std::string& folder, const std::string& name, bool quoted) const;
    /// @return where the copy is or will be; empty when the file itself will do
    std::string translated_copy(const std::string& path);

    std::vector<std::string> folders_;
    std::string output_;
    /// A file that is included.
    struct Copy {
        std::string path;
        bool finished = false;
        bool wanted = false;  ///< it has CUDA code, or includes itself: the copy takes its place
    };
    std::map<std::string, Copy> copies_;
    SharedWords words_;
};

}  // namespace workshop::translator
