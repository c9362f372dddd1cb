// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What figures mean, in plain English. Sentences without a full stop.

#include <emulator/profile.h>

#include <string>

namespace workshop::emulator::profile {

/// @brief "global loads", "shared stores" ...
std::string kind_name(RequestKind kind);

std::string words_on_blocks(double blocks, int multiprocessors);
std::string words_on_threads(unsigned threads);
std::string words_on_reads(const BufferProfile& buffer);
std::string words_on_writes(const BufferProfile& buffer);
std::string words_on_sectors(const RequestCounts& counts, RequestKind kind);
std::string words_on_waves(const RequestCounts& counts);
std::string words_on_lanes(const RequestCounts& counts);
std::string words_on_width(int bytes);
std::string words_on_barriers(const KernelProfile& kernel);
std::string words_on_divergence(const KernelProfile& kernel);

}  // namespace workshop::emulator::profile
