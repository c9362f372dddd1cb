// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that end in every way a check can end, for the test of the runner.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "support/launch.hpp"
#include "support/lesson_checks.hpp"
#include "support/register_check.hpp"

namespace workshop::checks {

namespace {

constexpr std::chrono::milliseconds kSlow{3500};

void skip() {
    GTEST_SKIP() << "needs a rare machine";
}

// The case that could be run failed; another one cannot be run here.
void fail_and_skip() {
    fail("wrong value");
    skip();
}

[[noreturn]] void hang() {
    while (true)
        std::this_thread::sleep_for(std::chrono::seconds(1));
}

void print(const char* text, bool then_fail) {
    std::fprintf(stderr, "%s\n", text);
    if (then_fail) fail("it printed");
}

}  // namespace

void register_lesson_checks() {
    register_checks("good", {{"One", [] {}},
                             {"Two", [] { std::printf("from a good check\n"); }},
                             {"Rare", [] { skip(); }}});
    register_checks("bad", {{"Before", [] {}},
                            {"Fails", [] { fail("first line\nsecond line"); }},
                            {"Prints", [] { print("note from the device", true); }},
                            {"PrintsToo", [] { print("note of the next check", true); }},
                            {"Throws", [] { throw std::runtime_error("thrown"); }},
                            {"After", [] {}}});
    register_checks("crash", {{"Before", [] {}},
                              {"Segfault", [] { (void)std::raise(SIGSEGV); }},
                              {"Abort", [] { std::abort(); }},
                              {"Exit", [] { std::_Exit(7); }},
                              {"After", [] {}}});
    register_checks("hang", {{"Before", [] {}}, {"Once", [] { hang(); }}, {"Never", [] {}}});
    register_checks("hang2", {{"Once", [] { hang(); }}, {"Never", [] {}}});
    register_checks("after_hangs", {{"Never", [] {}}});
    register_checks("both", {{"FailsAndSkips", [] { fail_and_skip(); }}});
    register_checks("late", {{"FailsAndHangs", [] {
                                  fail("wrong value");
                                  hang();
                              }}});
    register_checks("slow", {{"Ends", [] { std::this_thread::sleep_for(kSlow); }}});
    // Another function stands between two parts of one.
    register_checks("split", {{"One", [] { fail("part one"); }}});
    register_checks("between", {{"One", [] { fail("between"); }}});
    register_checks("split", {{"Two", [] { fail("part two"); }}});
    // The worker does not end by itself.
    register_checks("stays", {{"One", [] { std::atexit([] { hang(); }); }}});
}

}  // namespace workshop::checks
