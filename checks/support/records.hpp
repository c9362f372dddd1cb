// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The records that the worker sends to the parent through a pipe.

#include <optional>
#include <string>

namespace workshop::checks {

/// @brief What a record says.
enum class RecordKind : char {
    device = 'D',     ///< description of the device
    no_device = 'N',  ///< there is none; the text says why
    start = 'S',      ///< a check starts; the text is its name
    failure = 'F',    ///< the running check failed; the text is the report
    skip = 'K',       ///< the running check is skipped; the text is the reason
    sticky = 'X',     ///< the device is broken until a fresh process; the text is the error's name
    end = 'E',        ///< the running check ended; the text is its time in seconds
};

/// @brief One record.
struct Record {
    RecordKind kind;
    std::string text;
};

/// @brief Writes a record to a file descriptor. A parent that is gone is ignored.
void send_record(int descriptor, const Record& record);

/// @brief Takes one whole record off the front of a buffer.
/// @param[in,out] buffer bytes as read from the pipe
/// @return nothing when the buffer does not hold a whole record yet
std::optional<Record> take_record(std::string& buffer);

}  // namespace workshop::checks
