// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording.hpp"

#include <cuda_runtime.h>

#include <fstream>
#include <map>
#include <stdexcept>

#include "source_path.hpp"

namespace workshop::pictures {
namespace {

void check(cudaError_t error, const std::string& what) {
    if (error != cudaSuccess) throw std::runtime_error(what + ": " + cudaGetErrorString(error));
}

const std::vector<std::string>& lines_of(const std::string& file) {
    static std::map<std::string, std::vector<std::string>> known;
    const auto found = known.find(file);
    if (found != known.end()) return found->second;
    std::vector<std::string>& lines = known[file];
    const std::string path = readable_path(file, PICTURES_SOURCE_FOLDER, PICTURES_BUILD_FOLDER);
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// A line without comment and indentation; empty behind the end.
std::string code_in(const std::vector<std::string>& lines, std::size_t at) {
    if (at >= lines.size()) return "";
    const std::string line = lines[at].substr(0, lines[at].find("//"));
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    return line.substr(first, line.find_last_not_of(" \t") + 1 - first);
}

}  // namespace

DeviceFloats::DeviceFloats(const std::vector<float>& values) {
    const std::size_t bytes = values.size() * sizeof(float);
    check(cudaMalloc(reinterpret_cast<void**>(&pointer_), bytes), "cudaMalloc");
    check(cudaMemcpy(pointer_, values.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
}

DeviceFloats::~DeviceFloats() {
    cudaFree(pointer_);
}

Recording record(const std::string& call, const std::vector<Named>& names,
                 const std::function<cudaError_t()>& function) {
    emulator::start_step_trace();
    for (const Named& named : names)
        emulator::trace_buffer(named.address, named.name);
    cudaError_t error = function();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    std::vector<TracedLaunch> launches = emulator::stop_step_trace();
    check(error, call);
    if (launches.size() != 1)
        throw std::runtime_error(call + ": " + std::to_string(launches.size()) +
                                 " launches, not 1");
    if (!launches[0].complete)
        throw std::runtime_error(call + ": the trace is not complete; is the kernel watched?");
    Recording recording;
    recording.call = call;
    recording.launch = std::move(launches[0]);
    return recording;
}

std::string code_of(const TraceStep& step) {
    if (step.file.empty() || step.line < 1) return "";
    return code_in(lines_of(step.file), static_cast<std::size_t>(step.line) - 1);
}

std::string statement_of(const TraceStep& step) {
    if (step.file.empty() || step.line < 1) return "";
    const std::vector<std::string>& lines = lines_of(step.file);
    const auto ends = [&](std::size_t at) {
        const std::string line = code_in(lines, at);
        return line.empty() || std::string(";{}:").find(line.back()) != std::string::npos;
    };
    std::size_t first = static_cast<std::size_t>(step.line) - 1;
    std::size_t last = first;
    while (first > 0 && !ends(first - 1))
        --first;
    while (!ends(last))
        ++last;
    std::string statement;
    for (std::size_t at = first; at <= last; ++at)
        statement += (at == first ? "" : "\n") + code_in(lines, at);
    return statement;
}

std::uint64_t element_of(const TraceStep& step, const StepLane& lane) {
    return step.offset(lane) / sizeof(float);
}

}  // namespace workshop::pictures
