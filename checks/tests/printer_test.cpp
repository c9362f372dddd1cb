// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What people read at the end of a run.

#include "support/printer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "support/device_output.hpp"

namespace workshop::checks {
namespace {

constexpr ProgramInfo kStarter = {"09_fake",
                                  "9",
                                  "A title",
                                  "lessons/09-fake/README.md",
                                  "starter",
                                  "starter/09_fake.cu",
                                  "10",
                                  "lessons/10-next/README.md",
                                  "/home/me/workshop/checks/mutants"};

const std::string kReport =
    "/home/me/workshop/starter/09_fake.cu:7: warning: threads have finished\n"
    "  kernel k, block (0,0,0)\n"
    "  likely cause: a return before the barrier\n";

RunResults one_check(State state, const std::string& message, const std::string& output) {
    RunResults results;
    CheckResult check;
    check.function = "f";
    check.property = "P";
    check.state = state;
    check.message = message;
    check.output = output;
    results.checks.push_back(check);
    return results;
}

std::string printed(const RunResults& results) {
    std::ostringstream text;
    print_results(text, kStarter, results, {});
    return text.str();
}

void expect_words(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << "wanted: " << words << "\ngot: " << text;
}

TEST(Printer, CutsOnlyWhatIsMuchLonger) {
    const auto lines = [](int count) {
        std::string text;
        for (int i = 1; i <= count; ++i)
            text += "line " + std::to_string(i) + '\n';
        return text;
    };
    // A report whose last line, the remedy, would be all that is left out is shown in full.
    for (const int count : {24, 25, 28}) {
        const std::string text = printed(one_check(State::failed, "m", lines(count)));
        expect_words(text, "| line " + std::to_string(count) + '\n');
        EXPECT_EQ(text.find("more line"), std::string::npos) << text;
    }
    const std::string cut = printed(one_check(State::failed, "m", lines(29)));
    expect_words(cut, "| line 24\n  | ... 5 more lines\n");
}

TEST(Printer, SaysWhatIsNext) {
    RunResults good = one_check(State::passed, "", "");
    expect_words(printed(good),
                 "Next: your predictions beside what it does: make predict-lesson9\n");
    expect_words(printed(good), "make diff-lesson9\n");
    expect_words(printed(good), "Then read lessons/10-next/README.md, and: make check-lesson10\n");
    good.complete = false;
    expect_words(printed(good), "Next: all checks: make check-lesson9\n");
}

TEST(Printer, SaysWhyChecksWereNotRun) {
    const RunResults results = one_check(State::not_run, "g did not end in another check", "");
    expect_words(printed(results), "Not run: 1 check, because g did not end in another check.");
}

TEST(Printer, CountsSecondsAndStoppedChecksByTheClock) {
    // Two endless loops side by side, and a check after them.
    RunResults results = one_check(State::failed, "Stopped after 45 s", "");
    results.checks.resize(3, results.checks.front());
    const double begun[] = {0.5, 1.5, 46.5};
    for (std::size_t i = 0; i < 3; ++i) {
        results.checks[i].property = "P" + std::to_string(i);
        results.checks[i].begun = begun[i];
        results.checks[i].seconds = i < 2 ? 45.0 : 0.25;
        results.checks[i].out_of_time = i < 2;
    }
    expect_words(printed(results), "3 failed (46.2 s)");
    expect_words(printed(results),
                 "Stopped at a time limit: 2 checks (f.P0, f.P1), which took 46.0 s");
    results = one_check(State::failed, "wrong", "");
    EXPECT_EQ(printed(results).find("Stopped"), std::string::npos) << printed(results);
}

TEST(Printer, DropsItsGuessWhereTheDeviceNamesTheCause) {
    const RunResults results =
        one_check(State::failed, "It failed.\nlikely cause: Something else.", kReport);
    expect_words(printed(results), "It failed.");
    expect_words(printed(results), "a return before the barrier");
    EXPECT_EQ(printed(results).find("Something else"), std::string::npos);
}

/// split() is used by both, and part() does nothing else.
TEST(Printer, LeadsToTheSmallerFunctionThatFails) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(testing::TempDir()) / "workshop_of_parts";
    fs::create_directories(folder / "solutions");
    std::ofstream(folder / "solutions" / "09_fake.cu")
        << "int split(int n) {\n    return n;\n}\n"
           "int other(int n) {\n    return n;\n}\n"
           "int part(int n) {\n    return split(n);\n}\n"
           "int whole(int n) {\n    return split(n) + other(n);\n}\n"
           "int beside(int n) {\n    return beside_kernel(n);\n}\n";
    ProgramInfo info = kStarter;
    info.kind = "mutant";
    const std::string mutants = (folder / "checks" / "mutants").string();
    info.mutants_folder = mutants.c_str();
    const auto text_of = [&](const char* first, const char* second) {
        RunResults results = one_check(State::failed, "wrong", "");
        results.checks.push_back(results.checks.front());
        results.checks[0].function = first;
        results.checks[1].function = second;
        std::ostringstream text;
        print_results(text, info, results, {});
        return text.str();
    };
    expect_words(text_of("whole", "part"), "part fails as well, and is a part of what whole does");
    expect_words(text_of("whole", "part"), "  make check-lesson9 CHECK=part.P\n");
    EXPECT_EQ(text_of("part", "whole").find("fails as well"), std::string::npos);
    EXPECT_EQ(text_of("whole", "beside").find("fails as well"), std::string::npos);
    EXPECT_EQ(text_of("whole", "whole").find("fails as well"), std::string::npos);
}

TEST(DeviceOutput, CountsTheSameReportAndShortensPaths) {
    std::string output = "from the kernel\n";
    for (int i = 0; i < 30; ++i)
        output += kReport;
    output += "the end\n";
    const std::vector<std::string> wanted = {"from the kernel",
                                             "starter/09_fake.cu:7: warning: threads have finished",
                                             "  kernel k, block (0,0,0)",
                                             "  likely cause: a return before the barrier",
                                             "  (reported 29 more times)",
                                             "the end"};
    EXPECT_EQ(readable_output(output, kStarter, 94), wanted);
}

TEST(DeviceOutput, NamesTheFileOfAMutantLikeTheStarter) {
    ProgramInfo mutant = kStarter;
    mutant.kind = "mutant";
    mutant.file = "checks/mutants/09_fake/x.mutant";
    const std::vector<std::string> wanted = {"starter/09_fake.cu:3: error: at starter/09_fake.cu:4",
                                             "at include/a.hpp:1"};
    EXPECT_EQ(readable_output("/b/mutants/09_fake/x/09_fake.cu:3: error: at /b/09_fake.cu:4\n"
                              "at /home/me/workshop/include/a.hpp:1\n",
                              mutant, 94),
              wanted);
}

TEST(DeviceOutput, BreaksLongLines) {
    const std::vector<std::string> wanted = {"  one two three", "    four five", "    six"};
    EXPECT_EQ(readable_output("  one two three four five six\n", kStarter, 15), wanted);
    EXPECT_EQ(readable_output("onelongwordthatcannotbebroken\n", kStarter, 15).size(), 1U);
}

}  // namespace
}  // namespace workshop::checks
