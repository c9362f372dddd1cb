// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <algorithm>

#include "call.hpp"
#include "support/open_todos.hpp"
#include "support/profiled_function.hpp"
#include "support/program_info.hpp"

namespace workshop::checks {

namespace {

/// The sizes of the last function, and those of the others where they have other names.
std::string sizes_of(const std::vector<CountedCall>& calls) {
    if (calls.empty()) return {};
    std::string text = calls.back().plan.sizes;
    std::string others;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const std::string& sizes = calls[i].plan.sizes;
        if (sizes == calls.back().plan.sizes) continue;
        others += (others.empty() ? "" : ", ") + profiled_functions()[i].name + ": " + sizes;
    }
    return others.empty() ? text : text + " (" + others + ')';
}

std::string details_of(const std::vector<CountedCall>& calls, const ProfileOptions& options) {
    std::string text = std::string(kProgramInfo.file) + ", " + sizes_of(calls);
    const auto& functions = profiled_functions();
    if (std::any_of(functions.begin(), functions.end(),
                    [](const ProfiledFunction& function) { return function.has_block_size; })) {
        text +=
            ", blocks of " + std::to_string(options.threads) + " threads where the caller chooses";
    }
    return text + "; one call of each function";
}

/// The checks that launch the kernels, as a filter.
std::string checks_that_launch() {
    std::string filter;
    for (const ProfiledFunction& function : profiled_functions()) {
        const std::string pattern = "*." + function.check;
        if (filter.find(pattern) != std::string::npos) continue;
        filter += (filter.empty() ? "" : ":") + pattern;
    }
    return filter;
}

/// "serial_softmax_kernel writes nothing yet: TODO 1 (line 34) is as it came."
std::string describe_unwritten(const CountedCall& call, const std::string& function) {
    const auto todos =
        todos_that_matter(open_todos_of(kProgramInfo), functions_of(kProgramInfo), function);
    const std::string what = call.kernels.empty()
                                 ? function + " launches no kernel yet"
                                 : call.kernels.front().kernel + " writes nothing yet";
    if (todos.empty()) return what + '.';
    return what + ". Still as it came in " + kProgramInfo.file + ": " + describe_todos(todos) + '.';
}

}  // namespace

ProfileRun run_profile(const ProfileOptions& options) {
    ProfileRun run;
    std::vector<CountedCall> calls;
    for (const ProfiledFunction& function : profiled_functions()) {
        CountedCall& counted = calls.emplace_back(
            count_call(function, {options.rows, options.cols, options.threads, 0, 0}));
        run.reads.emplace_back(
            "reads", function.name + ' ' + emulator::number_text(counted.reads_per_element(), 2));
        if (stores_nothing(counted))
            run.unwritten.push_back(describe_unwritten(counted, function.name));
        if (!counted.problem.empty() && run.problem.empty()) run.problem = counted.problem;
        for (auto& kernel : counted.kernels)
            run.kernels.push_back(std::move(kernel));
    }
    run.nothing_written = !run.unwritten.empty() && run.unwritten.size() == calls.size();
    run.title.title = std::string("Lesson ") + kProgramInfo.number + ": " + kProgramInfo.title;
    run.title.details = details_of(calls, options);
    run.title.program = std::string("build/cuda/bin/check_") + kProgramInfo.lesson + '_' +
                        kProgramInfo.kind + " --in-process --filter='" + checks_that_launch() + "'";
    return run;
}

}  // namespace workshop::checks
