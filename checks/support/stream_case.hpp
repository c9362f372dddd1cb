// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How the check `Stream` looks at a call, whatever its arguments are.
///
/// A Case has the arguments and the inputs of a call, one of before and one that comes late:
/// - `bool call_before(bool late)`: a launch of the default stream with one of them, because the
///   first launch of a kernel may have to load it, which waits for the device
/// - `void upload(bool late)`, `std::vector<float> output()`
/// - `HeldCall held_call()`: in a stream that brings the late input
/// - `std::vector<float> brought()`: see OtherOutputs
/// - `bool is_result(got, bool late)`: by the exact result of that input
/// - `void tell_mismatch(got)`

#include <vector>

#include "call_effects.hpp"
#include "held_call.hpp"

namespace workshop::checks {

/// @brief Judges the output of the stream by the exact result.
/// @return false after a report
template <class Case>
bool check_stream_by_values(Case&& one) {
    const ObjectsBeforeFirstCall before;
    if (!one.call_before(false)) return false;
    const CallProblem kept = before.kept();
    one.upload(false);
    const HeldCall held_call = one.held_call();
    if (!call_in_held_stream(held_call)) return false;
    if (!kept.problem.empty()) {
        held_call.tell(kept.problem, kept.cause);
        return false;
    }
    const std::vector<float> got = one.output();
    if (one.is_result(got, true)) return true;
    if (one.is_result(got, false)) {
        held_call.tell(kRanTooEarly, kCauseOfTooEarly);
    } else {
        one.tell_mismatch(got);
    }
    return false;
}

/// @brief Judges it by that of the same call on the default stream.
/// @return false after a report
template <class Case>
bool check_stream_by_default_stream(Case&& one) {
    if (!one.call_before(false)) return false;
    OtherOutputs others;
    others.early = one.output();
    if (!one.call_before(true)) return false;
    others.wanted = one.output();
    others.brought = one.brought();
    one.upload(false);
    const HeldCall held_call = one.held_call();
    return call_in_held_stream(held_call) &&
           judge_by_default_stream(held_call, one.output(), others);
}

}  // namespace workshop::checks
