// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Keeps the device from being measured at the clock of an idle one.

#include <functional>

namespace workshop::bench {

/// @brief Seconds on the clock of the host, from any moment on.
using HostClock = std::function<double()>;

/// @brief The steady clock.
double host_seconds();

/// @brief Works off a burst of launches before the first sample of the program, and whenever the
///        device has been idle since: a GPU lowers its clock then, and takes a while to raise it.
class WarmUp {
  public:
    /// @brief How long a burst takes, in seconds.
    struct Lengths {
        double first = 0.5;         ///< before the first sample
        double later = 0.1;         ///< after a pause
        double longest_idle = 0.2;  ///< no burst after a shorter pause
    };

    /// @param[in] clock what tells the time
    WarmUp(HostClock clock, Lengths lengths) : clock_(std::move(clock)), lengths_(lengths) {}

    /// @brief Calls `work` until the device is warm, at least once.
    /// @param[in] work launches, and waits until they are done
    void before_sample(const std::function<void()>& work);

    /// @brief The device has been at work until now.
    void worked() { last_work_ = clock_(); }

  private:
    HostClock clock_;
    Lengths lengths_;
    bool has_worked_ = false;
    double last_work_ = 0;
};

}  // namespace workshop::bench
