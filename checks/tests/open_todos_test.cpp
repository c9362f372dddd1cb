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

const char* const kTwoFunctions =
    "// A helper { of both }.\n"                                            // 1
    "struct Sum {\n"                                                        // 2
    "    static float combine(float a) {\n"                                 // 3
    "        // TODO 1: combine\n"                                          // 4
    "    }\n"                                                               // 5
    "};\n"                                                                  // 6
    "template <class T>\n"                                                  // 7
    "__device__ void reduce(T v) {\n"                                       // 8
    "    // TODO 2: reduce\n"                                               // 9
    "    const int n = 1'000; // it's\n"                                    // 10
    "    T::combine(v + \"}\"[0]);\n"                                       // 11
    "}\n"                                                                   // 12
    "__global__ void __launch_bounds__(32) first_kernel(const int* x) {\n"  // 13
    "    if (x) { reduce<Sum>(*x); }\n"                                     // 14
    "}\n"                                                                   // 15
    "__global__ void second_kernel() {\n"                                   // 16
    "    // TODO 3: write\n"                                                // 17
    "}\n"                                                                   // 18
    "namespace n {\n"                                                       // 19
    "int first(int x) { first_kernel<<<1, 1>>>(&x); return x; }\n"          // 20
    "int second() {\n"                                                      // 21
    "    second_kernel<<<1, 1>>>();\n"                                      // 22
    "    // TODO 4: an error\n"                                             // 23
    "}\n"                                                                   // 24
    "// TODO 5: more\n"                                                     // 25
    "}\n";

std::string that_matter_for(const std::string& function) {
    std::istringstream stream(kTwoFunctions);
    std::string numbers;
    for (const OpenTodo& todo : todos_that_matter({{1, 4}, {2, 9}, {3, 17}, {4, 23}, {5, 25}},
                                                  FunctionGraph(stream), function)) {
        numbers += std::to_string(todo.number);
    }
    return numbers;
}

TEST(OpenTodos, OnlyThoseOfAFunctionAndOfWhatItUsesMatter) {
    EXPECT_EQ(that_matter_for("first"), "125");
    EXPECT_EQ(that_matter_for("second"), "345");
    EXPECT_EQ(that_matter_for("unknown"), "12345");
}

TEST(OpenTodos, WhatIsLeftToWriteMayUseMore) {
    std::istringstream unfinished("void help() {\n}\nvoid f() {\n}\n");
    std::istringstream finished("void help() { other(); }\nvoid other() {}\nvoid f() { help(); }");
    FunctionGraph graph(unfinished);
    const FunctionGraph whole(finished);
    EXPECT_EQ(graph.functions(), (std::set<std::string>{"f", "help"}));
    graph.add_uses_of("help", whole);
    EXPECT_EQ(graph.used_by("f"), std::set<std::string>{"f"}) << "f is finished without help";
    graph.add_uses_of("f", whole);
    graph.add_uses_of("unknown", whole);
    EXPECT_EQ(graph.used_by("f"), (std::set<std::string>{"f", "help"})) << "no other is defined";
}

TEST(OpenTodos, FunctionsAreFoundByTheirLines) {
    std::istringstream stream(kTwoFunctions);
    const FunctionGraph graph(stream);
    EXPECT_EQ(graph.function_at(1), "");
    EXPECT_EQ(graph.function_at(4), "combine");
    EXPECT_EQ(graph.function_at(7), "reduce");
    EXPECT_EQ(graph.function_at(14), "first_kernel");
    EXPECT_EQ(graph.function_at(22), "second");
    EXPECT_EQ(graph.function_at(25), "");
    EXPECT_EQ(graph.used_by("second_kernel"), std::set<std::string>{"second_kernel"});
    EXPECT_TRUE(graph.used_by("main").empty());
}

}  // namespace
}  // namespace workshop::checks
