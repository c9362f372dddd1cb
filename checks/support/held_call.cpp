// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "held_call.hpp"

#include <algorithm>
#include <cstdint>

#include "call_effects.hpp"
#include "compare.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "report.hpp"

namespace workshop::checks {

namespace {

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return compare_bits(a, b, 1, static_cast<std::int64_t>(a.size())).all_right();
}

}  // namespace

PinnedValues::PinnedValues(const std::vector<float>& values)
    : bytes_(values.size() * sizeof(float)) {
    require(cudaMallocHost(&memory_, bytes_), "cudaMallocHost");
    std::copy(values.begin(), values.end(), static_cast<float*>(memory_));
}

PinnedValues::~PinnedValues() {
    (void)cudaFreeHost(memory_);
}

void PinnedValues::copy_to(const float* device, cudaStream_t stream) const {
    require(cudaMemcpyAsync(const_cast<float*>(device), memory_, bytes_, cudaMemcpyHostToDevice,
                            stream),
            "cudaMemcpyAsync");
}

bool call_in_held_stream(const HeldCall& held_call) {
    HeldStream held;
    held_call.bring(held.stream());
    cudaError_t returned = cudaSuccess;
    const CallProblem effect =
        watch_call([&] { return held_call.call(held.stream()); }, held.stream(), &returned);
    // A kernel that is on the default stream by mistake has to run before the copy, not by luck of
    // timing: a busy GPU may start it late. The held stream is non-blocking, so this does not wait
    // for it; with nothing on the default stream it returns at once.
    require(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize of the default stream");
    held.release();
    const cudaError_t finished = cudaStreamSynchronize(held.stream());
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    if (returned != cudaSuccess || finished != cudaSuccess) {
        held_call.tell("The function returned " + describe_error(returned) +
                           ", the stream ended with " + describe_error(finished) + '.',
                       "");
        return false;
    }
    if (held.holds_back() && held.gave_up_waiting()) {
        held_call.tell("The function waited for the work of its stream.",
                       "cudaDeviceSynchronize() or cudaStreamSynchronize() in the function. "
                       "The caller decides when to wait.");
        return false;
    }
    if (!effect.problem.empty()) {
        held_call.tell(effect.problem, effect.cause);
        return false;
    }
    return true;
}

bool judge_by_default_stream(const HeldCall& held_call, const std::vector<float>& got,
                             const OtherOutputs& others) {
    if (same_bits(got, others.wanted)) return true;
    const bool overwritten = !others.brought.empty() && same_bits(got, others.brought);
    if (overwritten || same_bits(got, others.early)) {
        held_call.tell(kRanTooEarly, kCauseOfTooEarly);
        return false;
    }
    held_call.tell("The result is another one than that of the same call on the default stream.",
                   "A part of the work is on another stream, or the result is not the same on "
                   "each run: see Determinism.");
    return false;
}

}  // namespace workshop::checks
