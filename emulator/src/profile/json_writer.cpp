// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "json_writer.hpp"

#include <cmath>
#include <cstdio>

namespace workshop::emulator::profile {

void JsonWriter::separate() {
    if (!first_) text_ += ',';
    first_ = false;
}

JsonWriter& JsonWriter::begin_object() {
    separate();
    text_ += '{';
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::end_object() {
    text_ += '}';
    first_ = false;
    return *this;
}

JsonWriter& JsonWriter::begin_array() {
    separate();
    text_ += '[';
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::end_array() {
    text_ += ']';
    first_ = false;
    return *this;
}

JsonWriter& JsonWriter::key(const std::string& name) {
    if (!first_) text_ += ",\n";
    first_ = true;
    value(name);
    text_ += ':';
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(const std::string& text) {
    separate();
    text_ += '"';
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            text_ += '\\';
            text_ += c;
        } else if (code < 0x20 || c == '<' || c == '>') {
            // '<' as a number, so that the text cannot end a script element of a page.
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", code);
            text_ += escape;
        } else {
            text_ += c;
        }
    }
    text_ += '"';
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    separate();
    text_ += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(int number) {
    separate();
    text_ += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    separate();
    char text[40];
    std::snprintf(text, sizeof text, "%.10g", number);
    text_ += std::isfinite(number) ? text : "null";
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    separate();
    text_ += truth ? "true" : "false";
    return *this;
}

}  // namespace workshop::emulator::profile
