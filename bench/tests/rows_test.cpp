// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// What follows from all samples of a run together, and what no device can do.

#include "rows.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workshop::bench;

Row row(const char* function, const char* shape, Mode mode, double bytes, double seconds) {
    Row one;
    one.function = function;
    one.shape = shape;
    one.mode = mode;
    one.bytes = bytes;
    Sample sample;
    sample.seconds = seconds;
    one.samples = {sample, sample, sample};
    return one;
}

// 4.8e12 bytes and 60e12 operations a second.
const DataSheet kLimits{4.8e12, 60e12};

TEST(DataSheets, FollowFromClockAndWidth) {
    // A T4: 5001 MHz, 256 bit, 40 SMs of 64 lanes, 1590 MHz.
    const DataSheet t4 = data_sheet({5001e3, 256, 40, 7, 5, 1590, 0});
    EXPECT_NEAR(t4.bytes_per_second, 320e9, 1e9);
    EXPECT_NEAR(t4.flops, 8.1e12, 0.1e12);
    // An H200: 132 SMs of 128 lanes.
    EXPECT_NEAR(data_sheet({0, 0, 132, 9, 0, 1980, 0}).flops, 66.9e12, 0.1e12);
    EXPECT_EQ(fp32_lanes(8, 0), 64);
    EXPECT_EQ(fp32_lanes(8, 6), 128);
    EXPECT_EQ(data_sheet({}).bytes_per_second, 0);
}

TEST(PhysicalLimit, OnlyForDataFromMemory) {
    EXPECT_TRUE(above_physical_limit(4.9e12, 0, true, kLimits));
    EXPECT_FALSE(above_physical_limit(4.8e12, 0, true, kLimits));
    EXPECT_FALSE(above_physical_limit(9e12, 0, false, kLimits));  // a cache is faster
    EXPECT_TRUE(above_physical_limit(0, 61e12, false, kLimits));
    EXPECT_FALSE(above_physical_limit(9e15, 9e15, true, {}));  // nothing is known
}

TEST(JudgeRows, AFigureAboveTheLimitIsNotBelieved) {
    std::vector<Row> rows{row("f", "1x1", Mode::cold, 1e9, 1e-4),   // 10 TB/s
                          row("f", "1x1", Mode::warm, 1e9, 1e-4),   // from the cache
                          row("g", "1x1", Mode::cold, 1e9, 1e-3)};  // 1 TB/s
    judge_rows(rows, kLimits);
    EXPECT_TRUE(rows[0].above_limit);
    EXPECT_EQ(remarks(rows[0]), "above the physical limit: not believed");
    EXPECT_FALSE(rows[1].above_limit);
    EXPECT_EQ(rows[0].percent_of_copy, 0);
    EXPECT_FALSE(rows[2].above_limit);
    EXPECT_EQ(remarks(rows[2]), "");
    EXPECT_NEAR(rows[2].percent_of_data_sheet, 100 / 4.8, 1e-9);
}

TEST(JudgeRows, ComparesWithTheCopyOfTheSameShapeAndMode) {
    std::vector<Row> rows{row(kCopyName, "2x2", Mode::cold, 32, 1),
                          row("f", "2x2", Mode::cold, 32, 2),
                          row(kCopyName, "2x2", Mode::warm, 32, 4),
                          row("f", "2x2", Mode::warm, 32, 2), row("f", "9x9", Mode::cold, 32, 2)};
    judge_rows(rows, {});
    EXPECT_DOUBLE_EQ(rows[0].percent_of_copy, 100);
    EXPECT_DOUBLE_EQ(rows[1].percent_of_copy, 50);
    EXPECT_DOUBLE_EQ(rows[3].percent_of_copy, 200);
    EXPECT_EQ(rows[4].percent_of_copy, 0);  // no copy of that shape
    judge_rows(rows, {}, true);
    std::vector<Row> apart{rows[0], rows[1]};
    for (Row& one : apart)
        one.percent_of_copy = 0;
    judge_rows(apart, {}, false);
    EXPECT_EQ(apart[1].percent_of_copy, 0);
}

TEST(JudgeRows, NothingIsComparedWithWhatIsNotBelieved) {
    std::vector<Row> rows{row(kCopyName, "1x1", Mode::cold, 1e9, 1e-3),
                          row("too_fast", "1x1", Mode::cold, 1e9, 1e-4)};
    judge_rows(rows, kLimits);
    EXPECT_TRUE(rows[1].above_limit);
    EXPECT_EQ(rows[1].percent_of_copy, 0);  // and not 1000
    std::vector<Row> swapped{row(kCopyName, "1x1", Mode::cold, 1e9, 1e-4),
                             row("f", "1x1", Mode::cold, 1e9, 1e-3)};
    judge_rows(swapped, kLimits);
    EXPECT_EQ(swapped[1].percent_of_copy, 0);  // and not 10
}

TEST(JudgeRows, ComparesRatesAndNotTimes) {
    // A row sum reads as much as the copy and writes next to nothing.
    std::vector<Row> rows{row(kCopyName, "2x2", Mode::cold, 32, 2),
                          row("sum", "2x2", Mode::cold, 16, 1)};
    judge_rows(rows, {});
    EXPECT_DOUBLE_EQ(rows[1].percent_of_copy, 100);
}

TEST(JudgeRows, OperationsAreComparedWithTheLibrary) {
    std::vector<Row> rows{row("cublas", "2x2", Mode::cold, 32, 1),
                          row("mine", "2x2", Mode::cold, 32, 4)};
    rows[0].is_peer = true;
    for (Row& one : rows)
        one.operations = 1e12;
    judge_rows(rows, kLimits);
    EXPECT_DOUBLE_EQ(rows[1].percent_of_library, 25);
    EXPECT_EQ(rows[0].percent_of_library, 0);
    EXPECT_EQ(rows[1].percent_of_copy, 0);
    EXPECT_NEAR(rows[0].percent_of_data_sheet, 100 / 60.0, 1e-9);
}

TEST(JudgeRows, TheHighestClockOfAnyCaseDecides) {
    std::vector<Row> rows{row("f", "2x2", Mode::cold, 32, 1), row("g", "2x2", Mode::cold, 32, 1)};
    for (Sample& one : rows[0].samples)
        one.after = {true, 2000, 0, 50, 0};
    for (Sample& one : rows[1].samples)
        one.after = {true, 1900, 0, 50, 0};
    rows[1].samples[2].after.sm_mhz = 1000;
    rows[1].samples[2].seconds = 100;
    judge_rows(rows, {});
    EXPECT_DOUBLE_EQ(rows[1].seconds, 1);
    EXPECT_EQ(remarks(rows[1]), "1 of 3 samples throttled, and left out");
    for (Sample& one : rows[1].samples)
        one.after.sm_mhz = 1000;
    judge_rows(rows, {});
    EXPECT_TRUE(rows[1].judgement.all_throttled);
    EXPECT_GT(rows[1].seconds, 0);
    EXPECT_NE(remarks(rows[1]).find("all samples throttled, and kept"), std::string::npos);
}

TEST(JudgeRows, ACaseWithAProblemHasNoTime) {
    std::vector<Row> rows{row("f", "2x2", Mode::cold, 32, 1)};
    rows[0].problem = "the output is wrong";
    judge_rows(rows, kLimits);
    EXPECT_EQ(rows[0].seconds, 0);
}

}  // namespace
