// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "repetition.hpp"

#include <algorithm>
#include <cmath>

#include "faster_way.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {
namespace {

/// The slots that a mode writes to.
std::size_t slots_of(PreparedCase& prepared, Mode mode) {
    return mode == Mode::warm ? 1 : prepared.ring().size();
}

void run_once(PreparedCase& prepared, const Replay& replay) {
    replay.enqueue(1);
    WORKSHOP_CUDA_CHECK(cudaStreamSynchronize(prepared.stream()));
}

std::size_t repeats_of(PreparedCase& prepared, Mode mode, const Instruments& instruments) {
    std::size_t& repeats = prepared.repeats(mode);
    if (repeats > 0) return repeats;
    repeats = 1;
    if (prepared.graph_may_be_slower())
        keep_the_faster_way(prepared.replay(mode), instruments.timer, prepared.stream());
    if (instruments.shortest_burst > 0) {
        instruments.timer.start(prepared.stream());
        prepared.replay(mode).enqueue(1);
        const double seconds = instruments.timer.stop(prepared.stream());
        const double wanted = std::ceil(instruments.shortest_burst / std::max(seconds, 1e-7));
        repeats = static_cast<std::size_t>(std::clamp(wanted, 1.0, 1000.0));
    }
    return repeats;
}

/// After the timing: whether the launches still do all of their work.
std::string problem_afterwards(PreparedCase& prepared, Mode mode, WarmUp& warm_up) {
    const std::size_t slot = mode == Mode::warm ? 0 : prepared.next_slot();
    prepared.ring().poison_output(slot);
    run_once(prepared, prepared.replay(mode));
    warm_up.worked();
    const std::string problem = prepared.problem_in(slot, 1);
    return problem.empty() ? "" : "right while it was timed, and afterwards " + problem;
}

}  // namespace

Repetition run_repetition(PreparedCase& prepared, Mode mode, const Instruments& instruments,
                          const KeepRunning& keep_running, const TookTime& took_time) {
    const Replay& replay = prepared.replay(mode);
    const std::size_t slots = slots_of(prepared, mode);
    instruments.warm_up.before_sample([&] { run_once(prepared, replay); });
    const std::size_t repeats = repeats_of(prepared, mode, instruments);
    const std::size_t burst = repeats * replay.launches();
    if (slots == 1) {
        prepared.ring().poison_output(0);
    } else {
        prepared.ring().poison_outputs();
    }
    WORKSHOP_CUDA_CHECK(cudaDeviceSynchronize());
    Repetition repetition;
    repetition.before = instruments.clocks.read();
    while (keep_running(burst)) {
        instruments.timer.start(prepared.stream());
        replay.enqueue(repeats);
        const double seconds = instruments.timer.stop(prepared.stream());
        took_time(seconds);
        repetition.seconds += seconds;
        repetition.launches += static_cast<std::int64_t>(burst);
    }
    repetition.after = instruments.clocks.read();
    repetition.problem = prepared.problem_in(0, slots);
    if (repetition.problem.empty())
        repetition.problem = problem_afterwards(prepared, mode, instruments.warm_up);
    return repetition;
}

}  // namespace workshop::bench
