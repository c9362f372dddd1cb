// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Writes JSON, value by value.

#include <cstdint>
#include <string>

namespace workshop::emulator::profile {

class JsonWriter {
  public:
    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    /// @brief The name of the value that follows.
    JsonWriter& key(const std::string& name);
    JsonWriter& value(const std::string& text);
    JsonWriter& value(const char* text) { return value(std::string(text)); }
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(unsigned number) { return value(std::uint64_t{number}); }
    JsonWriter& value(int number);
    JsonWriter& value(double number);
    JsonWriter& value(bool truth);

    template <class T>
    JsonWriter& member(const std::string& name, const T& what) {
        return key(name).value(what);
    }
    const std::string& text() const { return text_; }

  private:
    void separate();

    std::string text_;
    bool first_ = true;  ///< nothing stands before in this object or array
};

}  // namespace workshop::emulator::profile
