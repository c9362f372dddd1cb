// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "workshop/attention_scores.hpp"
#include "workshop/projection.hpp"

namespace workshop {
namespace {

/// A file in the folder of the test, gone at its end.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& content) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_ = "projection_test.projection";
};

std::string small_file(const std::string& head, int floats) {
    return head + std::string(static_cast<std::size_t>(floats) * sizeof(float), '\0');
}

// 2 positions, width 3, head width 1: 6 + 3 + 1 + 3 + 1 numbers.
const std::string kHead =
    "workshop-projection 1\nhead: 0.0\nsizes: 2 3 1\ndata: 14 float32 little-endian\n";

TEST(Projection, ReadsTheWorkshopsFile) {
    const Projection real = load_projection();
    EXPECT_EQ(real.head, "5.11");
    EXPECT_EQ(real.positions, 117);
    EXPECT_EQ(real.width, 384);
    EXPECT_EQ(real.head_width, 32);
    EXPECT_EQ(real.input.size(), 117U * 384U);
    EXPECT_EQ(real.key_bias.size(), 32U);
}

/// The projection and the scores tell of the same head: computed in double they agree.
TEST(Projection, GivesTheScores) {
    const Projection real = load_projection();
    const auto project = [&](std::int64_t position, std::int64_t column,
                             const std::vector<float>& weights, const std::vector<float>& bias) {
        double sum = bias[static_cast<std::size_t>(column)];
        for (std::int64_t i = 0; i < real.width; ++i) {
            sum += double{real.input[static_cast<std::size_t>(position * real.width + i)]} *
                   weights[static_cast<std::size_t>(i * real.head_width + column)];
        }
        return sum;
    };
    const std::int64_t query = 40;
    const std::int64_t key = 17;
    double score = 0.0;
    for (std::int64_t d = 0; d < real.head_width; ++d) {
        score += project(query, d, real.query, real.query_bias) *
                 project(key, d, real.key, real.key_bias);
    }
    score /= std::sqrt(static_cast<double>(real.head_width));
    for (const std::filesystem::path& file : attention_score_files()) {
        if (file.stem() != "causal") continue;
        const AttentionScores scores = load_attention_scores(file);
        ASSERT_EQ(scores.heads[3], real.head);
        const std::int64_t row = scores.row(0, 3, static_cast<std::size_t>(query));
        EXPECT_NEAR(score, scores.scores[static_cast<std::size_t>(row * scores.cols + key)], 1e-5);
    }
}

TEST(Projection, ReadsASmallFile) {
    const TemporaryFile file(small_file(kHead, 14));
    EXPECT_EQ(load_projection(file.path()).query.size(), 3U);
}

TEST(Projection, SaysWhatIsWrong) {
    EXPECT_THROW(load_projection("no such file"), std::runtime_error);
    const std::string wrong_size =
        "workshop-projection 1\nhead: 0.0\nsizes: 2 0 1\ndata: 14 float32 little-endian\n";
    const std::string wrong_count =
        "workshop-projection 1\nhead: 0.0\nsizes: 2 3 1\ndata: 15 float32 little-endian\n";
    for (const std::string& content :
         {std::string("something else\n"), small_file(kHead, 13), small_file(kHead, 15),
          small_file(wrong_size, 14), small_file(wrong_count, 15),
          std::string("workshop-projection 1\nhead: 0.0\n")}) {
        const TemporaryFile file(content);
        EXPECT_THROW(load_projection(file.path()), std::runtime_error);
    }
}

}  // namespace
}  // namespace workshop
