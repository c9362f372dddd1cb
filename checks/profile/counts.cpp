// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "counts.hpp"

#include <emulator/profile_report.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

#include "call.hpp"
#include "quantities.hpp"
#include "support/idea_checks.hpp"

namespace workshop::checks {

namespace {

/// Empty, or why the counts of a call say nothing.
std::string problem_of(const CountedCall& call) {
    if (!call.problem.empty()) return call.problem;
    if (call.kernels.empty()) return "it launched no kernel";
    for (const auto& kernel : call.kernels) {
        if (!kernel.complete) return kernel.incomplete_because;
    }
    // Counts of a kernel that computes something else say nothing.
    if (!call.wrong_output.empty())
        return "the output is wrong at this shape: " + call.wrong_output;
    return {};
}

}  // namespace

int write_counts(const ProfileOptions& options, std::ostream& out) {
    int status = 0;
    for (const ProfiledFunction& function : profiled_functions()) {
        const CountedCall call = count_call(
            function, {options.rows, options.cols, options.threads, 0, 0}, Outputs::compared);
        std::string problem = problem_of(call);
        if (!problem.empty()) {
            std::replace(problem.begin(), problem.end(), '\n', ' ');
            out << function.name << "\tproblem\t" << problem << '\n';
            status = 1;
            continue;
        }
        out << function.name << "\tsizes\t" << call.plan.sizes << '\n';
        out << function.name << "\toutput\t" << (call.is_compared ? "right" : "not compared")
            << '\n';
        for (const Quantity& quantity : quantities()) {
            const double value = quantity.value(call);
            out << function.name << '\t' << quantity.name << '\t'
                << emulator::number_text(value, value == std::floor(value) ? 0 : 2) << '\n';
        }
    }
    // What did not arrive would be a table without a line, and no fault.
    if (out.flush()) return status;
    std::cerr << "The counts could not be written: is the disk full?\n";
    return 1;
}

}  // namespace workshop::checks
