// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How far a run is, for a person who waits.

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

#include "warm_up.hpp"

namespace workshop::bench {

/// @brief Counts repetitions and guesses the time that is left. The first repetition of a case at a
///        shape takes longer, because its data and the wanted output are made, so the two kinds are
///        timed apart.
class Progress {
  public:
    /// @param[in] out where the line is written; each one replaces the last
    Progress(std::ostream& out, HostClock clock) : out_(out), clock_(std::move(clock)) {}

    /// @brief What is to come. Without it nothing is written.
    void expect(std::size_t benchmarks, std::size_t preparations, int repetitions);

    /// @brief A repetition begins.
    /// @param[in] iterations that Google Benchmark asks for: while it looks for their number, each
    ///            call has more of them, and only the last is the first repetition
    void begin(const std::string& name, std::int64_t iterations);

    /// @brief The repetition that began is over.
    /// @param[in] prepared whether the case had to be prepared
    void end(bool prepared);

    /// @brief Clears the line.
    void finish();

    /// @brief Repetitions that are done.
    std::size_t done() const;

    /// @brief Seconds that are left; negative: nothing is known yet.
    double seconds_left() const;

  private:
    struct Counted {
        std::int64_t iterations = 0;
        std::size_t repetitions = 0;
    };
    struct Kind {
        double seconds = 0;
        std::size_t count = 0;
        double average() const { return count == 0 ? 0 : seconds / static_cast<double>(count); }
    };

    std::ostream& out_;
    HostClock clock_;
    std::size_t wanted_ = 0;        // repetitions of all benchmarks
    std::size_t preparations_ = 0;  // of all of the run
    std::map<std::string, Counted> counted_;
    Kind prepared_;
    Kind repeated_;
    double started_ = 0;
    bool written_ = false;
};

}  // namespace workshop::bench
