// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// What a person reads.

#include "table.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace workshop::bench;

Row row(const char* function, Mode mode, double bytes, const std::vector<double>& seconds) {
    Row one;
    one.function = function;
    one.shape = "16384x1024";
    one.mode = mode;
    one.bytes = bytes;
    for (const double value : seconds) {
        Sample sample;
        sample.seconds = value;
        one.samples.push_back(sample);
    }
    return one;
}

std::string table_of(std::vector<Row> rows, const TableStyle& style, const DataSheet& limits = {}) {
    judge_rows(rows, limits, !style.on_cpu_device);
    std::ostringstream out;
    print_columns(out, style);
    print_rows(out, rows, style);
    return out.str();
}

const TableStyle kGpu{false, false, {Mode::cold, Mode::warm}};

TEST(Table, OneLineForAFunctionAndShape) {
    const std::string text = table_of({row(kCopyName, Mode::cold, 128e6, {40e-6, 40e-6, 40e-6}),
                                       row(kCopyName, Mode::warm, 128e6, {20e-6, 20e-6, 20e-6}),
                                       row("f", Mode::cold, 128e6, {79e-6, 80e-6, 82e-6}),
                                       row("f", Mode::warm, 128e6, {60e-6, 60e-6, 60e-6})},
                                      kGpu);
    EXPECT_EQ(text,
              "function                       rows x cols          cold  spread     GB/s   of copy"
              "           warm\n"
              "----------------------------------------------------------------------------------"
              "----------------\n"
              "device_to_device_copy         16384 x 1024      40.00 us   0.0 %     3200   100.0 %"
              "       20.00 us\n"
              "f                             16384 x 1024      80.00 us   0.9 %     1600    50.0 %"
              "       60.00 us\n");
}

TEST(Table, NoLineIsWiderThan100Columns) {
    std::istringstream lines(table_of({row("a_function_with_a_long_name", Mode::cold, 1e9, {10.0}),
                                       row("a_function_with_a_long_name", Mode::warm, 1e9, {10.0})},
                                      kGpu));
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), 100U) << line;
}

TEST(Table, AFigureThatCannotBeIsNotBelieved) {
    const std::string text =
        table_of({row("f", Mode::cold, 128e6, {1e-6, 1e-6}), row("f", Mode::warm, 128e6, {1e-6})},
                 kGpu, DataSheet{4.8e12, 0});
    EXPECT_NE(text.find("\n  cold: above the physical limit: not believed\n"), std::string::npos)
        << text;
    EXPECT_EQ(text.find("warm: above"), std::string::npos);
    EXPECT_EQ(text.find("128000"), std::string::npos);  // GB/s: no figure that looks like a win
}

TEST(Table, AProblemTakesThePlaceOfTheFigures) {
    std::vector<Row> rows{row("f", Mode::cold, 128e6, {1e-6})};
    rows[0].problem = "the output is wrong: 1 of 2 elements; row 0";
    TableStyle one_mode;
    const std::string text = table_of(rows, one_mode);
    EXPECT_NE(text.find("\n  error: the output is wrong: 1 of 2 elements;\n         row 0\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("us"), std::string::npos);
}

TEST(Table, OneSampleHasNoSpread) {
    const std::string text = table_of({row("f", Mode::cold, 128e6, {1e-6})}, TableStyle{});
    EXPECT_NE(text.find("1.00 us       -"), std::string::npos) << text;
}

TEST(Table, OperationsHaveTheShareOfTheLibrary) {
    std::vector<Row> rows{row("cublas", Mode::cold, 0, {1e-3}), row("mine", Mode::cold, 0, {2e-3})};
    rows[0].is_peer = true;
    for (Row& one : rows)
        one.operations = 50e9;
    const std::string text = table_of(rows, {false, true, {Mode::cold}});
    EXPECT_NE(text.find("GFLOP/s   of lib."), std::string::npos) << text;
    EXPECT_NE(text.find("25000    50.0 %\n"), std::string::npos);
    EXPECT_NE(text.find("50000         -\n"), std::string::npos);
}

TEST(Table, TheCpuDeviceIsComparedWithNothing) {
    const std::string text =
        table_of({row(kCopyName, Mode::cold, 1e6, {1e-3}), row("f", Mode::cold, 1e6, {1e-3})},
                 {true, false, {Mode::cold}});
    EXPECT_NE(text.find("CPU time"), std::string::npos);
    EXPECT_EQ(text.find('%'), std::string::npos) << text;
}

}  // namespace
