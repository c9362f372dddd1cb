// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Profiles for people and for programs: a text table, JSON, and a page for a browser.
///
/// A program that is started with WORKSHOP_PROFILE=FOLDER counts all its launches and writes all
/// three there when it ends, without a change to its source.

#include <string>
#include <vector>

#include "profile.h"

namespace workshop::emulator {

/// @brief One figure of a kernel, with what it means.
struct Figure {
    std::string group;   ///< "global loads"
    std::string name;    ///< "sectors per request"
    double value = 0.0;  ///< a whole number, unless `decimals` is not 0
    int decimals = 0;
    std::string unit;    ///< "%", "bytes", or empty
    std::string words;   ///< one sentence without a full stop
    std::string metric;  ///< what ncu calls it; empty when it has no such figure
};

/// @brief The figures of a kernel, in the order in which people should read them.
std::vector<Figure> figures_of(const KernelProfile& kernel);

/// @brief "12,345.60"
std::string number_text(double value, int decimals);

/// @brief The ncu command that shows the same figures on a GPU.
/// @param[in] program what stands at its end
std::string ncu_command(const std::vector<KernelProfile>& kernels, const std::string& program);

/// @brief What was run, for the head of a report.
struct ReportTitle {
    std::string title;    ///< "Lesson 1: serial softmax"
    std::string details;  ///< "rows 64, cols 1024"; may be empty
    std::string program;  ///< for the ncu command
};

/// @brief A table for a terminal, at most 100 columns wide except for source lines.
std::string profile_text(const ReportTitle& title, const std::vector<KernelProfile>& kernels);

/// @brief Everything that was counted.
std::string profile_json(const ReportTitle& title, const std::vector<KernelProfile>& kernels);

/// @brief A page that needs nothing but itself: source with counts beside each line, and
///        pictures of single requests. Reads the source files.
std::string profile_html(const ReportTitle& title, const std::vector<KernelProfile>& kernels);

/// @brief Writes profile.txt, profile.json and profile.html into a folder, which is made.
/// @return empty, or what went wrong
std::string write_profile(const std::string& folder, const ReportTitle& title,
                          const std::vector<KernelProfile>& kernels);

}  // namespace workshop::emulator
