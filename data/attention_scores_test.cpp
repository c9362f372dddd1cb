// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// The reader refuses every damaged file by name and cause, and the files in data/ are what
// data/README.md says they are.

#include "workshop/attention_scores.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <stdexcept>

namespace {

using workshop::AttentionMask;
using workshop::AttentionScores;
using workshop::load_attention_scores;

class Reader : public testing::Test {
  protected:
    void SetUp() override {
        const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
        // The process number keeps apart the tests of two builds that run at the same time.
        file_ =
            testing::TempDir() + "workshop_" + std::to_string(getpid()) + "_" + test + ".scores";
    }
    void TearDown() override { std::filesystem::remove(file_); }

    void write(const std::string& header, std::size_t floats = 4) {
        const std::vector<float> values = {1.5F, -std::numeric_limits<float>::infinity(), 2, 3, 4};
        std::ofstream out(file_, std::ios::binary);
        out << header;
        out.write(reinterpret_cast<const char*>(values.data()),
                  static_cast<std::streamsize>(floats * sizeof(float)));
    }

    /// The reader's complaint; it always starts with the path of the file.
    std::string complaint() {
        try {
            load_attention_scores(file_);
        } catch (const std::runtime_error& error) {
            const std::string text = error.what();
            EXPECT_EQ(text.rfind(file_ + ": ", 0), 0U) << text;
            return text.substr(file_.size() + 2);
        }
        return "none";
    }

    const std::string good_ =
        "workshop-attention-scores 1\nmask: causal\nsequences: 1\nlength: 2\nheads: 0.3\n"
        "tokens: good day\ndata: 4 float32 little-endian\n";
    std::string file_;
};

TEST_F(Reader, ReadsAGoodFile) {
    write(good_);
    const AttentionScores scores = load_attention_scores(file_);
    EXPECT_EQ(scores.name, std::filesystem::path(file_).stem().string());
    EXPECT_EQ(scores.mask, AttentionMask::causal);
    EXPECT_EQ(scores.heads, std::vector<std::string>{"0.3"});
    EXPECT_EQ(scores.tokens.at(0), (std::vector<std::string>{"good", "day"}));
    EXPECT_EQ(scores.rows, 2);
    EXPECT_EQ(scores.cols, 2);
    const float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(scores.scores, (std::vector<float>{1.5F, -inf, 2, 3}));
    EXPECT_TRUE(scores.is_masked(0, 1));
    EXPECT_FALSE(scores.is_masked(1, 1));
}

TEST_F(Reader, NamesAMissingFile) {
    EXPECT_EQ(complaint(), "cannot be opened");
}

TEST_F(Reader, NamesAnEmptyFile) {
    write("", 0);
    EXPECT_EQ(complaint(), "the file is empty, or is a folder");
}

TEST_F(Reader, NamesAForeignFile) {
    write("\x93NUMPY\x01 and so on, an array of another program");
    EXPECT_EQ(complaint(), "does not start with 'workshop-attention-scores 1'");
}

TEST_F(Reader, NamesTruncationAtEveryLengthOfTheFile) {
    for (std::size_t length = 28; length < good_.size(); ++length) {
        write(good_.substr(0, length), 0);
        EXPECT_NE(complaint(), "none") << "header cut after " << length << " bytes";
    }
    write(good_.substr(0, 60), 0);
    EXPECT_EQ(complaint(), "truncated inside the header");
    write(good_, 3);
    EXPECT_EQ(complaint(), "truncated: 12 bytes of scores, not 16");
    write(good_, 0);
    EXPECT_EQ(complaint(), "truncated: 0 bytes of scores, not 16");
}

TEST_F(Reader, NamesTrailingBytes) {
    write(good_, 5);
    EXPECT_EQ(complaint(), "too long: 20 bytes of scores, not 16");
}

TEST_F(Reader, NamesABadHeader) {
    const auto with = [&](const std::string& old_text, const std::string& new_text) {
        std::string text = good_;
        text.replace(text.find(old_text), old_text.size(), new_text);
        write(text);
        return complaint();
    };
    EXPECT_EQ(with("causal", "triangle"),
              "bad header: mask 'triangle' is none of padding, causal, left-padding");
    EXPECT_EQ(with("length: 2", "length: -2"),
              "bad header: 'length: -2' is not a number from 1 to 1048576");
    EXPECT_EQ(with("sequences: 1", "sequences: 99999999999999999999"),
              "bad header: 'sequences: 99999999999999999999' is not a number from 1 to 1048576");
    EXPECT_EQ(with("heads: 0.3\n", ""),
              "bad header: expected 'heads: ...', found 'tokens: good day'");
    EXPECT_EQ(with("good day", "good"), "bad header: sequence 0 has 1 tokens, not 2");
    EXPECT_EQ(with("4 float32", "5 float32"),
              "bad header: data is '5 float32 little-endian', not '4 float32 little-endian'");
}

TEST(Folder, NamesAMissingFolder) {
    EXPECT_THROW(workshop::attention_score_files("no/such/folder"), std::runtime_error);
}

TEST(Folder, NamesAMissingFileOfItsList) {
    const std::filesystem::path folder =
        testing::TempDir() + "workshop_folder_" + std::to_string(getpid());
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "one.scores") << "x";
    std::ofstream(folder / "notes.txt") << "x";
    EXPECT_EQ(workshop::attention_score_files(folder).size(), 1U);  // no list, nothing to miss
    std::ofstream(folder / "SHA256SUMS") << "00  one.scores\n11 *two.scores\n22  gone.txt\n";
    try {
        workshop::attention_score_files(folder);
        ADD_FAILURE() << "two.scores is not missed";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(),
                  (folder / "two.scores").string() + ": missing, although SHA256SUMS names it");
    }
    std::ofstream(folder / "two.scores") << "x";
    EXPECT_EQ(workshop::attention_score_files(folder).size(), 2U);
    std::filesystem::remove_all(folder);
}

TEST(Data, HasEveryMaskAndNoNan) {
    std::set<AttentionMask> masks;
    for (const auto& file : workshop::attention_score_files()) {
        const AttentionScores scores = load_attention_scores(file);
        SCOPED_TRACE(scores.name);
        masks.insert(scores.mask);
        for (std::int64_t r = 0; r < scores.rows; ++r) {
            for (std::int64_t c = 0; c < scores.cols; ++c) {
                const float score = scores.scores[static_cast<std::size_t>(r * scores.cols + c)];
                if (scores.is_masked(r, c)) {
                    ASSERT_EQ(score, -std::numeric_limits<float>::infinity()) << r << "," << c;
                } else {
                    ASSERT_TRUE(std::isfinite(score)) << r << "," << c;
                    ASSERT_LT(std::fabs(score), 100) << r << "," << c;
                }
            }
        }
    }
    EXPECT_EQ(masks.size(), 3U);
}

// The case that lesson 3 is about must be in the data, and be told apart from ordinary rows.
TEST(Data, OnlyPaddingRowsOfLeftPaddingAreFullyMasked) {
    for (const auto& file : workshop::attention_score_files()) {
        const AttentionScores scores = load_attention_scores(file);
        SCOPED_TRACE(scores.name);
        std::int64_t fully_masked = 0;
        for (std::int64_t r = 0; r < scores.rows; ++r) {
            double sum = 0;
            float maximum = -std::numeric_limits<float>::infinity();
            const float* row = scores.scores.data() + r * scores.cols;
            for (std::int64_t c = 0; c < scores.cols; ++c)
                maximum = std::fmax(maximum, row[c]);
            const std::size_t position = static_cast<std::size_t>(r % scores.cols);
            if (std::isinf(maximum)) {
                ++fully_masked;
                EXPECT_EQ(scores.tokens[scores.sequence_of(r)][position], "[PAD]") << "row " << r;
                continue;
            }
            for (std::int64_t c = 0; c < scores.cols; ++c) {
                sum += std::exp(double{row[c]} - double{maximum});
            }
            double total = 0;
            for (std::int64_t c = 0; c < scores.cols; ++c) {
                total += std::exp(double{row[c]} - double{maximum}) / sum;
            }
            EXPECT_NEAR(total, 1.0, 1e-12) << "row " << r;
        }
        EXPECT_EQ(fully_masked > 0, scores.mask == AttentionMask::left_padding);
    }
}

}  // namespace
