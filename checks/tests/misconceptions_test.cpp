// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "support/misconceptions.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace workshop::checks {
namespace {

/// A folder with a table of mutants of two lessons.
class Misconceptions : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) / "misconceptions_test";
        std::filesystem::create_directories(folder_ / "01_one");
        std::ofstream(folder_ / "kills.txt") << "# mutant | failing checks\n"
                                                "01_one/a | f.A, f.B, f.C, f.D\n"
                                                "01_one/b | f.A\n"
                                                "02_two/a | f.A\n"
                                                "02_two/barrier_1_deleted | f.B, f.C\n"
                                                "02_two/barrier_2_deleted | f.B, f.C\n";
        std::ofstream(folder_ / "01_one/a.mutant")
            << "# comment\nmisconception: All is A.\nlesson: part-a\n---- replace\nmisconception: "
               "x\n";
        std::ofstream(folder_ / "01_one/b.mutant") << "misconception: B is enough.\n---- replace\n";
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::vector<Misconception> find(const std::set<std::string>& failing) const {
        return find_misconceptions(folder_.string(), "01_one", failing);
    }
    std::filesystem::path folder_;
};

TEST_F(Misconceptions, FindsTheSameSet) {
    const auto found = find({"f.A", "f.B", "f.C", "f.D"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].words, "All is A.");
    EXPECT_EQ(found[0].section, "part-a");
    EXPECT_EQ(found[0].likeness, 1.0);
}

TEST_F(Misconceptions, FindsAClosestSet) {
    const auto found = find({"f.A", "f.B", "f.C"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].words, "All is A.");
    EXPECT_EQ(found[0].likeness, 0.75);
}

TEST_F(Misconceptions, KeepsToTheLesson) {
    const auto found = find({"f.A"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].words, "B is enough.");
}

TEST_F(Misconceptions, NamesAMissingBarrierOnce) {
    const auto found = find_misconceptions(folder_.string(), "02_two", {"f.B", "f.C"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].words.find("A barrier is missing"), std::string::npos);
    EXPECT_EQ(found[0].section, "barrier-missing");
}

TEST_F(Misconceptions, IsSilentWhenNothingIsAlike) {
    EXPECT_TRUE(find({"f.X", "f.Y"}).empty());
    EXPECT_TRUE(find({"f.A", "f.B"}).empty());
    EXPECT_TRUE(find({}).empty());
    EXPECT_TRUE(find_misconceptions("/nowhere", "01_one", {"f.A"}).empty());
}

}  // namespace
}  // namespace workshop::checks
