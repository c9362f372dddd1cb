// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "printer.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>
#include <vector>

#include "device_output.hpp"
#include "failure_printer.hpp"

namespace workshop::checks {

namespace {

/// Checks that were not run, one line a reason.
void print_left_out(std::ostream& out, const RunResults& results) {
    std::map<std::string, std::size_t> reasons;
    for (const CheckResult& check : results.checks) {
        if (check.state == State::not_run) ++reasons[check.message];
    }
    for (const auto& [reason, count] : reasons)
        print_wrapped(out, "Not run: " + plural(count, "check") + ", because " + reason + '.', "");
}

/// How to look at a crash: the program without a time limit, in a debugger.
void print_debugger(std::ostream& out, const ProgramInfo& info, const RunResults& results) {
    const CheckResult* first = first_failure(results);
    if (first == nullptr || (first->output.find("gdb") == std::string::npos &&
                             first->message.find("crashed") == std::string::npos)) {
        return;
    }
    std::error_code error;
    std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
    const std::string root = workshop_folder(info) + '/';
    if (program.compare(0, root.size(), root) == 0) program.erase(0, root.size());
    out << "      In a debugger: gdb --args " << program
        << " --in-process --filter=" << first->name()
        << "\n      Or print from the kernel: printf works there.\n";
}

/// How long it took by the clock until these checks were done. Some may have run side by side.
double seconds_by_the_clock(std::vector<CheckResult> checks) {
    std::sort(checks.begin(), checks.end(),
              [](const auto& a, const auto& b) { return a.begun < b.begun; });
    double total = 0.0;
    double covered = 0.0;  // until then
    for (const CheckResult& check : checks) {
        const double from = std::max(check.begun, covered);
        const double to = check.begun + check.seconds;
        total += std::max(0.0, to - from);
        covered = std::max(covered, to);
    }
    return total;
}

/// Endless loops: how many checks waited for the limit, and for how long.
void print_stopped(std::ostream& out, const RunResults& results) {
    std::vector<CheckResult> stopped;
    std::string names;
    for (const CheckResult& check : results.checks) {
        if (!check.out_of_time) continue;
        stopped.push_back(check);
        names += (names.empty() ? "" : ", ") + check.name();
    }
    if (stopped.empty()) return;
    std::ostringstream words;
    words << "Stopped at a time limit: " << plural(stopped.size(), "check") << " (" << names
          << "), which took " << std::fixed << std::setprecision(1) << seconds_by_the_clock(stopped)
          << " s by the clock.";
    print_wrapped(out, words.str(), "");
}

/// One line for each function under test.
void print_folded(std::ostream& out, const RunResults& results, const PrintStyle& style) {
    std::vector<std::string> functions;
    std::size_t width = 0;
    for (const CheckResult& check : results.checks) {
        // Once, even where the checks of another function stand between its own.
        if (std::find(functions.begin(), functions.end(), check.function) == functions.end())
            functions.push_back(check.function);
        width = std::max(width, check.function.size());
    }
    for (const std::string& function : functions) {
        RunResults part;
        for (const CheckResult& check : results.checks) {
            if (check.function != function) continue;
            part.checks.push_back(check);
        }
        const std::size_t failed = part.count(State::failed);
        const std::size_t left_out = part.count(State::not_run) + part.count(State::waiting);
        std::ostringstream words;
        words << part.count(State::passed) << " of " << plural(part.checks.size(), "check")
              << " passed";
        if (failed > 0) words << ", " << failed << " failed";
        if (part.count(State::skipped) > 0)
            words << ", " << part.count(State::skipped) << " skipped";
        if (left_out > 0) words << ", " << left_out << " not run";
        const bool good = failed == 0 && left_out == 0;
        out << "  " << std::left << std::setw(static_cast<int>(width)) << function << "  "
            << in_colour(good ? "ok  " : "FAIL", good ? kGreen : kRed, style) << "  " << words.str()
            << std::fixed << std::setprecision(1) << " (" << seconds_by_the_clock(part.checks)
            << " s)\n";
    }
}

/// A reason is told once, with all the checks that it holds for.
void print_skips(std::ostream& out, const RunResults& results) {
    struct Skip {
        std::string property;
        std::string reason;
        std::vector<std::string> functions;
    };
    std::vector<Skip> skips;
    for (const CheckResult& check : results.checks) {
        if (check.state != State::skipped) continue;
        const auto same = [&](const Skip& skip) {
            return skip.property == check.property && skip.reason == check.message;
        };
        auto skip = std::find_if(skips.begin(), skips.end(), same);
        if (skip == skips.end()) skip = skips.insert(skip, {check.property, check.message, {}});
        skip->functions.push_back(check.function);
    }
    for (const Skip& skip : skips) {
        out << "  skipped: " << skip.property << ' ' << skip.reason;
        if (skip.functions.size() > 1) out << " (" << skip.functions.size() << " functions)";
        out << '\n';
    }
}

void print_output_of_passed(std::ostream& out, const ProgramInfo& info, const RunResults& results) {
    for (const CheckResult& check : results.checks) {
        if (check.state != State::passed || check.output.empty()) continue;
        out << '\n' << check.name() << " passed.";
        print_output(out, info, check.output);
        return;
    }
}

void print_next(std::ostream& out, const ProgramInfo& info, const RunResults& results) {
    const std::string check = std::string("make check-lesson") + info.number;
    const std::string kind = info.kind;
    if (kind == "mutant" || kind == "submission") return;
    out << "\nNext: ";
    if (!results.all_good()) {
        out << "edit " << info.file << ", then: " << check
            << (kind == "solution" ? " IMPL=solution" : "") << '\n';
        if (kind == "starter") {
            out << "      The text: " << info.text << '\n'
                << "      What it should look like: " << check << " IMPL=solution\n";
        }
        print_debugger(out, info, results);
        return;
    }
    if (!results.complete) {
        out << "all checks: " << check << (kind == "solution" ? " IMPL=solution" : "") << '\n';
        return;
    }
    if (kind == "solution") {
        out << "the same for your own file, starter/" << info.lesson << ".cu: " << check << '\n';
        return;
    }
    const std::string number = info.number;
    out << "your predictions beside what it does: make predict-lesson" << number << '\n'
        << "      Your file beside the reference:       make diff-lesson" << number << '\n'
        << "      How fast is it?                       make bench-lesson" << number << '\n';
    if (std::strlen(info.next_number) > 0) {
        out << "      Then read " << info.next_text << ", and: make check-lesson"
            << info.next_number << '\n';
    } else {
        out << "      This was the last lesson so far.\n";
    }
}

}  // namespace

void print_head(std::ostream& out, const ProgramInfo& info, const RunResults& results,
                const PrintStyle& style) {
    out << in_colour(std::string("Lesson ") + info.number + ". " + info.title, kBold, style) << '\n'
        << info.file << " on " << results.device << "\n\n"
        << std::flush;
}

void print_progress(std::ostream& out, const RunResults& results, std::size_t index,
                    const PrintStyle& style) {
    if (!style.live) return;
    const std::size_t done = results.checks.size() - results.count(State::waiting);
    const std::size_t failed = results.count(State::failed);
    out << "\r\033[K  [" << done << '/' << results.checks.size() << "] "
        << results.checks[index].name();
    if (failed > 0) out << "  " << in_colour(std::to_string(failed) + " failed", kRed, style);
    out << std::flush;
}

void print_results(std::ostream& out, const ProgramInfo& info, const RunResults& results,
                   const PrintStyle& style) {
    if (style.live) out << "\r\033[K";
    if (!results.cannot_run.empty()) {
        out << "The checks cannot run: " << results.cannot_run << '\n'
            << "Next: make env shows what was found on this machine.\n";
        return;
    }
    print_folded(out, results, style);
    print_skips(out, results);
    print_first_failure(out, info, results, style);
    print_stopped(out, results);
    print_left_out(out, results);
    if (results.all_good()) print_output_of_passed(out, info, results);
    print_next(out, info, results);
}

void print_plain(std::ostream& out, const CheckResult& check) {
    switch (check.state) {
        case State::passed:
            out << "PASS " << check.name() << std::endl;
            break;
        case State::failed:
            out << "FAIL " << check.name() << std::endl;
            break;
        case State::skipped:
            out << "SKIP " << check.name() << ": " << check.message << std::endl;
            break;
        case State::waiting:
        case State::not_run:
            out << "NOTRUN " << check.name() << std::endl;
            break;
    }
}

}  // namespace workshop::checks
