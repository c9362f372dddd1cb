// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// The program behind `make demo`: the softmax kernels of the lessons on real attention scores.

#include <cuda_runtime.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "kernel_table.hpp"
#include "report.hpp"
#include "run_kernel.hpp"
#include "show_attention.hpp"
#include "support/device.hpp"

namespace {

using namespace workshop;
using namespace workshop::demo;

constexpr const char* kUsage =
    "usage: workshop_demo [--data FOLDER]\n"
    "Runs the softmax kernels on attention scores of a real transformer and checks every element.\n"
    "  --data FOLDER  where the .scores files are (default: the data folder of the workshop)\n"
    "Exit code: 0 all within bounds, 1 a wrong element, 2 an error.\n";

/// A GPU gets the rows often enough to fill its memory system and leave its cache behind; the CPU
/// device gets them once.
std::int64_t copies_for(const AttentionScores& scores) {
    constexpr std::size_t kBytesOnGpu = std::size_t{64} << 20;
    if (checks::on_cpu_device()) return 1;
    const std::size_t bytes = scores.scores.size() * sizeof(float);
    return static_cast<std::int64_t>((kBytesOnGpu + bytes - 1) / bytes);
}

int run_demo(const std::vector<std::filesystem::path>& files) {
    if (checks::device_state() != cudaSuccess) {
        throw std::runtime_error(checks::describe_device() +
                                 "\n  next: make env, or make demo BACKEND=emulator");
    }
    const bool cpu_device = checks::on_cpu_device();
    std::cout
        << "Softmax kernels on the attention scores of a real transformer (all-MiniLM-L6-v2)\n"
        << "device: " << checks::describe_device() << "\n\n";
    std::map<std::string, AttentionScores> data;
    std::map<std::string, std::vector<float>> weights;  // of the last kernel, for the scenes
    std::vector<ReportLine> lines;
    for (const auto& file : files) {
        AttentionScores scores = load_attention_scores(file);
        const std::int64_t copies = copies_for(scores);
        const double copy = cpu_device ? 0 : copy_milliseconds(scores, copies);
        for (const DemoKernel& kernel : kernel_table()) {
            try {
                lines.push_back({run_kernel(kernel, scores, copies), copy});
            } catch (const std::exception& error) {
                throw std::runtime_error(kernel.function.name + " on " + scores.name + "\n  " +
                                         error.what());
            }
        }
        weights[scores.name] = lines.back().run.weights;
        data.emplace(scores.name, std::move(scores));
    }
    std::cout << "What the tokens attend to, computed by " << kernel_table().back().function.name
              << ":\n\n";
    for (const Scene& scene : scenes()) {
        if (!data.contains(scene.data)) continue;  // a folder of the user's own files
        show_scene(std::cout, scene, data.at(scene.data), weights.at(scene.data));
    }
    return print_report(std::cout, lines, cpu_device) ? 0 : 1;
}

}  // namespace

int main(int count, char** values) {
    const std::vector<std::string> arguments(values + 1, values + count);
    try {
        if (arguments.empty()) return run_demo(attention_score_files());
        if (arguments.size() == 2 && arguments[0] == "--data") {
            return run_demo(attention_score_files(arguments[1]));
        }
        const bool help = arguments[0] == "--help" || arguments[0] == "-h";
        (help ? std::cout : std::cerr) << kUsage;
        return help ? 0 : 2;
    } catch (const std::exception& error) {
        std::cout.flush();
        std::cerr << "FAILED: " << error.what() << "\n";
        return 2;
    }
}
