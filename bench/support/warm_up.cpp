// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "warm_up.hpp"

#include <chrono>

namespace workshop::bench {

double host_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void WarmUp::before_sample(const std::function<void()>& work) {
    const double start = clock_();
    double length = 0;
    if (!has_worked_) {
        length = lengths_.first;
    } else if (start - last_work_ > lengths_.longest_idle) {
        length = lengths_.later;
    }
    has_worked_ = true;
    do {
        work();
    } while (clock_() - start < length);
    worked();
}

}  // namespace workshop::bench
