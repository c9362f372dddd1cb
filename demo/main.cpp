// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// The program behind `make demo`: the kernels of the lessons on real data, the softmax functions on
// attention scores and the matrix products on what such scores are made from.

#include <cuda_runtime.h>

#include <iostream>
#include <map>

#include "kernel_table.hpp"
#include "report.hpp"
#include "run_kernel.hpp"
#include "run_product.hpp"
#include "show_attention.hpp"
#include "support/device.hpp"

namespace {

using namespace workshop;
using namespace workshop::demo;

constexpr const char* kUsage =
    "usage: workshop_demo [--data FOLDER]\n"
    "Runs the softmax kernels on attention scores of a real transformer, the matrix products on\n"
    "its weights and activations, and checks every element.\n"
    "  --data FOLDER  where the .scores files are, and causal.projection for the products\n"
    "                 (default: the data folder of the workshop)\n"
    "Exit code: 0 all within bounds, 1 a wrong element, 2 an error.\n";

/// A GPU gets the rows often enough to fill its memory system and leave its cache behind; the CPU
/// device gets them once.
std::int64_t copies_for(const AttentionScores& scores) {
    constexpr std::size_t kBytesOnGpu = std::size_t{64} << 20;
    if (checks::on_cpu_device()) return 1;
    const std::size_t bytes = scores.scores.size() * sizeof(float);
    return static_cast<std::int64_t>((kBytesOnGpu + bytes - 1) / bytes);
}

/// Runs `call` and puts what was run in front of its error.
template <typename Call>
void told(const std::string& kernel, const std::string& data, const Call& call) {
    try {
        call();
    } catch (const std::exception& error) {
        throw std::runtime_error(kernel + " on " + data + "\n  " + error.what());
    }
}

/// Everything that was read and computed.
struct Demo {
    std::map<std::string, AttentionScores> data;
    std::map<std::string, std::vector<float>> weights;  // of the shown kernel, for the scenes
    std::vector<ReportLine> lines;
    std::vector<ModelDifference> differences;
};

void run_softmaxes(const std::filesystem::path& file, Demo& demo) {
    AttentionScores scores = load_attention_scores(file);
    const std::int64_t copies = copies_for(scores);
    const double copy = checks::on_cpu_device() ? 0 : copy_milliseconds(scores, copies);
    for (const DemoKernel& kernel : kernel_table()) {
        told(kernel.function.name, scores.name, [&] {
            demo.lines.push_back({run_kernel(kernel, scores, copies), copy});
        });
        if (kernel.function.name == shown_kernel().function.name) {
            demo.weights[scores.name] = demo.lines.back().run.weights;
        }
    }
    demo.data.emplace(scores.name, std::move(scores));
}

void run_all_products(const std::filesystem::path& file, Demo& demo) {
    const Projection real = load_projection(file);
    for (const DemoProduct& product : product_table()) {
        told(product.function.name, file.filename().string(), [&] {
            const std::vector<KernelRun> runs = run_products(product, real);
            for (const KernelRun& run : runs)
                demo.lines.push_back({run, 0});
            if (!demo.data.contains("causal")) return;
            demo.differences.push_back(
                {product.function.name, product.lesson,
                 difference_to_model(runs.back(), real, demo.data.at("causal"))});
        });
    }
}

/// @param folder empty: the data of the workshop
int run_demo(const std::filesystem::path& folder) {
    const auto files = folder.empty() ? attention_score_files() : attention_score_files(folder);
    if (checks::device_state() != cudaSuccess) {
        throw std::runtime_error(checks::describe_device() +
                                 "\n  next: make env, or make demo BACKEND=emulator");
    }
    std::cout << "The kernels of the lessons on data of a real transformer (all-MiniLM-L6-v2)\n"
              << "device: " << checks::describe_device() << "\n\n";
    Demo demo;
    for (const auto& file : files)
        run_softmaxes(file, demo);
    const auto projection = files.front().parent_path() / "causal.projection";
    // A folder of the user's own need not have it.
    if (folder.empty() || exists(projection)) run_all_products(projection, demo);
    std::cout << "What the tokens attend to, computed by " << shown_kernel().function.name
              << ":\n\n";
    for (const Scene& scene : scenes()) {
        if (!demo.data.contains(scene.data)) continue;  // a folder of the user's own files
        show_scene(std::cout, scene, demo.data.at(scene.data), demo.weights.at(scene.data));
    }
    if (demo.differences.empty() && !exists(projection)) {
        // The path has its own line: how long it is, nobody knows.
        std::cout << "The matrix products are left out, for there is no file\n  "
                  << projection.string() << "\n\n";
    }
    return print_report(std::cout, demo.lines, demo.differences, checks::on_cpu_device()) ? 0 : 1;
}

}  // namespace

int main(int count, char** values) {
    const std::vector<std::string> arguments(values + 1, values + count);
    try {
        if (arguments.empty()) return run_demo({});
        if (arguments.size() == 2 && arguments[0] == "--data" && !arguments[1].empty()) {
            return run_demo(arguments[1]);
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
