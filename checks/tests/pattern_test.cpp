// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong elements are described in words: where they are, what they hold, and the likely cause.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "support/block_size_probe.hpp"
#include "support/inputs.hpp"
#include "support/likely_cause.hpp"
#include "support/oracle.hpp"
#include "support/poison.hpp"

namespace workshop::checks {
namespace {

const float kPoison = std::bit_cast<float>(kNeverWritten);

/// A comparison in which the elements for which the question is true are wrong.
Comparison wrong_where(std::int64_t rows, std::int64_t cols,
                       const std::function<bool(std::int64_t, std::int64_t)>& question) {
    std::vector<float> got(static_cast<std::size_t>(rows * cols), 0.0F);
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < cols; ++c) {
            if (question(r, c)) got[static_cast<std::size_t>(r * cols + c)] = 1.0F;
        }
    }
    return compare(got, Expected(rows, cols));
}

TEST(Where, NamesRows) {
    const auto all = wrong_where(4, 5, [](auto, auto) { return true; });
    EXPECT_EQ(find_where(all).place, Place::everything);
    const Where tail = find_where(wrong_where(300, 5, [](auto r, auto) { return r >= 256; }));
    EXPECT_EQ(tail.place, Place::row_tail);
    EXPECT_EQ(tail.words, "all rows from row 256 on (the last 44 of 300)");
    const Where one = find_where(wrong_where(7, 5, [](auto r, auto) { return r == 3; }));
    EXPECT_EQ(one.place, Place::one_row);
    EXPECT_EQ(one.from, 3);
    EXPECT_EQ(find_where(wrong_where(7, 5, [](auto r, auto) { return r < 3; })).place,
              Place::row_head);
    const Where kth = find_where(wrong_where(20, 5, [](auto r, auto) { return r % 4 == 1; }));
    EXPECT_EQ(kth.place, Place::every_kth_row);
    EXPECT_EQ(kth.step, 4);
    EXPECT_EQ(find_where(wrong_where(9, 5, [](auto r, auto) { return r == 2 || r == 7 || r == 8; }))
                  .place,
              Place::whole_rows);
}

TEST(Where, NamesColumns) {
    const Where rest = find_where(wrong_where(6, 70, [](auto, auto c) { return c >= 68; }));
    EXPECT_EQ(rest.place, Place::column_tail);
    EXPECT_NE(rest.words.find("70 % 4 = 2"), std::string::npos) << rest.words;
    // One column is no proof of steps: a loop up to cols - 1 leaves the same out.
    const Where last_of_5 = find_where(wrong_where(6, 5, [](auto, auto c) { return c == 4; }));
    EXPECT_EQ(last_of_5.place, Place::column_tail);
    EXPECT_EQ(last_of_5.words, "the last column of every row, from column 4 on");
    const Where warp_rest = find_where(wrong_where(6, 70, [](auto, auto c) { return c >= 64; }));
    EXPECT_NE(warp_rest.words.find("70 % 32 = 6"), std::string::npos) << warp_rest.words;
    const Where last = find_where(wrong_where(6, 71, [](auto, auto c) { return c == 70; }));
    EXPECT_EQ(last.place, Place::column_tail);
    EXPECT_EQ(last.words, "the last column of every row, from column 70 on");
    const Where warp = find_where(wrong_where(6, 128, [](auto, auto c) { return c % 32 == 0; }));
    EXPECT_EQ(warp.place, Place::every_kth_column);
    EXPECT_NE(warp.words.find("one element for each warp"), std::string::npos) << warp.words;
    EXPECT_EQ(find_where(wrong_where(6, 64, [](auto, auto c) { return c % 2 == 1; })).place,
              Place::every_kth_column);
    EXPECT_EQ(find_where(wrong_where(6, 64, [](auto, auto c) { return c == 0; })).place,
              Place::one_column);
    EXPECT_EQ(find_where(wrong_where(6, 64, [](auto, auto c) { return c < 32; })).place,
              Place::column_head);
}

TEST(Where, NamesSingleElementsAndTheRest) {
    const Where one =
        find_where(wrong_where(6, 9, [](auto r, auto c) { return r == 2 && c == 4; }));
    EXPECT_EQ(one.place, Place::one_element);
    EXPECT_EQ(one.words, "only row 2, column 4");
    const Where some = find_where(wrong_where(9, 9, [](auto r, auto c) { return r * c == 12; }));
    EXPECT_EQ(some.place, Place::scattered);
    // Rows of 5 columns, one behind the other: what vectors of four leave over.
    const Where ends = find_where(wrong_where(4, 5, [](auto r, auto c) {
        const std::int64_t head = (4 - 5 * r % 4) % 4;
        return c >= head + (5 - head) / 4 * 4;
    }));
    EXPECT_EQ(ends.place, Place::row_ends);
    EXPECT_EQ(ends.words, "up to 3 columns at an end of 3 rows of 4, not the same ones in each");
    // Head and tail in one, with a row that is nothing else, and the same ones in every row.
    const Where both = find_where(wrong_where(4, 5, [](auto r, auto c) {
        const std::int64_t head = (4 - 5 * r % 4) % 4;
        return c < head || c >= head + (5 - head) / 4 * 4;
    }));
    EXPECT_EQ(both.place, Place::row_ends);
    const Where alike =
        find_where(wrong_where(4, 30, [](auto, auto c) { return c < 1 || c >= 28; }));
    EXPECT_EQ(alike.place, Place::row_ends);
    EXPECT_EQ(alike.words, "the first column and the last 2 columns of every row");
    EXPECT_EQ(find_where(wrong_where(4, 30, [](auto, auto c) { return c < 4 || c >= 28; })).place,
              Place::same_columns);
    EXPECT_EQ(find_where(wrong_where(4, 9, [](auto r, auto c) { return c < r + 1; })).place,
              Place::scattered);
    const Where in_row = find_where(wrong_where(1, 100, [](auto, auto c) { return c >= 96; }));
    EXPECT_EQ(in_row.place, Place::column_tail);
    const Where row_rest =
        find_where(wrong_where(3, 70, [](auto r, auto c) { return r == 1 && c >= 64; }));
    EXPECT_NE(row_rest.words.find("of row 1"), std::string::npos) << row_rest.words;
}

/// Analyses a wrong softmax of normals.
struct Case {
    HostMatrix x = normals(6, 50, 3);
    Expected expected = softmax_oracle(x, {50, 0});
    std::vector<float> got;

    explicit Case(const std::function<double(double y, double x, std::int64_t r)>& wrong) {
        for (std::size_t i = 0; i < x.values.size(); ++i) {
            got.push_back(static_cast<float>(
                wrong(expected.values[i], x.values[i], static_cast<std::int64_t>(i) / x.cols)));
        }
    }
    What what() const { return find_what(compare(got, expected), x, got, expected); }
    std::string cause(const Circumstances& now = {}) const {
        return likely_cause(find_where(compare(got, expected)), what(), now);
    }
};

TEST(What, SeesWhatIsInWrongElements) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(Case([](auto, auto, auto) { return 0.0; }).what().content, Content::zero);
    EXPECT_EQ(Case([](auto, auto x, auto) { return x; }).what().content, Content::input_copied);
    EXPECT_EQ(Case([=](auto, auto, auto) { return nan; }).what().content, Content::nan);
    EXPECT_EQ(Case([=](auto, auto, auto) { return HUGE_VAL; }).what().content, Content::infinite);
    const What twice = Case([](auto y, auto, auto) { return 2 * y; }).what();
    EXPECT_EQ(twice.content, Content::constant_factor);
    EXPECT_NEAR(twice.factor, 2.0, 1e-5);
    const What by_row = Case([](auto y, auto, auto r) { return y * double(r + 2); }).what();
    EXPECT_EQ(by_row.content, Content::row_factor);
    EXPECT_EQ(Case([](auto y, auto, auto) { return y * (1 + 3e-5); }).what().content,
              Content::close);
    EXPECT_EQ(Case([](auto, auto, auto) { return 1.0 / 50; }).what().content, Content::other);
}

TEST(What, SeesUnnormalisedRowsAndShiftedRows) {
    Case undivided([](auto y, auto, auto) { return y; });
    for (std::int64_t r = 0; r < 6; ++r) {
        const float maximum = *std::max_element(undivided.x.row(r), undivided.x.row(r) + 50);
        for (std::int64_t c = 0; c < 50; ++c) {
            undivided.got[static_cast<std::size_t>(r * 50 + c)] =
                std::exp(undivided.x.at(r, c) - maximum);
        }
    }
    EXPECT_EQ(undivided.what().content, Content::not_divided);

    Case shifted([](auto y, auto, auto) { return y; });
    for (std::size_t i = 0; i < 250; ++i) {
        shifted.got[i] = static_cast<float>(shifted.expected.values[i + 50]);
    }
    EXPECT_EQ(shifted.what().content, Content::other_row);
    EXPECT_NE(shifted.what().words.find("next"), std::string::npos);
}

TEST(What, TellsNeverWrittenFromNan) {
    Case nothing([](auto y, auto, auto) { return y; });
    for (float& value : nothing.got)
        value = kPoison;
    EXPECT_EQ(nothing.what().content, Content::never_written);
    EXPECT_NE(nothing.cause().find("stores nothing"), std::string::npos) << nothing.cause();

    nothing.got.assign(300, kPoison);
    for (std::size_t i = 0; i < 150; ++i) {
        nothing.got[i] = static_cast<float>(nothing.expected.values[i]);
    }
    EXPECT_EQ(nothing.what().content, Content::never_written);
    EXPECT_NE(nothing.cause().find("too few blocks"), std::string::npos) << nothing.cause();

    Case outside([](auto y, auto, auto) { return y; });
    for (float& value : outside.got)
        value = std::bit_cast<float>(kGap);
    EXPECT_EQ(outside.what().content, Content::outside);
}

void expect_words(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << "wanted: " << words << "\ngot: " << text;
}

TEST(What, TellsWhatWasComputedFromUnwrittenMemory) {
    Case added([](auto y, auto, auto) { return y; });
    for (float& value : added.got) {
        volatile float old = kPoison;  // the addition happens on the processor
        value = old + value;
    }
    EXPECT_EQ(added.what().content, Content::from_unwritten);
    expect_words(added.cause(), "reads the output before it writes it");
    volatile float gap = std::bit_cast<float>(kGap);
    for (float& value : added.got)
        value = gap * 2.0F;
    EXPECT_EQ(added.what().content, Content::outside);
    for (float& value : added.got)
        value = -gap;
    EXPECT_EQ(added.what().content, Content::outside);
}

TEST(Cause, TheSumIsTooSmallOrTooLarge) {
    Circumstances quotient;
    quotient.is_divided_by_sum = true;
    const Circumstances sum;
    const Case twice([](auto y, auto, auto) { return 2 * y; });
    const Case half([](auto y, auto, auto) { return y / 2; });
    expect_words(twice.cause(quotient), "too small");
    expect_words(half.cause(quotient), "too large");
    expect_words(twice.cause(sum), "too large");
    expect_words(half.cause(sum), "too small");
}

TEST(Cause, OfNanInARowWithMinusInfinities) {
    const float infinity = std::numeric_limits<float>::infinity();
    Case masked([](auto y, auto, auto) { return y; });
    std::fill_n(masked.got.begin() + 50, 50, std::numeric_limits<float>::quiet_NaN());
    Circumstances now;
    now.has_exponentials = true;
    look_at_row(now, masked.x, 1);
    EXPECT_EQ(masked.cause(now).find("elements of row 1"), std::string::npos) << masked.cause(now);
    std::fill_n(masked.x.row(1), 44, -infinity);
    look_at_row(now, masked.x, 1);
    expect_words(masked.cause(now), "44 of the 50 elements of row 1 are -inf. Where");
    EXPECT_EQ(masked.cause(now).find("large number"), std::string::npos) << masked.cause(now);
    // All rows, in a kernel whose threads share each of them: some threads have nothing.
    Case all([=](auto, auto, auto) { return std::numeric_limits<double>::quiet_NaN(); });
    now.shares_a_row = now.races_are_reported = true;
    look_at_row(now, all.x, 0);
    expect_words(all.cause(now), "The maximum of a thread without elements is -inf");
    now.shares_a_row = false;
    EXPECT_EQ(all.cause(now).find("a thread without"), std::string::npos) << all.cause(now);
    // With another infinity it may be that one.
    masked.x.at(1, 49) = infinity;
    look_at_row(now, masked.x, 1);
    EXPECT_EQ(masked.cause(now).find("elements of row 1"), std::string::npos) << masked.cause(now);
}

TEST(Cause, OfRowsBehindABlock) {
    Case missing([](auto y, auto, auto) { return y; });
    missing.x = normals(200, 3, 1);
    missing.expected = softmax_oracle(missing.x, {3, 0});
    missing.got.assign(600, kPoison);
    for (std::size_t i = 0; i < 3 * 128; ++i)
        missing.got[i] = static_cast<float>(missing.expected.values[i]);
    EXPECT_EQ(missing.cause().find("The row is computed from threadIdx.x only"), 0U);
    Circumstances shared;
    shared.shares_a_row = true;
    expect_words(missing.cause(shared), "too few blocks");
    EXPECT_EQ(missing.cause(shared).find("threadIdx"), std::string::npos);
}

TEST(Cause, OfTheLastRow) {
    Case missing([](auto y, auto, auto) { return y; });
    std::fill(missing.got.begin() + 250, missing.got.end(), kPoison);
    EXPECT_EQ(missing.cause().find("The last row is left out"), 0U) << missing.cause();
    expect_words(missing.cause(), "the condition of the return");
    EXPECT_EQ(missing.cause().find("too few blocks"), std::string::npos) << missing.cause();
    // Another row is none of that, and behind a block there may be no block.
    std::fill(missing.got.begin() + 200, missing.got.begin() + 250, kPoison);
    std::copy_n(missing.expected.values.begin() + 250, 50, missing.got.begin() + 250);
    EXPECT_EQ(missing.cause().find("last row"), std::string::npos) << missing.cause();
    Where behind_a_block;
    behind_a_block.place = Place::one_row;
    behind_a_block.from = 128;
    behind_a_block.last_row = true;
    What nothing;
    nothing.content = Content::never_written;
    expect_words(likely_cause(behind_a_block, nothing, {}), "too few blocks");
}

TEST(Cause, OfAFactor) {
    const char* const small = "The sum is too small by that factor";
    const char* const large = "The sum is too large by that factor";
    const Case twice([](auto y, auto, auto) { return y * 2; });
    EXPECT_EQ(twice.cause({}).find(large), 0U) << twice.cause({});
    Circumstances quotient;
    quotient.is_divided_by_sum = true;
    EXPECT_EQ(twice.cause(quotient).find(small), 0U) << twice.cause(quotient);
    const Case half([](auto y, auto, auto) { return y / 2; });
    EXPECT_EQ(half.cause({}).find(small), 0U) << half.cause({});
    EXPECT_EQ(half.cause(quotient).find(large), 0U) << half.cause(quotient);
}

/// One column: each softmax is 1, and so is the result of every row.
TEST(Cause, OfRowsThatAreAlikeWhenRight) {
    Case column([](auto y, auto, auto) { return y; });
    column.x = normals(3, 1, 1);
    column.expected = softmax_oracle(column.x, {1, 0});
    column.got.assign(3, 0.999999F);
    EXPECT_FALSE(column.what().of_row_0);
    EXPECT_EQ(column.what().content, Content::close);
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    EXPECT_EQ(column.cause(now).find("the offset of the row"), std::string::npos);
    expect_words(column.cause(now), "such as to a divisor");
    // Maxima near 0 shift nothing, and an error tells nothing of them.
    column.x = constant(3, 1, 0.0F);
    EXPECT_FALSE(column.what().different_shifts);
}

TEST(Cause, OfASmallErrorByItsSize) {
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    const auto off_by = [](double bounds) {
        Case wrong([](auto y, auto, auto) { return y; });
        for (std::size_t i = 0; i < wrong.got.size(); ++i)
            wrong.got[i] += static_cast<float>(bounds * wrong.expected.bounds[i]);
        return wrong;
    };
    EXPECT_EQ(off_by(500).what().content, Content::close);
    expect_words(off_by(500).cause(now), "Is an element of the row left out, or taken twice?");
    expect_words(off_by(5).cause(now), "A rounding error is larger than it needs to be");
    Circumstances large = now;
    look_at_row(large, constant(1, 3, 1000.0F), 0);
    expect_words(off_by(500).cause(large), "such as a factor or the logarithm of the sum");
    now.is_compensated = true;  // what an ordinary sum loses is as much
    expect_words(off_by(500).cause(now), "A rounding error is larger than it needs to be");
}

TEST(Cause, OfASumThatIsNegative) {
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    const Case wrong([](auto y, auto, auto r) { return -0.3 * y * double(r + 1); });
    expect_words(wrong.cause(now), "a sum of exponentials is never below 0");
    EXPECT_EQ(wrong.cause(now).find("too large"), std::string::npos) << wrong.cause(now);
    now.is_divided_by_sum = now.has_exponentials = false;
    expect_words(wrong.cause(now), "is something subtracted that has to be added");
}

TEST(Cause, OfFactorsOnBothSidesOf1) {
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    const Case both([](auto y, auto, auto r) { return y * (0.5 + 0.3 * double(r)); });
    expect_words(both.cause(now), "In some rows the sum is too small, in others it is too large");
    const Case above([](auto y, auto, auto r) { return y * double(r + 2); });
    EXPECT_EQ(above.cause(now).find("The sum is too small by that factor"), 0U);
}

TEST(Cause, OfInfinitiesAndZeros) {
    const Case infinite([](auto, auto, auto) { return HUGE_VAL; });
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    look_at_row(now, normals(6, 50, 3), 0);
    expect_words(infinite.cause(now), "A division by a sum of 0 is");
    EXPECT_EQ(infinite.cause(now).find("subtract the row's"), std::string::npos);
    now.is_divided_by_sum = false;
    expect_words(infinite.cause(now), "Is the maximum that is subtracted still -inf?");
    look_at_row(now, constant(1, 3, 800.0F), 0);
    expect_words(infinite.cause(now), "x = 800, its maximum is 800");
    // A sum of the elements themselves has no exp.
    Circumstances sum;
    sum.shares_a_row = sum.races_are_reported = true;
    look_at_row(sum, normals(6, 50, 3), 0);
    EXPECT_EQ(infinite.cause(sum).find("exp"), std::string::npos) << infinite.cause(sum);
    const Case zero([](auto, auto, auto) { return 0.0; });
    EXPECT_EQ(zero.cause(sum).find("exp"), std::string::npos) << zero.cause(sum);
    expect_words(zero.cause(sum), "Does the loop over the row run at all");
}

TEST(Cause, OfElementsBeyond1) {
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    const Case beyond([](auto y, auto x, auto) { return x > 0.0 ? 7.0 + x : y + 0.1; });
    expect_words(beyond.cause(now), "Every element of a softmax lies between 0 and 1");
    const Case inside([](auto y, auto x, auto) { return x > 0.0 ? 0.5 + x / 100 : y + 0.1; });
    EXPECT_EQ(inside.cause(now), "");
}

TEST(Cause, OfAMaskedRowThatIsSetToZero) {
    Case masked([](auto y, auto, auto) { return y; });
    std::fill_n(masked.x.row(1), 50, -std::numeric_limits<float>::infinity());
    masked.expected = softmax_oracle(masked.x, {50, 0});
    std::fill_n(masked.got.begin() + 50, 50, 0.0F);
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    look_at_row(now, masked.x, 1);
    const char* const words = "The scores of this row are all -inf, and it holds 0";
    EXPECT_EQ(masked.cause(now).find(words), 0U) << masked.cause(now);
    std::fill_n(masked.got.begin() + 50, 50, 0.02F);
    expect_words(masked.cause(now), "The contract says NaN here");
    // A NaN of the row is hidden in another way.
    masked.x.at(1, 7) = std::numeric_limits<float>::quiet_NaN();
    std::fill_n(masked.got.begin() + 50, 50, 0.0F);
    look_at_row(now, masked.x, 1);
    expect_words(masked.cause(now), "a NaN");
    EXPECT_EQ(masked.cause(now).find(words), std::string::npos) << masked.cause(now);
}

TEST(Cause, OfAResultInThread0Only) {
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = now.shares_a_row = true;
    now.threads_per_block = 16;
    const auto right_where = [&](const std::function<bool(std::size_t)>& right) {
        Case wrong([](auto, auto, auto) { return HUGE_VAL; });
        for (std::size_t i = 0; i < wrong.got.size(); ++i) {
            if (right(i % 50)) wrong.got[i] = static_cast<float>(wrong.expected.values[i]);
        }
        now.only_thread_0_is_right = false;
        look_at_threads(now, compare(wrong.got, wrong.expected));
        return wrong.cause(now);
    };
    expect_words(right_where([](auto c) { return c % 16 == 0; }), "Only the columns of thread 0");
    EXPECT_EQ(right_where([](auto c) { return c % 8 == 0; }).find("thread 0"), std::string::npos);
    EXPECT_EQ(right_where([](auto c) { return c == 0; }).find("thread 0"), std::string::npos);
    EXPECT_EQ(right_where([](auto) { return false; }).find("thread 0"), std::string::npos);
}

TEST(Cause, OfDifferentShifts) {
    Circumstances now;
    now.has_exponentials = now.is_divided_by_sum = true;
    const HostMatrix x = normals(6, 50, 3);
    const auto maximum = [&](std::int64_t r) {
        return static_cast<double>(*std::max_element(x.row(r), x.row(r) + 50));
    };
    const char* const words = "The sum and the result use different shifts";
    for (const double sign : {-1.0, 1.0}) {
        const Case wrong([&](auto y, auto, auto r) { return y * std::exp(sign * maximum(r)); });
        EXPECT_EQ(wrong.cause(now).find(words), 0U) << wrong.cause(now);
    }
    const Case other([&](auto y, auto, auto r) { return y * std::exp(-maximum(r) / 2); });
    EXPECT_EQ(other.cause(now).find(words), std::string::npos) << other.cause(now);
}

/// What a kernel gives for the block sizes of the probe; those that are right are left out.
std::vector<OnesCounted> counted(const std::function<double(int)>& ones) {
    std::vector<OnesCounted> wrong;
    for (const int threads : {1, 31, 32, 64, 100, 128, 256, 1024}) {
        if (ones(threads) != kProbeOnes) wrong.push_back({threads, ones(threads)});
    }
    return wrong;
}

TEST(Cause, OfTheNumberOfOnes) {
    expect_words(cause_of_ones(counted([](int threads) { return threads; })),
                 "Each thread adds one element");
    const auto warps_from_8 = [](int threads) {
        if (threads == 31) return 529.0;
        return threads == 1 ? 1024.0 : threads == 1024 ? 256.0 : 512.0;
    };
    expect_words(cause_of_ones(counted(warps_from_8)), "16 of its 32 lanes");
    // A tree that ends at two loses half with 1024 threads as well.
    const auto tree_ends_at_two = [](int threads) { return threads == 1 ? 1024.0 : 512.0; };
    EXPECT_EQ(cause_of_ones(counted(tree_ends_at_two)), "");
    // The step is a number, or the first threads alone count.
    const auto share = [](int first, int step) { return (kProbeOnes - first - 1) / step + 1; };
    const auto in_steps_of_32 = [&](int threads) {
        double ones = 0;
        for (int thread = 0; thread < threads; ++thread)
            ones += share(thread, 32);
        return ones;
    };
    expect_words(cause_of_ones(counted(in_steps_of_32)), "goes on in steps of 32");
    const auto first_threads = [&](int most) {
        return counted([&share, most](int threads) {
            double ones = 0;
            for (int thread = 0; thread < std::min(most, threads); ++thread)
                ones += share(thread, threads);
            return ones;
        });
    };
    expect_words(cause_of_ones(first_threads(1)), "Only what thread 0 has added");
    expect_words(cause_of_ones(first_threads(32)), "Only what the first warp has added");
    expect_words(cause_of_ones(first_threads(64)), "Only what the first 64 threads have added");
    EXPECT_EQ(cause_of_ones(first_threads(48)), "");
    expect_words(cause_of_ones(counted([](int threads) { return threads < 32 ? 1.0 : 4096.0; })),
                 "Does the offset of the shuffles start at 32?");
    EXPECT_EQ(cause_of_ones(counted([](int) { return 2048.0; })), "");
    EXPECT_EQ(cause_of_ones({}), "");
    EXPECT_EQ(cause_of_ones({{31, 31.0}}), "");
}

TEST(Cause, OfOnesThatAreMissing) {
    expect_words(missing_ones(counted([](int) { return 1020.0; })),
                 "counts 1020. Which elements "
                 "are left out?");
    expect_words(missing_ones(counted([](int) { return 1028.0; })), "are taken twice?");
    EXPECT_EQ(missing_ones(counted([](int) { return 1024.001; })), "");
    EXPECT_EQ(missing_ones(counted([](int) { return HUGE_VAL; })), "");
    EXPECT_EQ(missing_ones({}), "");
}

TEST(Cause, OfLargeScoresAndOfSharedMemory) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Case wrong([=](auto, auto, auto) { return nan; });
    Circumstances now;
    now.has_exponentials = now.shares_a_row = true;
    HostMatrix x = constant(1, 3, 1.0F);
    look_at_row(now, x, 0);
    expect_words(wrong.cause(now), "__syncthreads()");
    x.at(0, 1) = 800.0F;
    look_at_row(now, x, 0);
    expect_words(wrong.cause(now), "x = 800, its maximum is 800");
    x.at(0, 1) = -std::numeric_limits<float>::infinity();
    look_at_row(now, x, 0);
    expect_words(wrong.cause(now), "inf - inf");
}

TEST(Cause, OfNumbersBesideLargeScores) {
    Circumstances now;
    now.has_exponentials = now.shares_a_row = now.races_are_reported = true;
    now.is_divided_by_sum = true;
    HostMatrix x = constant(1, 3, 1.0F);
    x.at(0, 1) = 800.0F;
    look_at_row(now, x, 0);
    // exp(800) is infinite: a number comes out only where a maximum was subtracted.
    const Case wrong([](auto, auto, auto) { return 0.25; });
    expect_words(wrong.cause(now), "has to be rescaled");
    EXPECT_EQ(wrong.cause(now).find("-INFINITY"), std::string::npos) << wrong.cause(now);
}

TEST(Cause, OfARowOffsetThatIsMissing) {
    Case first([](auto y, auto, auto) { return y; });
    for (std::size_t i = 0; i < first.got.size(); ++i)
        first.got[i] = static_cast<float>(first.expected.values[i % 50]);
    EXPECT_TRUE(first.what().of_row_0);
    expect_words(first.cause(), "the offset of the row, row * ldx, is missing");
    const Case none([](auto y, auto, auto) { return 2 * y; });
    EXPECT_FALSE(none.what().of_row_0);
}

/// Of two rows, nobody knows whether the second one holds the first, or the one before it.
TEST(Cause, OfTheRowBefore) {
    Where where;
    What what;
    what.content = Content::other_row;
    what.of_row_0 = what.two_rows = true;
    Circumstances now;
    expect_words(likely_cause(where, what, now), "Row 1 holds the result of row 0: is the offset");
    EXPECT_EQ(likely_cause(where, what, now).find("Every row"), std::string::npos);
    EXPECT_EQ(likely_cause(where, what, now).find("kept"), std::string::npos);
    now.blocks_go_on = true;
    expect_words(likely_cause(where, what, now), "is not stored to where the row is kept");

    what = What{};
    what.elsewhere = {Elsewhere::Kind::row, 4224, 0, 0};
    expect_words(likely_cause(where, what, now), "Did its block take that row before it?");
    what.elsewhere = {Elsewhere::Kind::row, 4, 0, 5};  // the block takes that one later, or never
    expect_words(likely_cause(where, what, now), "the row that is read, perhaps early");
    now.blocks_go_on = false;
    what.elsewhere = {Elsewhere::Kind::row, 4224, 0, 0};
    expect_words(likely_cause(where, what, now), "the row that is read, perhaps early");
}

TEST(Cause, OfRowsWithGaps) {
    Where where;
    where.place = Place::row_tail;
    What what;
    what.content = Content::outside;
    what.some_from_outside = true;
    Circumstances now;
    now.has_gaps = true;
    now.row = 1;
    expect_words(likely_cause(where, what, now), "x + r * ldx");
    // The last columns of the row before may stand in front of the gap.
    what.content = Content::other;
    expect_words(likely_cause(where, what, now), "x + r * ldx");
    what.some_from_outside = false;
    EXPECT_EQ(likely_cause(where, what, now).find("ldx"), std::string::npos);
    what.content = Content::outside;
    what.some_from_outside = true;
    now.row = 0;
    expect_words(likely_cause(where, what, now), "An index runs past the last column");
    now.row = 1;
    now.has_gaps = false;
    expect_words(likely_cause(where, what, now), "An index runs past the last column");
    now.has_gaps = true;
    where.place = Place::scattered;
    expect_words(likely_cause(where, what, now), "An index runs past the last column");
}

TEST(Cause, OfPairsWhoseMaximumIsRight) {
    Expected pairs(2, 2);
    for (std::int64_t r = 0; r < 2; ++r) {
        pairs.set(r, 0, 1.0, 0.0);
        pairs.set(r, 1, 20.0, 1e-6);
    }
    Circumstances now;
    now.has_exponentials = now.shares_a_row = now.races_are_reported = true;
    const HostMatrix x = normals(2, 9, 1);
    const auto cause = [&](const std::vector<float>& got) {
        const Comparison comparison = compare(got, pairs);
        now.sums_too_small = now.sums_too_large = 0;
        look_at_sums(now, comparison, got, pairs);
        return likely_cause(find_where(comparison), find_what(comparison, x, got, pairs), now);
    };
    expect_words(cause({1.0F, 17.0F, 1.0F, 13.0F}), "They are too small");
    expect_words(cause({1.0F, 27.0F, 1.0F, 23.0F}), "has to be rescaled");
    const std::string wrong_maximum = cause({1.0F, 27.0F, 2.0F, 23.0F});
    EXPECT_EQ(wrong_maximum.find("maximum is right"), std::string::npos) << wrong_maximum;
    // A row of -inf only: nothing is to be rescaled.
    now.has_scores = true;
    now.cols = now.minus_infinities = 9;
    expect_words(cause({1.0F, 21.0F, 1.0F, 21.0F}), "The scores of this row are all -inf");
}

TEST(Cause, OfAMaximumThatIsNotMinusInfinity) {
    Expected pairs(2, 2);
    for (std::int64_t r = 0; r < 2; ++r) {
        pairs.set(r, 0, r == 0 ? 1.0 : -HUGE_VAL, 0.0);
        pairs.set(r, 1, r == 0 ? 20.0 : 0.0, 1e-6);
    }
    Circumstances now;
    now.has_exponentials = now.shares_a_row = now.races_are_reported = true;
    const auto cause = [&](const std::vector<float>& got) {
        const Comparison comparison = compare(got, pairs);
        const What what = find_what(comparison, normals(2, 9, 1), got, pairs);
        return likely_cause(find_where(comparison), what, now);
    };
    const char* const words = "does it start at -INFINITY, in each place?";
    expect_words(cause({1.0F, 20.0F, -3.4e38F, 0.0F}), words);
    EXPECT_EQ(cause({2.0F, 20.0F, -3.4e38F, 0.0F}).find(words), std::string::npos);
}

TEST(Cause, OfASumWithoutItsLastElement) {
    const HostMatrix x = normals(4, 9, 1);
    Expected sums(4, 1);
    std::vector<float> got;
    for (std::int64_t r = 0; r < 4; ++r) {
        double sum = 0.0;
        for (std::int64_t c = 0; c < 9; ++c)
            sum += x.at(r, c);
        sums.set(r, 0, sum, 1e-6);
        got.push_back(static_cast<float>(sum - x.at(r, 8)));
    }
    const auto cause = [&] {
        const Comparison comparison = compare(got, sums);
        return likely_cause(find_where(comparison), find_what(comparison, x, got, sums), {});
    };
    expect_words(cause(), "lacks the last element of its row");
    got[2] += x.at(2, 8) - x.at(2, 7);
    EXPECT_EQ(cause().find("last element"), std::string::npos) << cause();
}

TEST(Cause, OfResultsThatAreStoredAtTheBlock) {
    Case wrong([](auto y, auto, auto) { return y; });
    // Three blocks take two rows each, and store at their own index.
    for (std::size_t i = 0; i < wrong.got.size(); ++i) {
        const bool stored = i < 3 * 50;
        wrong.got[i] = stored ? static_cast<float>(wrong.expected.values[i + 150]) : kPoison;
    }
    EXPECT_EQ(wrong.what().from_rows_further_on, 3);
    expect_words(wrong.cause(), "Row 0 holds the result of row 3");
    expect_words(wrong.cause(), "blockIdx.x");
    wrong.got[60] = 0.5F;
    EXPECT_EQ(wrong.what().from_rows_further_on, 0);
}

TEST(Cause, OfTheLastColumn) {
    Where where;
    where.place = Place::column_tail;
    where.count = 1;
    What what;
    what.content = Content::never_written;
    EXPECT_EQ(likely_cause(where, what, {}).find("The last column is left out"), 0U);
    where.count = 2;
    EXPECT_EQ(likely_cause(where, what, {}).find("The loop over the columns ends too early"), 0U);
}

TEST(Cause, NoBarrierWhereARaceWouldHaveBeenReported) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Circumstances now;
    now.shares_a_row = now.races_are_reported = true;
    look_at_row(now, constant(1, 3, 1.0F), 0);
    for (const Case& wrong :
         {Case([=](auto, auto, auto) { return nan; }), Case([](auto, auto, auto) { return 0.25; }),
          Case([](auto y, auto, auto) { return y / 2; })}) {
        const std::string cause = wrong.cause(now);
        EXPECT_EQ(cause.find("__syncthreads"), std::string::npos) << cause;
        EXPECT_EQ(cause.find("barrier in between"), std::string::npos) << cause;
        now.races_are_reported = false;
        EXPECT_NE(wrong.cause(now).find("arrier"), std::string::npos) << wrong.cause(now);
        now.races_are_reported = true;
    }
}

TEST(Cause, NoOtherThreadsWhereThereIsOne) {
    Circumstances now;
    now.shares_a_row = now.races_are_reported = true;
    now.threads_per_block = 1;
    What what;
    what.content = Content::other;
    expect_words(likely_cause(Where{}, what, now), "A single thread takes the whole row here");
    now.threads_per_block = 2;
    expect_words(likely_cause(Where{}, what, now), "Look at which threads and warps take part");
}

TEST(Cause, OfANanThatIsMissing) {
    What what;
    what.content = Content::nan_missing;
    HostMatrix x = constant(1, 3, -HUGE_VALF);
    Circumstances now;
    look_at_row(now, x, 0);
    expect_words(likely_cause(Where{}, what, now), "for a row that is all -inf");
    x.row(0)[1] = HUGE_VALF;
    look_at_row(now, x, 0);
    expect_words(likely_cause(Where{}, what, now), "does a guard for -inf take +inf as well");
    x.row(0)[2] = std::numeric_limits<float>::quiet_NaN();
    look_at_row(now, x, 0);
    expect_words(likely_cause(Where{}, what, now), "a maximum that skips NaN");
}

TEST(Cause, OfUnwrittenElementsWithFewThreads) {
    Where where;
    where.place = Place::one_element;
    What what;
    what.content = Content::never_written;
    Circumstances now;
    now.threads_per_block = 1;
    expect_words(likely_cause(where, what, now),
                 "Does it happen only with few threads, such as 1 here? Then");
    now.threads_per_block = 128;
    EXPECT_EQ(likely_cause(where, what, now).find("few threads"), std::string::npos);
}

TEST(Cause, OfTheOnlyRowThatIsLeftOut) {
    Where where;
    where.place = Place::one_row;
    What what;
    what.content = Content::never_written;
    Circumstances now;
    now.cols = 5;
    expect_words(likely_cause(where, what, now), "No thread or block takes these rows.");
    now.has_scores = true;
    expect_words(likely_cause(where, what, now), "No thread or block takes these rows.");
    now.minus_infinities = 5;
    expect_words(likely_cause(where, what, now), "The scores of this row are all -inf, and it is");
    now.minus_infinities = 0;
    now.has_nan = true;
    expect_words(likely_cause(where, what, now), "A NaN is in this row, and it is");
}

TEST(Cause, OfMaskedElementsThatAreLeftOut) {
    HostMatrix x = normals(2, 4, 1);
    x.at(0, 1) = x.at(1, 3) = -HUGE_VALF;
    Comparison comparison;
    comparison.rows = 2;
    comparison.cols = 4;
    comparison.wrong = {false, true, false, false, false, false, false, true};
    comparison.wrong_count = 2;
    Where where;
    where.place = Place::scattered;
    What what;
    what.content = Content::never_written;
    Circumstances now;
    look_at_masked(now, x, comparison);
    expect_words(likely_cause(where, what, now), "Just the elements whose score is -inf");
    comparison.wrong[0] = true;
    Circumstances others;
    look_at_masked(others, x, comparison);
    EXPECT_FALSE(others.only_masked_are_wrong);
}

TEST(Cause, OfAMemberOfAPairThatIsNotStored) {
    Where where;
    where.place = Place::column_tail;
    where.count = 1;
    What what;
    what.content = Content::never_written;
    Circumstances now;
    expect_words(likely_cause(where, what, now), "The last column is left out");
    now.are_pairs = true;
    expect_words(likely_cause(where, what, now), "Of each pair one member is stored");
}

TEST(What, EveryCauseIsASentence) {
    for (int place = 0; place <= static_cast<int>(Place::scattered); ++place) {
        for (int content = 0; content < static_cast<int>(Content::other); ++content) {
            Where where;
            where.place = static_cast<Place>(place);
            What what;
            what.content = static_cast<Content>(content);
            const std::string cause = likely_cause(where, what, {});
            ASSERT_FALSE(cause.empty()) << place << ' ' << content;
            EXPECT_EQ(cause.back(), '.') << cause;
        }
    }
}

}  // namespace
}  // namespace workshop::checks
