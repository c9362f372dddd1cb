// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is said beyond the first report: TODOs that are left, and mistakes in what is written.

#include "support/known_printer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/device.hpp"

namespace workshop::checks {
namespace {

const std::string kFirstKernel =
    "void first() {\n    // FILL 1: one\n    a();\n    // END FILL\n}\n";
const std::string kSecondKernel =
    "void second() {\n    // FILL 2: two\n    b();\n    // END FILL\n}\n";

CheckResult check(const std::string& function, const std::string& property,
                  const std::string& message) {
    CheckResult result;
    result.function = function;
    result.property = property;
    result.state = message.empty() ? State::passed : State::failed;
    result.message = message;
    return result;
}

const std::string kUnwritten =
    "f on 2 x 2:\n4 of 4 elements are wrong: every element.\nThey were "
    "never written.\nfirst: row 0: still unwritten, wanted 1";
const std::string kHalf = "f on 2 x 2:\nfirst: row 0: got 0.5, wanted 1";
const std::string kThird = "f on 2 x 2:\nfirst: row 0: got 0.333, wanted 1";

/// A small workshop: a lesson of two functions, and two known mistakes, one in each.
class KnownPrinter : public testing::Test {
  protected:
    void SetUp() override {
        if (!on_cpu_device()) GTEST_SKIP() << "parts of a run are named on the CPU device only";
        folder_ = std::filesystem::path(testing::TempDir()) / "known_printer_test";
        mutants_ = (folder_ / "checks/mutants").string();
        for (const char* name : {"checks/mutants/09_fake", "solutions", "starter"})
            std::filesystem::create_directories(folder_ / name);
        write("solutions/09_fake.cu", kFirstKernel + kSecondKernel);
        write("checks/mutants/kills.txt",
              "09_fake/half | first.A, first.B\n09_fake/third | second.A, second.B\n");
        write("checks/mutants/signatures.txt",
              "09_fake/half | none | WW | first: row 0: got 0.5, wanted 1\n"
              "09_fake/third | none | WW | first: row 0: got 0.333, wanted 1\n");
        write("checks/mutants/09_fake/half.mutant", "misconception: Halves.\nlesson: half\n");
        write("checks/mutants/09_fake/third.mutant", "misconception: Thirds.\nlesson: third\n");
        starter(true, true);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
    /// The student's file, with the functions that are written.
    void starter(bool first, bool second) const {
        write("starter/09_fake.cu", std::string("void first() {\n    // TODO 1: one\n") +
                                        (first ? "    mine();\n" : "") +
                                        "}\nvoid second() {\n    // TODO 2: two\n" +
                                        (second ? "    mine();\n" : "") + "}\n");
    }
    std::string printed(const std::vector<CheckResult>& checks, bool complete = true) const {
        const ProgramInfo info = {"09_fake", "9",       "A title",
                                  "text.md", "starter", "starter/09_fake.cu",
                                  "",        "",        mutants_.c_str()};
        RunResults results;
        results.checks = checks;
        results.complete = complete;
        std::ostringstream out;
        print_known(out, info, results);
        return out.str();
    }
    std::filesystem::path folder_;
    std::string mutants_;
};

void expect_words(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << "wanted: " << words << "\ngot: " << text;
}
void expect_no(const std::string& text, const std::string& words) {
    EXPECT_EQ(text.find(words), std::string::npos) << "not wanted: " << words << "\ngot: " << text;
}

TEST_F(KnownPrinter, NamesAMistakeWhileAnotherFunctionIsNotWritten) {
    starter(true, false);
    const std::string text =
        printed({check("first", "A", kHalf), check("first", "B", kHalf),
                 check("second", "A", kUnwritten), check("second", "B", kUnwritten)});
    expect_words(text, "In first, which is written, the same checks fail");
    expect_words(text, "Halves.");
    expect_no(text, "TODO");
    expect_no(text, "Thirds.");
}

TEST_F(KnownPrinter, NamesOnlyTheTodosThatCanMatter) {
    starter(false, true);
    const std::string text =
        printed({check("first", "A", kUnwritten), check("first", "B", kUnwritten),
                 check("second", "A", kThird), check("second", "B", kThird)});
    expect_words(text, "TODO 1 (line 2). That alone may be what fails.");
    expect_no(text, "TODO 2");
    expect_words(text, "In second, which is written, ");
    expect_words(text, "Thirds.");
}

TEST_F(KnownPrinter, DoesNotBlameATodoThatNoCheckSees) {
    starter(false, true);
    const std::vector<CheckResult> halves{check("first", "A", kHalf), check("first", "B", kHalf),
                                          check("second", "A", ""), check("second", "B", "")};
    const std::vector<CheckResult> thirds{check("first", "A", ""), check("first", "B", ""),
                                          check("second", "A", kThird),
                                          check("second", "B", kThird)};
    expect_words(printed(halves), "TODO 1 (line 2). That alone may be what fails.");
    expect_no(printed(halves), "Halves.");
    write("checks/mutants/working_todos.txt", "# a comment\n09_fake 1 0 none\n08_fake 2 0 none\n");
    expect_no(printed(halves), "TODO 1");
    expect_words(printed(halves), "\n  The same checks fail, and in the same way");
    expect_words(printed(halves), "Halves.");
    // What it fails is blamed on it, and left out of the search.
    write("checks/mutants/working_todos.txt", "09_fake 1 0 half\n");
    expect_words(printed(halves), "TODO 1 (line 2). That alone may be what fails.");
    expect_no(printed(halves), "Halves.");
    expect_no(printed(thirds), "TODO 1");
    expect_words(printed(thirds), "Thirds.");
    // Harmless only while the other one is open too, or like a mistake that is not known.
    for (const char* row : {"09_fake 1 2 none\n", "09_fake 1 0 unknown\n"}) {
        write("checks/mutants/working_todos.txt", row);
        expect_words(printed(halves), "TODO 1 (line 2). That alone may be what fails.");
    }
    starter(false, false);
    write("checks/mutants/working_todos.txt", "09_fake 1 2 none\n09_fake 2 0 none\n");
    expect_no(printed(halves), "TODO");
    expect_words(printed(halves), "Halves.");
}

TEST_F(KnownPrinter, NamesNothingOfAFunctionThatStoresNothing) {
    // The comment is gone, and so is the TODO.
    write("starter/09_fake.cu", "void first() {\n    mine();\n}\nvoid second() {\n}\n");
    const std::string text =
        printed({check("first", "A", kHalf), check("first", "B", ""),
                 check("second", "A", kUnwritten), check("second", "B", kUnwritten)});
    expect_words(text, "No known pattern fits what is written so far exactly.");
}

TEST_F(KnownPrinter, NamesTwoMistakesAtOnce) {
    const std::string text = printed({check("first", "A", kHalf), check("first", "B", kHalf),
                                      check("second", "A", kThird), check("second", "B", kThird)});
    expect_words(text, "These may be two mistakes at once");
    EXPECT_LT(text.find("Halves."), text.find("Thirds."));
}

TEST_F(KnownPrinter, NamesOneOfSeveralByItsFunctionAlone) {
    const std::string text = printed({check("first", "A", kHalf), check("first", "B", kHalf),
                                      check("second", "A", kHalf), check("second", "B", "")});
    expect_words(text, "In first, taken alone, the same checks fail");
    expect_words(text, "Halves.");
}

TEST_F(KnownPrinter, NamesOneOfAFunctionThatFailsLater) {
    const std::string text = printed({check("first", "A", kThird), check("first", "B", ""),
                                      check("second", "A", kThird), check("second", "B", kThird)});
    expect_words(text, "In second, taken alone, the same checks fail");
    expect_words(text, "Thirds.");
    expect_no(text, "Halves.");
}

TEST_F(KnownPrinter, SaysThatSeveralCannotBeToldApart) {
    const std::string text = printed({check("first", "A", kThird), check("first", "B", kHalf),
                                      check("second", "A", kHalf), check("second", "B", "")});
    expect_words(text, "No known pattern fits exactly.");
    expect_words(text, "one of these:\n      text.md#common-mistakes\n");
    expect_words(text, "they cannot be told apart: mend the first failure");
}

TEST_F(KnownPrinter, OneCheckNamesAMistakeOnlyWhereItIsSure) {
    expect_words(printed({check("first", "A", kHalf)}, false), "Halves.");
    const std::string other = printed({check("first", "B", kHalf)}, false);
    expect_words(other, "only a run of all checks tells:\n  make check-lesson9\n");
    expect_no(other, "Halves.");
}

TEST_F(KnownPrinter, RepeatsForPartOfTheChecksWhatARunOfAllOfThemNamed) {
    const std::vector<CheckResult> all{check("first", "A", kHalf), check("first", "B", kHalf),
                                       check("second", "A", ""), check("second", "B", "")};
    const std::vector<CheckResult> part{check("first", "B", kHalf)};
    expect_words(printed(all), "Halves.");
    const std::string said = "The latest run of all checks, with the same file, named this";
    const std::string records = (folder_ / "records").string();
    std::filesystem::create_directories(records);
    ASSERT_EQ(setenv("WORKSHOP_RECORDS", records.c_str(), 1), 0);
    ASSERT_EQ(setenv("WORKSHOP_RECORD_CONTENT", "12-34", 1), 0);
    const auto record = [&](const std::string& content, const std::string& mistake,
                            const std::string& end) {
        write("records/09_fake.checks", "workshop-record 1\ncontent " + content +
                                            "\nbackend emulator\nmistake " + mistake + '\n' + end);
        return printed(part, false);
    };
    const std::string text = record("12-34", "09_fake/half", "end\n");
    expect_words(text, said);
    expect_words(text, "Halves.\n      More: text.md#half");
    expect_no(text, "only a run of all checks tells");
    // Another file, a record that is cut off, a mistake that does not fail like this.
    for (const std::string& other :
         {record("12-35", "09_fake/half", "end\n"), record("12-34", "09_fake/half", ""),
          record("12-34", "09_fake/third", "end\n")}) {
        expect_no(other, said);
        expect_words(other, "only a run of all checks tells:\n  make check-lesson9\n");
    }
    unsetenv("WORKSHOP_RECORDS");
    unsetenv("WORKSHOP_RECORD_CONTENT");
    expect_no(printed(part, false), said);
}

TEST_F(KnownPrinter, NamesAValueThatTheCompilerFoundUnset) {
    const std::vector<CheckResult> checks{check("first", "A", kThird), check("second", "A", "")};
    expect_no(printed(checks), "may be unset");
    ASSERT_EQ(setenv("WORKSHOP_UNSET_VALUE", "line 5: 'sum' may be used uninitialized", 1), 0);
    const std::string text = printed(checks);
    unsetenv("WORKSHOP_UNSET_VALUE");
    expect_words(text, "starter/09_fake.cu, line 5: 'sum' may be");
    expect_words(text, "That alone may be what");
}

TEST_F(KnownPrinter, LeadsToTheParagraphOnBarriersWhereNoMistakeIsNamed) {
    const std::string link = "text.md#barrier-inside-the-if";
    const std::string words = "f on 2 x 2:\nThe CPU device saw faults.";
    CheckResult failure = check("first", "A", words);
    failure.output =
        "x.cu:2: warning: synccheck: 96 of the block's 128 threads have finished without reaching "
        "this __syncthreads\n";
    const CheckResult fine = check("second", "A", "");
    write("text.md", "### Barrier missing\n");
    expect_no(printed({failure, fine}), link);  // no such paragraph
    write("text.md", "# A text\n\n### Barrier inside the if\n");
    expect_words(printed({failure, fine}), link);
    expect_words(printed({failure}, false), link);
    failure.output =
        "x.cu:2: error: synccheck: the threads of a block wait at different barriers: a\n";
    expect_words(printed({failure, fine}), link);
    failure.output = "x.cu:2: error: synccheck: different collectives meet in a warp: a\n";
    expect_no(printed({failure, fine}), link);
    // A mistake that is named has a paragraph of its own.
    write("checks/mutants/signatures.txt",
          "09_fake/half | synccheck | WW | first: row 0: got 0.5, wanted 1\n");
    failure = check("first", "A", kHalf);
    failure.output =
        "x.cu:2: error: synccheck: the threads of a block wait at different barriers: a\n";
    const std::string named = printed({failure, check("first", "B", kHalf), fine});
    expect_words(named, "text.md#half");
    expect_no(named, link);
}

TEST_F(KnownPrinter, LeadsToTheParagraphOnSharesWhereOneIsAnotherThreads) {
    const std::string link = "text.md#share-of-another-thread";
    CheckResult failure = check("first", "A", "f on 2 x 2:\nThe CPU device saw faults.");
    const CheckResult fine = check("second", "A", "");
    const std::string race = "x.cu:2: error: racecheck: Race reported between read access here\n";
    const std::string other = "  both use element 3 of the shared array scratch of f (byte 12)\n";
    const std::string kept = "  both use element 3 of dynamic shared memory (byte 12 of 280)\n";
    failure.output = race + kept;
    write("text.md", "### Barrier missing\n");
    expect_no(printed({failure, fine}), link);  // no such paragraph
    write("text.md", "# A text\n\n### Share of another thread\n");
    expect_words(printed({failure, fine}), link);
    expect_words(printed({failure, fine}), "Before you put a barrier there");
    failure.output = race + other;
    expect_no(printed({failure, fine}), link);
    // Of several reports the first one counts.
    failure.output = race + other + race + kept;
    expect_no(printed({failure, fine}), link);
    // Whoever comes before the other thread meets what nobody has written.
    const std::string unwritten =
        "x.cu:2: error: initcheck: Uninitialized __shared__ memory read of size 4 bytes\n";
    failure.output = unwritten + "  nobody has written element 3 of dynamic shared memory\n";
    expect_words(printed({failure, fine}), link);
    failure.output = unwritten + "  nobody has written element 3 of the shared array scratch\n";
    expect_no(printed({failure, fine}), link);
}

TEST_F(KnownPrinter, LeadsToTheParagraphThatIsAboutTheLikelyCause) {
    const std::string many = "text.md#common-mistakes";
    const std::string link = "text.md#lane-combined-with-itself";
    const CheckResult failure =
        check("first", "A",
              "f on 2 x 2:\nfirst: row 0: got 9, wanted 1\nlikely cause: With whole warps the sum "
              "is 4 times too large. Does the offset of the shuffles start at 32? Start at 16.");
    const CheckResult other = check("first", "A", "f on 2 x 2:\nfirst: row 0: got 9, wanted 1");
    write("text.md", "# A text\n\n### Wrong mask\n");
    expect_words(printed({failure}), many);  // no such paragraph
    expect_no(printed({failure}), link);
    write("text.md", "# A text\n\n### Lane combined with itself\n");
    expect_words(printed({failure}), link);
    expect_words(printed({failure}), "No known pattern fits exactly");
    expect_no(printed({failure}), many);
    expect_words(printed({other}), many);
    expect_no(printed({other}), link);
    // A mistake that is named has a paragraph of its own.
    CheckResult known = check("first", "A", kHalf);
    known.message += "\nlikely cause: Does the offset of the shuffles start at 32?";
    const std::string named = printed({known, check("first", "B", kHalf)});
    expect_words(named, "Halves.");
    expect_no(named, link);
}

}  // namespace
}  // namespace workshop::checks
