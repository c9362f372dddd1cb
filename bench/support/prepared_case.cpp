// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "prepared_case.hpp"

#include <algorithm>

#include "support/inputs.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {
namespace {

/// What the driver, a library beside us and the host's other programs may still want.
constexpr std::size_t kReserve = std::size_t{256} << 20;

checks::HostMatrix input_of(const BenchCase& one, const Shape& shape) {
    return one.input ? one.input(shape.rows, shape.cols)
                     : checks::normals(shape.rows, shape.cols, 2);
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
    : check_(check), stream_(stream), ring_(input.values.size(), floats_out(one, shape)) {
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

OutputCheck& PreparedCases::check_of(const BenchCase& one, const Shape& shape, int threads) {
    const std::string name = name_of(one, shape);
    const auto found = checks_.find(name);
    if (found != checks_.end()) return found->second;
    const auto oracle = [one, shape, threads] {
        return one.function.oracle(input_of(one, shape), threads);
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
    const checks::HostMatrix input = input_of(one, shape);
    make_room(Ring::bytes_needed(input.values.size(), floats_out(one, shape)));
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
