// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the runner knows about every check.

#include <string>
#include <vector>

namespace workshop::checks {

/// @brief How a check ended.
enum class State {
    waiting,  ///< it has not run yet
    passed,
    failed,
    skipped,
    not_run,  ///< left out, because others ran into the time limit; the message says which
};

/// @brief One check and how it ended.
struct CheckResult {
    std::string function;  ///< "serial_softmax"
    std::string property;  ///< "WritesEveryElement"
    State state = State::waiting;
    std::string message;   ///< the report of a failure, or the reason of a skip
    std::string output;    ///< what the kernel or the device printed meanwhile
    double begun = 0.0;    ///< when it began: seconds since the run did
    double seconds = 0.0;  ///< by the clock
    bool out_of_time = false;

    /// @brief Name of the check with that of its suite.
    std::string name() const { return function + '.' + property; }
};

/// @brief All checks of a program, in order.
struct RunResults {
    std::vector<CheckResult> checks;
    std::string device;      ///< description of the device, from the worker
    std::string cannot_run;  ///< set when no check could run at all: the reason
    double seconds = 0.0;
    bool complete = true;  ///< all checks of the program were asked for

    /// @brief Number of checks that ended so.
    std::size_t count(State state) const {
        std::size_t number = 0;
        for (const CheckResult& check : checks)
            number += check.state == state ? 1 : 0;
        return number;
    }
    /// @brief Whether every check that ran has passed.
    bool all_good() const {
        return cannot_run.empty() && count(State::failed) == 0 && count(State::not_run) == 0 &&
               count(State::waiting) == 0;
    }
};

}  // namespace workshop::checks
