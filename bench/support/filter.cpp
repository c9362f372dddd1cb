// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "filter.hpp"

#include <regex>

namespace workshop::bench {

bool passes_filter(const std::string& name, const std::string& filter) {
    const bool negative = filter.starts_with('-');
    const std::string pattern = negative ? filter.substr(1) : filter;
    if (pattern.empty() || pattern == "all") return true;
    try {
        return std::regex_search(name, std::regex(pattern, std::regex::extended)) != negative;
    } catch (const std::regex_error&) {
        return true;  // Google Benchmark tells the person
    }
}

}  // namespace workshop::bench
