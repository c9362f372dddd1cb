// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "progress.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace workshop::bench {

void Progress::expect(std::size_t benchmarks, std::size_t preparations, int repetitions) {
    wanted_ = benchmarks * static_cast<std::size_t>(std::max(repetitions, 1));
    preparations_ = preparations;
}

void Progress::begin(const std::string& name, std::int64_t iterations) {
    started_ = clock_();
    Counted& counted = counted_[name];
    if (counted.iterations != iterations) counted = {iterations, 0};
    ++counted.repetitions;
}

std::size_t Progress::done() const {
    std::size_t sum = 0;
    for (const auto& [name, counted] : counted_)
        sum += counted.repetitions;
    return std::min(sum, wanted_);
}

double Progress::seconds_left() const {
    if (prepared_.count + repeated_.count == 0) return -1;
    const std::size_t to_prepare = preparations_ - std::min(prepared_.count, preparations_);
    // Until a repetition without a preparation was seen, those with one are all that is known.
    const double of_one = repeated_.count > 0 ? repeated_.average() : prepared_.average();
    const std::size_t left = wanted_ - done();
    const std::size_t plain = left - std::min(to_prepare, left);
    return static_cast<double>(to_prepare) * prepared_.average() +
           static_cast<double>(plain) * of_one;
}

void Progress::end(bool prepared) {
    Kind& kind = prepared ? prepared_ : repeated_;
    kind.seconds += clock_() - started_;
    ++kind.count;
    if (wanted_ == 0) return;
    const double left = std::max(seconds_left(), 0.0);
    char text[96];
    std::snprintf(text, sizeof text, "\r%zu of %zu repetitions, about %.0f s left    ", done(),
                  wanted_, left);
    out_ << text << std::flush;
    written_ = true;
    if (done() == wanted_) finish();  // the table comes next
}

void Progress::finish() {
    if (written_) out_ << '\r' << std::string(60, ' ') << '\r' << std::flush;
    written_ = false;
}

}  // namespace workshop::bench
