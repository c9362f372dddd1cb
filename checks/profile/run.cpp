// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include "call.hpp"
#include "support/idea_checks.hpp"
#include "support/program_info.hpp"

namespace workshop::checks {

ProfileRun run_profile(const ProfileOptions& options) {
    ProfileRun run;
    run.title.title = std::string("Lesson ") + kProgramInfo.number + ": " + kProgramInfo.title;
    run.title.details = std::string(kProgramInfo.file) + ", " + std::to_string(options.rows) +
                        " rows, " + std::to_string(options.cols) + " columns, blocks of " +
                        std::to_string(options.threads) +
                        " threads where the caller chooses; one call of each function";
    run.title.program = std::string("build/cuda/bin/check_") + kProgramInfo.lesson + '_' +
                        kProgramInfo.kind + " --in-process --filter='*.OrdinaryRows'";
    for (const FunctionUnderTest& function : profiled_functions()) {
        CountedCall counted =
            count_call(function, {options.rows, options.cols, options.threads, 0, 0});
        double reads = 0.0;
        for (auto& kernel : counted.kernels) {
            const emulator::BufferProfile* x = kernel.buffer("x");
            if (x != nullptr) reads += x->reads_per_element();
            run.kernels.push_back(std::move(kernel));
        }
        run.reads.emplace_back("reads", function.name + ' ' + emulator::number_text(reads, 2));
        if (!counted.problem.empty() && run.problem.empty()) run.problem = counted.problem;
    }
    return run;
}

}  // namespace workshop::checks
