// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "options.hpp"

#include <charconv>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "support/device.hpp"

namespace workshop::bench {
namespace {

std::int64_t number(const std::string& text, std::int64_t most, const std::string& option) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || value < 1 || value > most) {
        throw std::runtime_error(option + ": '" + text + "' is not a number from 1 to " +
                                 std::to_string(most));
    }
    return value;
}

std::vector<Shape> shapes(const std::string& list, const std::string& option) {
    constexpr std::int64_t kMost = std::int64_t{1} << 30;
    std::vector<Shape> result;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        const std::size_t cross = word.find('x');
        if (cross == std::string::npos) throw std::runtime_error(option + ": give ROWSxCOLS");
        result.push_back({number(word.substr(0, cross), kMost, option),
                          number(word.substr(cross + 1), kMost, option)});
    }
    if (result.empty()) throw std::runtime_error(option + ": give ROWSxCOLS");
    return result;
}

/// 64 MiB each on a GPU: short rows, long rows, few very long rows. Small on the CPU device.
std::vector<Shape> usual_shapes() {
    if (checks::on_cpu_device()) return {{64, 128}, {16, 1024}};
    return {{131072, 128}, {16384, 1024}, {2048, 8192}, {128, 131072}};
}

}  // namespace

Options parse_options(int count, char** values, const std::vector<Shape>& usual) {
    // On the CPU device a short run is enough: its times are no measurement of a kernel. Placed
    // first, so that the user's own value wins.
    static char shorter[] = "--benchmark_min_time=0.005";
    Options options;
    options.rest.push_back(values[0]);
    if (checks::on_cpu_device()) options.rest.push_back(shorter);
    options.shapes = usual.empty() ? usual_shapes() : usual;
    options.own_table = std::getenv("BENCHMARK_FORMAT") == nullptr;
    for (int i = 1; i < count; ++i) {
        const std::string argument = values[i];
        if (argument.starts_with("--shapes=")) {
            options.shapes = shapes(argument.substr(9), argument);
        } else if (argument.starts_with("--threads=")) {
            options.threads = static_cast<int>(number(argument.substr(10), 1024, argument));
            options.threads_chosen = true;
        } else {
            if (argument == "--help") {
                std::cout << "options of this program: [--shapes=ROWSxCOLS,...] [--threads=N]\n"
                             "and those of Google Benchmark:\n";
            }
            if (argument.starts_with("--benchmark_format=")) options.own_table = false;
            options.rest.push_back(values[i]);
        }
    }
    options.count = static_cast<int>(options.rest.size());
    options.rest.push_back(nullptr);
    return options;
}

}  // namespace workshop::bench
