// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "support/open_todos.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace workshop::checks {
namespace {

const char* const kSolution =
    "void k(int n) {\n"
    "    // FILL 1: count\n"
    "    int i = 0;\n"
    "    ++i;\n"
    "    // STARTER: (void)n;\n"
    "    // END FILL\n"
    "    use(n);\n"
    "    // FILL 2: a rest\n"
    "    rest();\n"
    "    // END FILL\n"
    "}\n";

const char* const kStarter =
    "void k(int n) {\n"
    "    // TODO 1: count\n"
    "    (void)n;\n"
    "    use(n);\n"
    "    // TODO 2: a rest\n"
    "}\n";

std::vector<OpenTodo> open_in(std::string starter, const std::string& from = "",
                              const std::string& to = "") {
    if (!from.empty()) starter.replace(starter.find(from), from.size(), to);
    std::istringstream solution(kSolution);
    std::istringstream file(starter);
    return find_open_todos(solution, file);
}

TEST(OpenTodos, AllAreOpenInAStarter) {
    const auto open = open_in(kStarter);
    ASSERT_EQ(open.size(), 2U);
    EXPECT_EQ(open[0].number, 1);
    EXPECT_EQ(open[0].line, 2U);
    EXPECT_EQ(open[1].number, 2);
    EXPECT_EQ(open[1].line, 5U);
    EXPECT_EQ(describe_todos(open), "TODO 1 (line 2) and TODO 2 (line 5)");
}

TEST(OpenTodos, LinesOfTheStarterMayBeIndented) {
    std::istringstream solution(
        "    // FILL 1: a loop\n"
        "    fast();\n"
        "    // STARTER: for (;;)\n"
        "    // STARTER:     slow();\n"
        "    // END FILL\n"
        "    use(n);\n");
    std::istringstream starter(
        "    // TODO 1: a loop\n"
        "    for (;;)\n"
        "        slow();\n"
        "    use(n);\n");
    const auto open = find_open_todos(solution, starter);
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0].line, 1U);
}

TEST(OpenTodos, WhatIsFilledInIsNotOpen) {
    auto open = open_in(kStarter, "    (void)n;\n", "    int i = 1;\n");
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0].number, 2);
    // The starter's line left in place below the new ones, or above them.
    EXPECT_EQ(open_in(kStarter, "    (void)n;\n", "    int i = 1;\n    (void)n;\n").size(), 1U);
    EXPECT_EQ(open_in(kStarter, "    (void)n;\n", "    (void)n;\n    int i = 1;\n").size(), 1U);
    open = open_in(kStarter, "a rest\n", "a rest\n    rest();\n");
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0].number, 1);
}

TEST(OpenTodos, SeesATodoThatIsFollowedByTheNextOne) {
    const std::string both =
        "// FILL 1: add\nadd();\n// END FILL\n// FILL 2: write\nwrite();\n// STARTER: (void)y;\n"
        "// END FILL\n}\n";
    const auto open_of = [&](const std::string& starter) {
        std::istringstream solution(both);
        std::istringstream file(starter);
        return find_open_todos(solution, file);
    };
    EXPECT_EQ(open_of("// TODO 1: add\n// all of them\n\n// TODO 2: write\n(void)y;\n}\n").size(),
              2U);
    const auto open = open_of("// TODO 1: add\nadd();\n// TODO 2: write\n(void)y;\n}\n");
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0].number, 2);
}

TEST(OpenTodos, CommentsAndIndentationDoNotFill) {
    EXPECT_EQ(open_in(kStarter, "a rest\n", "a rest\n\n    // of the row\n").size(), 2U);
    EXPECT_EQ(open_in(kStarter, "    (void)n;", "(void)n;  ").size(), 2U);
}

TEST(OpenTodos, IsSilentWhereTheCommentIsGone) {
    EXPECT_EQ(open_in(kStarter, "    // TODO 1: count\n", "").size(), 1U);
    EXPECT_TRUE(open_in("nothing of the starter\n").empty());
    EXPECT_TRUE(open_in("").empty());
}

TEST(OpenTodos, ListsThreeAndCountsTheRest) {
    EXPECT_EQ(describe_todos({{1, 10}}), "TODO 1 (line 10)");
    EXPECT_EQ(describe_todos({{1, 10}, {2, 20}, {4, 40}, {5, 50}, {7, 70}}),
              "TODO 1 (line 10), TODO 2 (line 20), TODO 4 (line 40) and 2 more");
    EXPECT_TRUE(open_todos_of({"09_x", "9", "", "", "solution", "solutions/09_x.cu", "", "",
                               "/nowhere/checks/mutants"})
                    .empty());
}

}  // namespace
}  // namespace workshop::checks
