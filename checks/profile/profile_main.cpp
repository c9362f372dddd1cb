// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The main program of every profile program.

#include <iostream>
#include <string>

#include "counts.hpp"
#include "options.hpp"
#include "predict.hpp"
#include "predict_report.hpp"
#include "run.hpp"
#include "support/lesson_checks.hpp"
#include "support/program_info.hpp"
#include "support/text_style.hpp"

namespace {

/// What is not written yet has no counts that say anything.
void print_unwritten(std::ostream& out, const workshop::checks::ProfileRun& run) {
    for (const std::string& sentence : run.unwritten)
        workshop::checks::print_wrapped(out, sentence, "");
    if (run.unwritten.empty()) return;
    out << (run.nothing_written ? "So there is nothing to count yet.\n" : "")
        << "Next: write it, then: " << workshop::checks::lesson_command("check")
        << "\n      The counts of the reference: make profile-lesson"
        << workshop::checks::kProgramInfo.number << " IMPL=solution\n";
}

}  // namespace

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
    if (run.nothing_written) {
        print_unwritten(std::cerr, run);
        return 1;
    }
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
    if (!run.unwritten.empty()) std::cout << '\n';
    print_unwritten(std::cout, run);
    // Where accesses were not watched, nothing was counted.
    for (const auto& kernel : run.kernels) {
        if (!kernel.complete) return 0;
    }
    const std::string problem = checks::write_record(checks::kProgramInfo, "profile", run.reads);
    if (!problem.empty()) std::cerr << problem << '\n';
    return 0;
}
