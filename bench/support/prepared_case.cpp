// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "prepared_case.hpp"

#include <algorithm>

#include "device_words.hpp"
#include "support/inputs.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {
namespace {

/// What the driver, a library beside us and the host's other programs may still want.
constexpr std::size_t kReserve = std::size_t{256} << 20;

using SharedMatrix = std::shared_ptr<const checks::HostMatrix>;

/// The usual input of a shape. Many functions get the same one, and to make it takes longer than
/// most measurements, so the last ones are kept, up to a bound.
SharedMatrix usual_input(const Shape& shape) {
    constexpr std::size_t kMostFloats = std::size_t{1} << 28;
    static std::list<std::pair<std::string, SharedMatrix>> kept;  // the last made comes first
    for (const auto& [text, matrix] : kept) {
        if (text == shape.text()) return matrix;
    }
    std::size_t floats = static_cast<std::size_t>(shape.rows * shape.cols);
    for (const auto& [text, matrix] : kept)
        floats += matrix->values.size();
    while (!kept.empty() && floats > kMostFloats) {
        floats -= kept.back().second->values.size();
        kept.pop_back();
    }
    kept.emplace_front(shape.text(), std::make_shared<const checks::HostMatrix>(
                                         checks::normals(shape.rows, shape.cols, 2)));
    return kept.front().second;
}

SharedMatrix input_of(const BenchCase& one, const Shape& shape) {
    if (!one.input) return usual_input(shape);
    return std::make_shared<const checks::HostMatrix>(one.input(shape.rows, shape.cols));
}

std::size_t floats_out(const BenchCase& one, const Shape& shape) {
    return static_cast<std::size_t>(shape.rows * one.function.output_columns(shape.cols));
}

}  // namespace

std::string name_of(const BenchCase& one, const Shape& shape) {
    return one.function.name + "/" + shape.text();
}

PreparedCase::PreparedCase(const BenchCase& one, const Shape& shape, int threads,
                           const checks::HostMatrix& input, OutputCheck& check, cudaStream_t stream)
    : check_(check),
      stream_(stream),
      ring_(input.values.size(), floats_out(one, shape)),
      graph_may_be_slower_(one.graph_may_be_slower) {
    ring_.fill_inputs(input.values);
    const std::int64_t output_cols = one.function.output_columns(shape.cols);
    launch_ = [this, one, shape, threads, output_cols](std::size_t slot) {
        const cudaError_t error =
            one.function.call({shape.rows, shape.cols, ring_.input(slot), shape.cols,
                               ring_.output(slot), output_cols, threads, stream_});
        throw_on_cuda_error(error, one.function.name.c_str(), __FILE__, __LINE__);
    };
}

Replay& PreparedCase::replay(Mode mode) {
    std::unique_ptr<Replay>& replay = replays_[mode];
    if (replay == nullptr) {
        launch_(0);  // what a first call allocates or loads cannot be captured
        WORKSHOP_CUDA_CHECK(cudaStreamSynchronize(stream_));
        replay = std::make_unique<Replay>(mode, ring_.size(), launch_, stream_);
    }
    return *replay;
}

std::string PreparedCase::problem_in(std::size_t first_slot, std::size_t slots) {
    const std::size_t count = ring_.output_floats();
    for (std::size_t slot = first_slot; slot < first_slot + slots; ++slot) {
        if (check_.has_verified()) {
            if (verified_ == nullptr) {
                verified_ = std::make_unique<DeviceFloats>(count);
                WORKSHOP_CUDA_CHECK(cudaMemcpy(verified_->data(), check_.verified().data(),
                                               count * sizeof(float), cudaMemcpyHostToDevice));
            }
            const std::int64_t different =
                first_different_slot(ring_.output(slot), first_slot + slots - slot,
                                     ring_.output_pitch(), verified_->data(), count);
            if (different < 0) return "";
            slot += static_cast<std::size_t>(different);
        }
        // Other bits may be right as well.
        const std::string problem = check_.problem_of(ring_.fetch(slot));
        if (!problem.empty()) return problem;
    }
    return "";
}

OutputCheck& PreparedCases::check_of(const BenchCase& one, const Shape& shape, int threads) {
    const std::string name = name_of(one, shape);
    const auto found = checks_.find(name);
    if (found != checks_.end()) return found->second;
    const auto oracle = [one, shape, threads] {
        return one.function.oracle(*input_of(one, shape), threads);
    };
    return checks_.emplace(name, OutputCheck(oracle)).first->second;
}

void PreparedCases::make_room(std::size_t bytes) {
    while (!recent_.empty() && free_bytes_() < bytes + kReserve)
        recent_.pop_back();
}

bool PreparedCases::has(const std::string& name) const {
    return std::any_of(recent_.begin(), recent_.end(),
                       [&](const Entry& entry) { return entry.first == name; });
}

PreparedCase& PreparedCases::get(const BenchCase& one, const Shape& shape, int threads) {
    const std::string name = name_of(one, shape);
    const auto found = std::find_if(recent_.begin(), recent_.end(),
                                    [&](const Entry& entry) { return entry.first == name; });
    if (found != recent_.end()) {
        recent_.splice(recent_.begin(), recent_, found);
        return *recent_.front().second;
    }
    const SharedMatrix shared_input = input_of(one, shape);
    const checks::HostMatrix& input = *shared_input;
    make_room(Ring::bytes_needed(input.values.size(), floats_out(one, shape)) +
              floats_out(one, shape) * sizeof(float));  // and the output that was found right
    OutputCheck& check = check_of(one, shape, threads);
    while (true) {
        try {
            recent_.emplace_front(
                name, std::make_unique<PreparedCase>(one, shape, threads, input, check, stream_));
            return *recent_.front().second;
        } catch (const CudaError& error) {
            // The free memory may be in pieces, or taken by others since.
            if (error.error() != cudaErrorMemoryAllocation || recent_.empty()) throw;
            (void)cudaGetLastError();
            recent_.pop_back();
        }
    }
}

}  // namespace workshop::bench
