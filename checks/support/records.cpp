// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "records.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace workshop::checks {

// A record is one letter, the length of the text in decimal, a line feed, and the text.

void send_record(int descriptor, const Record& record) {
    std::string bytes(1, static_cast<char>(record.kind));
    bytes += std::to_string(record.text.size()) + '\n' + record.text;
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t written = ::write(descriptor, bytes.data() + sent, bytes.size() - sent);
        if (written > 0) {
            sent += static_cast<std::size_t>(written);
        } else if (errno != EINTR) {
            return;
        }
    }
}

std::optional<Record> take_record(std::string& buffer) {
    const std::size_t line_end = buffer.find('\n');
    if (line_end == std::string::npos) return std::nullopt;
    std::size_t length = 0;
    std::from_chars(buffer.data() + 1, buffer.data() + line_end, length);
    if (buffer.size() < line_end + 1 + length) return std::nullopt;
    Record record{static_cast<RecordKind>(buffer[0]), buffer.substr(line_end + 1, length)};
    buffer.erase(0, line_end + 1 + length);
    return record;
}

}  // namespace workshop::checks
