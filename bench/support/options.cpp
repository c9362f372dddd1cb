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

std::vector<Mode> modes(const std::string& list, const std::string& option) {
    const std::vector<Mode> chosen = modes_of(list, option);
    if (checks::on_cpu_device() && chosen != std::vector<Mode>{Mode::cold}) {
        throw std::runtime_error(option + ": the CPU device has one mode, cold");
    }
    return chosen;
}

std::string environment(const char* name, const std::string& otherwise) {
    const char* const value = std::getenv(name);
    return value == nullptr ? otherwise : value;
}

void add(Options& options, const std::string& argument) {
    options.texts.push_back(argument);
    options.rest.push_back(options.texts.back().data());
}

/// Times on the CPU device are no measurement of a kernel, so there a short run is enough.
void add_usual(Options& options) {
    const bool cpu = checks::on_cpu_device();
    const auto unless_set = [&](const char* variable, const std::string& argument) {
        if (std::getenv(variable) == nullptr) add(options, argument);
    };
    unless_set("BENCHMARK_ENABLE_RANDOM_INTERLEAVING",
               "--benchmark_enable_random_interleaving=true");
    unless_set("BENCHMARK_REPETITIONS",
               cpu ? "--benchmark_repetitions=1" : "--benchmark_repetitions=9");
    unless_set("BENCHMARK_MIN_TIME",
               std::string(cpu ? "--benchmark_min_time=0.005" : "--benchmark_min_time=0.02") +
                   WORKSHOP_BENCHMARK_SECONDS);
}

bool is_true(const std::string& text) {
    return text == "true" || text == "1" || text == "yes" || text == "on";
}

/// What Google Benchmark does with these is ours: it must not see them, or see them as well.
bool take(Options& options, const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (name == "--shapes") {
        options.shapes = shapes(value, argument);
    } else if (name == "--modes") {
        options.modes = modes(value, argument);
    } else if (name == "--threads") {
        options.threads = static_cast<int>(number(value, 1024, argument));
        options.threads_chosen = true;
    } else if (argument == "--progress") {
        options.progress = true;
    } else if (name == "--benchmark_report_aggregates_only") {
        options.aggregates_only = equals == std::string::npos || is_true(value);
    } else if (name == "--benchmark_display_aggregates_only") {
        options.display_aggregates_only = equals == std::string::npos || is_true(value);
    } else {
        if (name == "--benchmark_format") options.format = value;
        if (name == "--benchmark_out") options.out = value;
        if (name == "--benchmark_out_format") options.out_format = value;
        if (name == "--benchmark_filter") options.filter = value;
        return false;
    }
    return true;
}

}  // namespace

void Options::add_last(const std::string& argument) {
    texts.push_back(argument);
    rest.insert(rest.end() - 1, texts.back().data());
    ++count;
}

Options parse_options(int count, char** values, const std::vector<Shape>& usual) {
    Options options;
    options.rest.push_back(values[0]);
    add_usual(options);
    options.shapes = usual.empty() ? usual_shapes() : usual;
    options.modes = {Mode::cold};
    if (!checks::on_cpu_device()) options.modes.push_back(Mode::warm);
    options.format = environment("BENCHMARK_FORMAT", "");
    options.out = environment("BENCHMARK_OUT", "");
    options.out_format = environment("BENCHMARK_OUT_FORMAT", "json");
    options.filter = environment("BENCHMARK_FILTER", "");
    for (int i = 1; i < count; ++i) {
        const std::string argument = values[i];
        if (take(options, argument)) continue;
        if (argument == "--help") {
            std::cout << "options of this program: [--shapes=ROWSxCOLS,...] [--threads=N]\n"
                         "          [--modes=cold,warm,eager] [--progress]\n"
                         "and those of Google Benchmark:\n";
        }
        options.rest.push_back(values[i]);
    }
    options.count = static_cast<int>(options.rest.size());
    options.rest.push_back(nullptr);
    return options;
}

}  // namespace workshop::bench
