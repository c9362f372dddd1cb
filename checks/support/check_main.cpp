// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The main program of every check program.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include "device.hpp"
#include "known_printer.hpp"
#include "lesson_checks.hpp"
#include "nearest_names.hpp"
#include "options.hpp"
#include "parent.hpp"
#include "printer.hpp"
#include "program_info.hpp"
#include "progress_record.hpp"
#include "register_check.hpp"
#include "signature.hpp"
#include "text_style.hpp"
#include "worker.hpp"

namespace {

using workshop::checks::CheckResult;
using workshop::checks::kProgramInfo;
using workshop::checks::Options;
using workshop::checks::PrintStyle;
using workshop::checks::RunPlan;
using workshop::checks::RunResults;
using workshop::checks::State;

constexpr int kWrongCommandLine = 2;
constexpr int kCannotRun = 3;

/// GoogleTest's own pattern rules: '*' is any text, '?' any letter.
bool matches(const char* pattern, const char* name) {
    if (*pattern == '\0') return *name == '\0';
    if (*pattern == '*')
        return matches(pattern + 1, name) || (*name != '\0' && matches(pattern, name + 1));
    return *name != '\0' && (*pattern == '?' || *pattern == *name) &&
           matches(pattern + 1, name + 1);
}

bool matches_any(const std::string& patterns, const std::string& name) {
    std::size_t begin = 0;
    while (begin <= patterns.size()) {
        const std::size_t end = std::min(patterns.find(':', begin), patterns.size());
        if (end > begin && matches(patterns.substr(begin, end - begin).c_str(), name.c_str()))
            return true;
        begin = end + 1;
    }
    return false;
}

bool selected(const std::string& filter, const std::string& name) {
    const std::size_t minus = filter.find('-');
    const std::string wanted = filter.substr(0, minus);
    if (!matches_any(wanted.empty() ? "*" : wanted, name)) return false;
    return minus == std::string::npos || !matches_any(filter.substr(minus + 1), name);
}

std::vector<CheckResult> selected_checks(const std::string& filter) {
    std::vector<CheckResult> checks;
    for (const auto& [function, property] : workshop::checks::registered_checks()) {
        CheckResult check;
        check.function = function;
        check.property = property;
        if (selected(filter, check.name())) checks.push_back(check);
    }
    return checks;
}

int exit_code(const RunResults& results) {
    if (!results.cannot_run.empty()) return kCannotRun;
    return results.all_good() ? 0 : 1;
}

/// Leaves the record of the run. What keeps it from being written is told, and is no failure.
void keep_record(const RunResults& results) {
    if (!results.cannot_run.empty()) return;
    workshop::checks::RecordFacts facts = workshop::checks::facts_of(results);
    if (results.complete && results.count(State::failed) > 0) {
        // For runs of part of the checks, which see less.
        std::ostringstream told_already;
        for (const std::string& mutant :
             workshop::checks::print_known(told_already, kProgramInfo, results))
            facts.emplace_back("mistake", mutant);
    }
    const std::string problem =
        write_record(kProgramInfo, results.complete ? "checks" : "checks-part", facts);
    if (!problem.empty()) std::cerr << problem << "\n";
}

/// For the table of mutants: how the run failed, into the file that WORKSHOP_SIGNATURE names.
void write_signature(const RunResults& results) {
    const char* const file = std::getenv("WORKSHOP_SIGNATURE");
    if (file == nullptr || results.count(State::failed) == 0) return;
    const char* const mutant = std::getenv("WORKSHOP_MUTANT");
    std::ofstream stream(file);
    stream << workshop::checks::signature_row(mutant == nullptr ? "?" : mutant, results) << '\n';
    if (!stream.flush()) std::cerr << "cannot write " << file << '\n';
}

int run_plain(const std::vector<CheckResult>& checks, RunPlan plan, bool complete) {
    // In the order of the checks, which need not be the one in which they end.
    std::size_t printed = 0;
    const auto print_ended = [&printed](const RunResults& results) {
        for (; printed < results.checks.size(); ++printed) {
            const CheckResult& check = results.checks[printed];
            if (check.state == State::waiting) return;
            if (check.state != State::not_run) print_plain(std::cout, check);
        }
    };
    plan.progress = [&](const RunResults& results, std::size_t) { print_ended(results); };
    RunResults results = run_checks(checks, plan);
    print_ended(results);
    results.complete = complete;
    for (const CheckResult& check : results.checks) {
        if (check.state == State::not_run) print_plain(std::cout, check);
    }
    write_signature(results);
    if (!results.cannot_run.empty()) std::cerr << "cannot run: " << results.cannot_run << '\n';
    keep_record(results);
    return exit_code(results);
}

int run_for_people(const std::vector<CheckResult>& checks, RunPlan plan, bool complete) {
    const PrintStyle style = workshop::checks::style_of(STDOUT_FILENO);
    plan.device_known = [&](const RunResults& results) {
        print_head(std::cout, kProgramInfo, results, style);
    };
    plan.progress = [&](const RunResults& results, std::size_t index) {
        print_progress(std::cout, results, index, style);
    };
    // For a person who waits, and taken away in the end: how long a check takes is not part of the
    // result. Where nobody looks on, as in a log, there is no such line.
    constexpr const char* kEmptyLine = "\r\033[K";
    bool names_one = false;
    if (!style.live && workshop::checks::style_of(STDERR_FILENO).live) {
        plan.long_check = [&](const RunResults& results, std::size_t index) {
            std::cerr << kEmptyLine << "  running " << results.checks[index].name() << " ..."
                      << std::flush;
            names_one = true;
        };
    }
    // On a GPU the checks need its memory, and its time.
    constexpr unsigned kMostWorkers = 4;
    if (workshop::checks::on_cpu_device())
        plan.workers = std::clamp(std::thread::hardware_concurrency(), 1U, kMostWorkers);
    RunResults results = run_checks(checks, plan);
    results.complete = complete;
    if (names_one) std::cerr << kEmptyLine << std::flush;
    print_results(std::cout, kProgramInfo, results, style);
    keep_record(results);
    return exit_code(results);
}

int complain(const std::string& problem) {
    std::cerr << problem << "\nNext: --help lists what is possible.\n";
    return kWrongCommandLine;
}

/// The names of all checks, by function: there may be many.
void print_names(std::ostream& out, const std::vector<CheckResult>& checks) {
    for (std::size_t i = 0; i < checks.size();) {
        const std::string& function = checks[i].function;
        std::string names;
        for (; i < checks.size() && checks[i].function == function; ++i)
            names += (names.empty() ? "" : ", ") + checks[i].property;
        out << "  " << function << '\n';
        workshop::checks::print_wrapped(out, names, "    ");
    }
}

/// A filter that fits no check: what would.
int complain_of_filter(const std::string& filter) {
    const std::vector<CheckResult> checks = selected_checks("*");
    const std::string command = std::string("make check-lesson") + kProgramInfo.number;
    std::cerr << "no check matches '" << filter << "'. All names: " << command << " CHECK=list\n";
    print_names(std::cerr, checks);
    if (checks.empty()) return kWrongCommandLine;
    std::vector<std::string> names;
    for (const CheckResult& check : checks)
        names.push_back(check.name());
    const auto nearest = workshop::checks::nearest_names(filter, names);
    if (!nearest.empty()) {
        std::cerr << "Nearest to '" << filter << "': ";
        for (std::size_t i = 0; i < nearest.size(); ++i)
            std::cerr << (i > 0 ? ", " : "") << nearest[i];
        std::cerr << '\n';
    }
    std::cerr << "Next: the name of a check, with or without its function and a dot: " << command
              << " CHECK=" << (nearest.empty() ? names.front() : nearest.front()) << '\n';
    return kWrongCommandLine;
}

/// The checks in this very process, with GoogleTest's own output.
int run_in_process(char* program, const Options& options) {
    std::string filter = "--gtest_filter=" + options.filter;
    char* arguments[] = {program, filter.data(), nullptr};
    int count = 2;
    testing::InitGoogleTest(&count, arguments);
    workshop::checks::register_lesson_checks();
    return RUN_ALL_TESTS();
}

int list(const std::vector<CheckResult>& checks) {
    for (const CheckResult& check : checks)
        std::cout << check.name() << '\n';
    return 0;
}

int run(const std::vector<CheckResult>& checks, const Options& options) {
    RunPlan plan;
    std::string problem;
    plan.seconds_per_check = workshop::checks::seconds_per_check(&problem);
    if (!problem.empty()) return complain(problem);
    const bool complete = options.filter == "*";
    return options.plain ? run_plain(checks, plan, complete)
                         : run_for_people(checks, plan, complete);
}

}  // namespace

int main(int argc, char** argv) {
    const Options options = workshop::checks::parse_options(argc, argv);
    switch (options.mode) {
        case Options::Mode::bad:
            return complain(options.problem);
        case Options::Mode::help:
            std::cout << workshop::checks::help_text(argv[0], kProgramInfo.number);
            return 0;
        case Options::Mode::in_process:
            return run_in_process(argv[0], options);
        default:
            break;
    }
    testing::InitGoogleTest(&argc, argv);
    workshop::checks::register_lesson_checks();
    if (options.mode == Options::Mode::worker) {
        return workshop::checks::run_worker(options.worker_descriptor);
    }
    // To GoogleTest "-x" is everything but x. Whoever writes CHECK=--help does not mean that.
    if (options.filter.compare(0, 1, "-") == 0) return complain_of_filter(options.filter);
    std::vector<CheckResult> checks = selected_checks(options.filter);
    // The texts call checks by a part of their names.
    const bool is_one_word = options.filter.find_first_of("*?:-") == std::string::npos;
    if (checks.empty() && is_one_word) checks = selected_checks('*' + options.filter + '*');
    if (checks.empty()) return complain_of_filter(options.filter);
    return options.mode == Options::Mode::list ? list(checks) : run(checks, options);
}
