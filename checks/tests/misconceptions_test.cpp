// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "support/misconceptions_of_part.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace workshop::checks {
namespace {

/// A folder with tables of mutants of two lessons.
class Misconceptions : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) / "misconceptions_test";
        std::filesystem::create_directories(folder_ / "01_one");
        std::ofstream(folder_ / "kills.txt")
            << "# mutant | failing checks\n"
               "01_one/a | f.A, f.B, f.C, f.D, f.E, f.F, f.G, f.H, f.I, f.J\n"
               "01_one/b | f.A\n"
               "01_one/c | f.K, f.IdeaReads\n"
               "01_one/d | f.IdeaReads\n"
               "01_one/e | f.L\n"
               "02_two/a | f.A\n"
               "02_two/barrier_1_deleted | f.B, f.C\n"
               "02_two/barrier_2_deleted | f.B, f.C\n";
        std::ofstream(folder_ / "signatures.txt")
            << "# mutant | reports | letters | words\n"
               "01_one/a | none | NNNNNNNNNN | 5 of 60 are wrong\n"
               "01_one/b | none | W | got 0.5, wanted 1\n"
               "01_one/c | none | KP | got 7\n"
               "01_one/d | none | P | 3 reads\n"
               "02_two/a | none | W | got 0.5, wanted 1\n"
               "02_two/barrier_1_deleted | initcheck, racecheck | ri | a race at 8\n"
               "02_two/barrier_2_deleted | initcheck, racecheck | ri | a race at 8\n";
        std::ofstream(folder_ / "01_one/a.mutant")
            << "# comment\nmisconception: All is A.\nlesson: part-a\n---- replace\nmisconception: "
               "x\n";
        for (const std::string name : {"b", "c", "d", "e"}) {
            std::ofstream(folder_ / ("01_one/" + name + ".mutant"))
                << "misconception: " << name << " is enough.\n---- replace\n";
        }
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    /// One check for each letter of `checks`, "f.A" for A; all fail as `letter` says.
    static Signature run(const std::string& checks, char letter, const std::string& words) {
        Signature signature;
        for (const char check : checks)
            signature.how[std::string("f.") + check] = letter;
        if (!checks.empty()) signature.first_check = std::string("f.") + checks.front();
        signature.first_words = words;
        return signature;
    }
    std::vector<Misconception> find(const Signature& signature, RunOn where = RunOn::cpu_device,
                                    const std::string& lesson = "01_one") const {
        return find_misconceptions(read_known_mistakes(folder_.string(), lesson), signature, where);
    }
    std::filesystem::path folder_;
};

TEST_F(Misconceptions, FindsTheSameFailures) {
    const auto found = find(run("ABCDEFGHIJ", 'N', "5 of 60 are wrong"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].words, "All is A.");
    EXPECT_EQ(found[0].section, "part-a");
    EXPECT_EQ(found[0].likeness, 1.0);
}

TEST_F(Misconceptions, OneCheckOfTenMayDiffer) {
    const auto found = find(run("ABCDEFGHI", 'N', "5 of 60 are wrong"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].likeness, 0.9);
    EXPECT_TRUE(find(run("ABCDEFGH", 'N', "5 of 60 are wrong")).empty());
    // Then the numbers have to agree; where the checks are the same, they need not.
    EXPECT_TRUE(find(run("ABCDEFGHI", 'N', "6 of 60 are wrong")).empty());
    EXPECT_EQ(find(run("ABCDEFGHIJ", 'N', "6 of 60 are wrong")).size(), 1U);
}

TEST_F(Misconceptions, TheWayToFailHasToAgree) {
    EXPECT_TRUE(find(run("ABCDEFGHIJ", 'W', "5 of 60 are wrong")).empty());
    EXPECT_TRUE(find(run("ABCDEFGHIJ", 'N', "a row is missing")).empty());
    Signature later = run("ABCDEFGHIJ", 'N', "5 of 60 are wrong");
    later.how["f.J"] = 'r';  // one of ten in another way
    EXPECT_EQ(find(later).size(), 1U);
    later.how["f.I"] = 'r';
    EXPECT_TRUE(find(later).empty());
}

TEST_F(Misconceptions, ReportsHaveToAgree) {
    Signature race = run("ABCDEFGHIJ", 'N', "5 of 60 are wrong");
    race.reports = {"racecheck"};
    EXPECT_TRUE(find(race).empty());
    Signature barrier = run("BC", 'r', "a race at 8");
    barrier.how["f.C"] = 'i';
    EXPECT_TRUE(find(barrier, RunOn::cpu_device, "02_two").empty());
    barrier.reports = {"racecheck", "initcheck"};
    const auto found = find(barrier, RunOn::cpu_device, "02_two");
    ASSERT_EQ(found.size(), 1U) << "one for both barriers";
    EXPECT_NE(found[0].words.find("A barrier is missing"), std::string::npos);
    EXPECT_EQ(found[0].section, "barrier-missing");
}

TEST_F(Misconceptions, FewFailuresNeedTheSameNumbers) {
    EXPECT_EQ(find(run("A", 'W', "got 0.5, wanted 1")).size(), 1U);
    EXPECT_EQ(find(run("A", 'W', "got 0.502, wanted 1")).size(), 1U) << "three digits, rounded";
    EXPECT_TRUE(find(run("A", 'W', "got 0.7, wanted 1")).empty());
}

TEST_F(Misconceptions, NumbersOfAnIdeaMayDifferWhereItIsOneParagraph) {
    const auto count = [](const std::string& check, const std::string& words) {
        Signature signature;
        signature.how[check] = 'P';
        signature.first_check = check;
        signature.first_words = words;
        return signature;
    };
    const Signature kept = count("f.IdeaReads", "3 reads");
    const std::vector<KnownMistake> one{{"01_one/d", "D.", "part-d", kept}};
    const auto found = find_misconceptions(one, count("f.IdeaReads", "2.5 reads"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].other_numbers);
    EXPECT_FALSE(find_misconceptions(one, kept).at(0).other_numbers);
    EXPECT_TRUE(find_misconceptions(one, count("f.IdeaReads", "2.5 writes")).empty());
    // The words of another check may be those of many ideas.
    const std::vector<KnownMistake> other{{"01_one/d", "D.", "part-d", count("f.Plan", "3 reads")}};
    EXPECT_TRUE(find_misconceptions(other, count("f.Plan", "2.5 reads")).empty());
    // More checks fail: that is another mistake.
    Signature more = count("f.IdeaReads", "2.5 reads");
    more.how["f.IdeaWrites"] = 'P';
    EXPECT_TRUE(find_misconceptions(one, more).empty());
    // Two paragraphs with the same words, or none to lead to.
    auto two = one;
    two.push_back({"01_one/e", "E.", "part-e", count("f.IdeaReads", "4 reads")});
    EXPECT_TRUE(find_misconceptions(two, count("f.IdeaReads", "2.5 reads")).empty());
    EXPECT_EQ(find_misconceptions(two, kept).at(0).mutant, "01_one/d");
    two = one;
    two[0].section.clear();
    EXPECT_TRUE(find_misconceptions(two, count("f.IdeaReads", "2.5 reads")).empty());
}

TEST_F(Misconceptions, LeavesOutWhatAGpuDoesNotHave) {
    EXPECT_TRUE(find(run("K", 'K', "got 7")).empty());
    const auto found = find(run("K", 'K', "got 7"), RunOn::gpu);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].words, "c is enough.");
}

TEST_F(Misconceptions, IsSilentWithoutASignature) {
    EXPECT_TRUE(find(run("L", '?', "")).empty());
    EXPECT_EQ(read_known_mistakes(folder_.string(), "01_one").size(), 4U);
    EXPECT_EQ(mutants_in_table(folder_.string(), "01_one"), 5U);
}

TEST_F(Misconceptions, IsSilentWhenNothingIsAlike) {
    EXPECT_TRUE(find(run("XY", 'N', "5 of 60 are wrong")).empty());
    EXPECT_TRUE(find(run("AB", 'N', "5 of 60 are wrong")).empty());
    EXPECT_TRUE(find({}).empty());
    EXPECT_TRUE(read_known_mistakes("/nowhere", "01_one").empty());
}

/// A row of a table: the checks of `checks` fail as `letter` says, the first one in these words.
KnownMistake known_one(const std::string& name, const std::string& checks, char letter,
                       const std::string& words) {
    KnownMistake mistake;
    mistake.mutant = "01_one/" + name;
    mistake.words = name + " is so.";
    mistake.section = name;
    for (const char check : checks)
        mistake.signature.how[std::string("f.") + check] = letter;
    mistake.signature.first_check = std::string("f.") + checks.front();
    mistake.signature.first_words = words;
    return mistake;
}

Signature run_of(const KnownMistake& mistake) {
    Signature run = mistake.signature;
    run.words[run.first_check] = run.first_words;
    return run;
}

TEST(PartOfARun, IsNamedByTheChecksThatAreSeen) {
    const KnownMistake a = known_one("a", "ABC", 'W', "got 1");
    Signature run = run_of(known_one("", "AB", 'W', "got 1"));
    const auto found = find_in_part({a}, run, {"f.A", "f.B"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].section, "a");
    EXPECT_TRUE(find_in_part({a}, run, {"f.A", "f.B", "f.C"}).empty()) << "C passed";
    run.words["f.A"] = "got 2";
    EXPECT_TRUE(find_in_part({a}, run, {"f.A", "f.B"}).empty()) << "another number";
}

TEST(PartOfARun, IsSilentWhereAnotherMistakeIsPossible) {
    const KnownMistake a = known_one("a", "BC", 'W', "got 1");
    const KnownMistake b = known_one("b", "AB", 'W', "got 2");
    const Signature run = run_of(known_one("", "B", 'W', "got 1"));
    EXPECT_EQ(find_in_part({a}, run, {"f.B"}).size(), 1U);
    EXPECT_TRUE(find_in_part({a, b}, run, {"f.B"}).empty()) << "what b says of B is not known";
}

TEST(PartOfARun, AReportOfTheDeviceNamesNothing) {
    KnownMistake a = known_one("a", "AB", 'r', "racecheck: Race");
    a.signature.reports = {"racecheck"};
    EXPECT_TRUE(find_in_part({a}, run_of(a), {"f.A", "f.B"}).empty());
}

TEST(TwoMistakes, AreNamedWhereOnlyTheyExplainTheRun) {
    const KnownMistake a = known_one("a", "AB", 'W', "got 1");
    const KnownMistake b = known_one("b", "BC", 'N', "got 2");
    Signature run = run_of(known_one("", "ABC", 'W', "got 1"));
    run.how["f.C"] = 'N';
    EXPECT_TRUE(find_two_mistakes({a, b}, run).empty()) << "nothing tells that b is in it";
    run.how["f.B"] = 'N';
    run.words["f.B"] = "got 2";
    auto found = find_two_mistakes({b, a}, run);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].section, "a") << "it fails first";
    EXPECT_EQ(found[1].section, "b");
    run.how["f.D"] = 'N';
    EXPECT_TRUE(find_two_mistakes({a, b}, run).empty()) << "D is not explained";
    run.how.erase("f.D");
    const KnownMistake c = known_one("c", "BC", 'N', "got 2");
    EXPECT_EQ(find_two_mistakes({a, b, c}, run).size(), 2U) << "b and c fail alike: one kind";
    const KnownMistake d = known_one("d", "A", 'W', "got 1");
    EXPECT_TRUE(find_two_mistakes({a, b, d}, run).empty()) << "d and b explain it as well";
}

CheckResult failed(const std::string& message, const std::string& output = "") {
    CheckResult check;
    check.function = "f";
    check.property = "A";
    check.state = State::failed;
    check.message = message;
    check.output = output;
    return check;
}

const std::string kRace =
    "/a b/x.cu:7: error: racecheck: Race reported at /a b/x.cu:9 on 0x7f00\n  kernel k\n";

TEST(SignatureOfARun, TellsHowACheckFailed) {
    EXPECT_EQ(how_it_failed(failed("f on 2 x 2:\n4 are wrong.\nThey were never written.\nfirst: ")),
              'N');
    EXPECT_EQ(how_it_failed(failed("The only element is wrong.\nIt was never written.")), 'N');
    EXPECT_EQ(how_it_failed(failed("3 of them were never written.\nfirst: x")), 'S');
    EXPECT_EQ(how_it_failed(failed("They are 0.\nfirst: x")), 'Z');
    EXPECT_EQ(how_it_failed(failed("1 is wrong.\nfirst: row 0: got 1, wanted 2")), 'W');
    EXPECT_EQ(how_it_failed(failed("The function returned cudaErrorX (x).")), 'E');
    EXPECT_EQ(how_it_failed(failed("It is wrong.\nlikely cause: cudaMalloc")), 'P');
    EXPECT_EQ(how_it_failed(failed("Each element of x is read 2.0 times.")), 'P');
    EXPECT_EQ(how_it_failed(failed("Stopped after 60 s: an endless loop")), 'L');
    EXPECT_EQ(how_it_failed(failed("The CPU device saw a fault in the kernel", kRace)), 'r');
}

TEST(SignatureOfARun, KeepsTheProblemAndLeavesOutTheGuess) {
    EXPECT_EQ(
        problem_in_words(failed("f on 2 x 2:\nfirst: got 0.123456, wanted 1\nlikely cause: a")),
        "first: got 0.123, wanted 1");
    EXPECT_EQ(problem_in_words(failed("f on 2 x 2:\nThe CPU device saw a fault", kRace)),
              "racecheck: Race reported at a line on an address");
}

/// An error code is that of many mistakes. What was printed beside it tells them apart.
TEST(SignatureOfARun, TellsErrorsApart) {
    const std::string refused =
        "The function returned cudaErrorX (x), but these arguments are allowed.";
    EXPECT_EQ(problem_in_words(failed("f on 2 x 2:\n" + refused,
                                      "x.cu:7: error: cudaFuncSetAttribute: 9 bytes alone\n")),
              refused + " cudaFuncSetAttribute: 9 bytes alone");
    EXPECT_EQ(problem_in_words(failed("f on 2 x 2:\n" + refused)), refused);
    const std::string stopped = "The kernel failed while it ran: cudaErrorX (x).";
    const std::string write = "/a/x.cu:7: error: memcheck: Invalid __shared__ write\n  kernel k\n";
    const std::string behind = "  it is 1 byte behind dynamic shared memory (20 bytes)\n  once\n";
    EXPECT_EQ(problem_in_words(failed("f on 2 x 2:\n" + stopped, write)),
              stopped + " memcheck: Invalid __shared__ write");
    EXPECT_EQ(problem_in_words(failed("f on 2 x 2:\n" + stopped, write + behind)),
              stopped +
                  " memcheck: Invalid __shared__ write, it is 1 byte behind dynamic shared "
                  "memory (20 bytes)");
}

// Of a mask or a barrier: which lanes are waited for, and not who says so or by which collective.
TEST(SignatureOfARun, KeepsTheLanesThatNeverCome) {
    const std::string stopped = "The kernel failed while it ran: cudaErrorX (x).";
    const auto words = [&](const std::string& head) {
        return problem_in_words(failed("f on 2 x 2:\n" + stopped, "x.cu:7: error: " + head + "\n"));
    };
    const std::string last = ", which the mask 0xffffffff names but which never comes";
    EXPECT_EQ(words("synccheck: __shfl_down_sync waits for lane 31" + last),
              stopped +
                  " synccheck: a collective waits for lane 31, which the mask of 32 lanes names "
                  "but which never comes");
    EXPECT_EQ(words("synccheck: __shfl_sync waits for lane 31" + last),
              words("synccheck: __shfl_down_sync waits for lane 31" + last));
    EXPECT_NE(words("synccheck: __shfl_sync waits for lanes 1-31" + last),
              words("synccheck: __shfl_sync waits for lane 31" + last));
    const std::string outside = ", which does not name it";
    EXPECT_EQ(words("synccheck: lane 15 calls __shfl_sync with the mask 0x000000ff" + outside),
              words("synccheck: lane 9 calls __shfl_xor_sync with the mask 0x0000ff00" + outside));
    EXPECT_NE(words("synccheck: lane 15 calls __shfl_sync with the mask 0x0000ffff" + outside),
              words("synccheck: lane 15 calls __shfl_sync with the mask 0x000000ff" + outside));
    EXPECT_NE(words("synccheck: lane 15 calls __shfl_sync with the mask 0x000000ff" + outside),
              words("synccheck: lane 0 calls __shfl_sync with the mask 0x00000000" + outside));
}

TEST(SignatureOfARun, IsTheSameAfterWritingAndReading) {
    RunResults results;
    results.checks = {failed("f:\nThey are 0.\nfirst: x"), failed("f:\nnothing | known")};
    results.checks[1].property = "B";
    results.checks[1].output = kRace;
    const std::string row = signature_row("01_one/a", results);
    EXPECT_EQ(row, "01_one/a | racecheck | ZP | They are 0. first: x");
    const Signature read = read_signature(row, {"f.A", "f.B"});
    const Signature made = signature_of(results);
    EXPECT_EQ(read.how, made.how);
    EXPECT_EQ(read.reports, made.reports);
    EXPECT_EQ(read.first_check, made.first_check);
    EXPECT_EQ(read.first_words, made.first_words);
    EXPECT_EQ(read_signature(row, {"f.A"}).first_words, "") << "another number of checks";
}

}  // namespace
}  // namespace workshop::checks
