// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The main program of every profile program.

#include <iostream>

#include "counts.hpp"
#include "options.hpp"
#include "predict.hpp"
#include "run.hpp"
#include "support/lesson_checks.hpp"
#include "support/program_info.hpp"

int main(int argc, char** argv) {
    using namespace workshop;
    const checks::ProfileOptions options = checks::parse_profile_options(argc, argv);
    if (!options.problem.empty()) {
        std::cerr << options.problem << "\nNext: --help lists what is possible.\n";
        return 2;
    }
    if (options.help) {
        std::cout << checks::profile_help(argv[0]);
        return 0;
    }
    if (!options.questions.empty())
        return checks::predict(options.questions, options.predictions, argv);
    checks::register_lesson_checks();
    if (options.counts) return checks::write_counts(options, std::cout);
    const checks::ProfileRun run = checks::run_profile(options);
    std::cout << emulator::profile_text(run.title, run.kernels);
    if (!options.folder.empty()) {
        const std::string problem = emulator::write_profile(options.folder, run.title, run.kernels);
        if (!problem.empty()) {
            std::cerr << problem << '\n';
            return 1;
        }
        std::cout << "\nWith the source beside the counts, for a browser: " << options.folder
                  << "/profile.html\nFor programs: " << options.folder << "/profile.json\n";
    }
    if (!run.problem.empty()) {
        std::cerr << run.problem << "; its counts are not complete.\n";
        return 1;
    }
    // Where accesses were not watched, nothing was counted.
    for (const auto& kernel : run.kernels) {
        if (!kernel.complete) return 0;
    }
    const std::string problem = checks::write_record(checks::kProgramInfo, "profile", run.reads);
    if (!problem.empty()) std::cerr << problem << '\n';
    return 0;
}
