// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a GPU does after a pause: its clock is low at first. The same launches are timed in the
// first 100 ms after pauses of several lengths, from 100 to 400 ms, and from 400 to 800 ms. The
// benchmarks warm up before they measure because of this. Usage: bench_experiment_idle-clocks
// [--pauses=2,5,10,20,40] [--rounds=2] [--benchmark_out=FILE]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "clocks.hpp"
#include "result_file.hpp"
#include "ring.hpp"
#include "samples.hpp"
#include "softmax_cases.hpp"
#include "support/device.hpp"
#include "support/inputs.hpp"
#include "timer.hpp"
#include "warm_up.hpp"
#include "workshop/cuda_check.hpp"

namespace {

using namespace workshop;
using namespace workshop::bench;

constexpr std::int64_t kRows = 4096;
constexpr std::int64_t kCols = 4096;

struct Window {
    const char* name;
    double begin, end;  // seconds since the end of the pause
};
constexpr Window kWindows[] = {
    {"0-100_ms", 0.0, 0.1}, {"100-400_ms", 0.1, 0.4}, {"400-800_ms", 0.4, 0.8}};

struct Burst {
    double seconds_of_launch;
    double sm_mhz;
};
using Samples = std::map<std::string, std::vector<Burst>>;

struct Settings {
    std::vector<double> pauses{2, 5, 10, 20, 40};
    int rounds = 2;  // with these pauses: less than three minutes
    std::string out;
};

double number_of(const std::string& text, const std::string& option, double most) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value > 0) || !(value <= most)) {
        throw std::runtime_error(option + ": '" + text + "' is no number from above 0 to " +
                                 std::to_string(static_cast<int>(most)));
    }
    return value;
}

Settings settings_of(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        const std::string value = argument.substr(argument.find('=') + 1);
        if (argument.starts_with("--pauses=")) {
            settings.pauses.clear();
            std::istringstream list(value);
            for (std::string one; std::getline(list, one, ',');)
                settings.pauses.push_back(number_of(one, argument, 600));
        } else if (argument.starts_with("--rounds=")) {
            settings.rounds = static_cast<int>(number_of(value, argument, 100));
        } else if (argument.starts_with("--benchmark_out=")) {
            settings.out = value;
        } else if (!argument.starts_with("--benchmark_out_format=json")) {
            throw std::runtime_error("unknown option " + argument);
        }
    }
    return settings;
}

/// Launches until the last window is over, and puts each burst into its window.
void after_pause(const BenchCase& one, const Ring& ring, DeviceClocks& clocks,
                 const std::string& pause, Samples& samples) {
    constexpr int kBurst = 16;
    EventTimer timer;
    std::size_t slot = 0;
    const double begin = host_seconds();
    for (double now = 0; now < kWindows[2].end; now = host_seconds() - begin) {
        timer.start(nullptr);
        for (int i = 0; i < kBurst; ++i, slot = (slot + 1) % ring.size()) {
            WORKSHOP_CUDA_CHECK(one.function.call(
                {kRows, kCols, ring.input(slot), kCols, ring.output(slot), kCols, 256, nullptr}));
        }
        const double seconds = timer.stop(nullptr) / kBurst;
        for (const Window& window : kWindows) {
            if (now < window.begin || now >= window.end) continue;
            samples[pause + "/" + window.name].push_back({seconds, clocks.read().sm_mhz});
        }
    }
}

template <class Get>
double median_of(const std::vector<Burst>& bursts, const Get& get) {
    std::vector<double> values;
    for (const Burst& burst : bursts)
        values.push_back(get(burst));
    return median(values);
}

void print(const Samples& samples, const Settings& settings, std::ostream& out) {
    char line[160];
    std::snprintf(line, sizeof line, "%-10s %-14s %10s %10s %8s\n", "pause", "window", "us",
                  "SM MHz", "bursts");
    out << line;
    for (const double pause : settings.pauses) {
        for (const Window& window : kWindows) {
            std::snprintf(line, sizeof line, "%g_s", pause);
            const std::string name = line;
            const auto found = samples.find(name + "/" + window.name);
            if (found == samples.end()) continue;
            std::snprintf(
                line, sizeof line, "%-10s %-14s %10.2f %10.0f %8zu\n", name.c_str(), window.name,
                1e6 * median_of(found->second, [](const Burst& s) { return s.seconds_of_launch; }),
                median_of(found->second, [](const Burst& s) { return s.sm_mhz; }),
                found->second.size());
            out << line;
        }
    }
}

/// One row for each burst, in the form of Google Benchmark.
void write_json(const Samples& samples, ResultFile& result) {
    std::ofstream out(result.growing());
    out << "{\n  \"context\": {\"device\": \"" << checks::describe_device()
        << "\", \"lesson\": \"idle-clocks\"},\n  \"benchmarks\": [";
    const char* comma = "\n";
    for (const auto& [name, all] : samples) {
        for (const Burst& sample : all) {
            out << comma << "    {\"name\": \"softmax_in_registers/" << name
                << "/manual_time\", \"run_type\": \"iteration\", \"real_time\": "
                << 1e6 * sample.seconds_of_launch
                << ", \"time_unit\": \"us\", \"sm_mhz_after\": " << sample.sm_mhz << "}";
            comma = ",\n";
        }
    }
    out << "\n  ]\n}\n";
    const std::string fault = fault_of(out);
    if (!fault.empty()) throw std::runtime_error(result.message(fault));
    result.keep();
}

}  // namespace

int main(int count, char** arguments) try {
    const Settings settings = settings_of(count, arguments);
    ResultFile result(settings.out);
    char bus_id[64] = {};
    WORKSHOP_CUDA_CHECK(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, 0));
    const std::unique_ptr<DeviceClocks> clocks = nvml_clocks(bus_id);
    const BenchCase one = register_softmax_case();
    Ring ring(kRows * kCols, kRows * kCols);
    ring.fill_inputs(checks::normals(kRows, kCols, 1).values);
    Samples samples;
    for (int round = 0; round < settings.rounds; ++round) {
        for (const double pause : settings.pauses) {
            std::cerr << "round " << round + 1 << " of " << settings.rounds << ": a pause of "
                      << pause << " s\n";
            WORKSHOP_CUDA_CHECK(cudaDeviceSynchronize());
            std::this_thread::sleep_for(std::chrono::duration<double>(pause));
            char name[40];
            std::snprintf(name, sizeof name, "%g_s", pause);
            after_pause(one, ring, *clocks, name, samples);
        }
    }
    std::cout << checks::describe_device() << ", clocks: " << clocks->source() << "\n";
    print(samples, settings, std::cout);
    if (!settings.out.empty()) write_json(samples, result);
    return 0;
} catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 2;
}
