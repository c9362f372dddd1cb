// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The reports: text, JSON and the page. page_test.sh opens the page that is written here.

#include <emulator/profile_report.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "launch_fixture.hpp"

namespace workshop::emulator::profile_tests {
namespace {

std::string file_text(const std::string& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The text with every break of a line as a space.
std::string unwrapped(const std::string& text) {
    std::istringstream words(text);
    std::string result;
    for (std::string word; words >> word;)
        result += word + ' ';
    return result;
}

class Reports : public testing::Test {
  protected:
    /// Kernels with and without divergence, with all kinds of requests.
    void SetUp() override {
        start_profile();
        name_buffer(in.get(), "in");
        name_buffer(out.get(), "out <&>");
        launch_strided_copy(out.get(), in.get(), 128, 8, 0);
        launch_triangle(in.get(), out.get(), 64, 5);
        launch_shared_stride(out.get(), 32, 4);
        launch_shared_stride(out.get(), 2, 8);
        launch_shared_stride(out.get(), 1, 16);
        launch_wide_copy(out.get(), in.get(), 64);
        launch_atomics(counter.get(), 96);
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        kernels = stop_profile();
        ASSERT_EQ(kernels.size(), 7);
    }

    DeviceArray<float> in{8192};
    DeviceArray<float> out{8192};
    DeviceArray<unsigned> counter{1};
    std::vector<KernelProfile> kernels;
    ReportTitle title{"Kernels of a test", "a detail with </script> in it", "program"};
};

TEST_F(Reports, TextSaysWhatTheFiguresMean) {
    const std::string text = unwrapped(profile_text(title, kernels));
    EXPECT_NE(text.find("Kernels of a test"), std::string::npos);
    EXPECT_NE(text.find("neighbouring threads read far-apart addresses"), std::string::npos);
    EXPECT_NE(text.find("each element is read once"), std::string::npos);
    EXPECT_NE(text.find("out[i] = in[i * stride + offset];"), std::string::npos);
    EXPECT_NE(text.find("4 global loads of 32.00 sectors"), std::string::npos);
    EXPECT_NE(text.find("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"), std::string::npos);
    EXPECT_NE(text.find("threads of a warp want different words of the same bank"),
              std::string::npos);
}

TEST_F(Reports, DivergenceIsThatOfTheHostCompilersCode) {
    int divergent = 0;
    for (const KernelProfile& kernel : kernels) {
        divergent += kernel.branches_divergent > 0 ? 1 : 0;
        const std::string text = unwrapped(profile_text(title, {kernel}));
        EXPECT_NE(text.find("in nvcc's code, which ncu counts, it can be otherwise"),
                  std::string::npos)
            << kernel.kernel;
    }
    // With and without a parting.
    EXPECT_GT(divergent, 0);
    EXPECT_LT(divergent, static_cast<int>(kernels.size()));
}

TEST_F(Reports, EveryFigureHasWords) {
    for (const KernelProfile& kernel : kernels) {
        for (const Figure& figure : figures_of(kernel)) {
            EXPECT_FALSE(figure.words.empty()) << figure.group << ' ' << figure.name;
            EXPECT_NE(figure.words.back(), '.') << figure.words;
        }
    }
}

TEST_F(Reports, TableRowsFitTheTerminal) {
    std::istringstream lines(profile_text({"t", "", "p"}, kernels));
    for (std::string line; std::getline(lines, line);) {
        const bool is_command = line.find("ncu --metrics") != std::string::npos;
        const bool is_file = line.find('/') != std::string::npos;
        if (!is_command && !is_file) {
            EXPECT_LE(line.size(), 100) << line;
        }
    }
}

TEST_F(Reports, JsonHoldsTheCounts) {
    const std::string json = profile_json(title, kernels);
    EXPECT_EQ(json.find("</script>"), std::string::npos);
    EXPECT_NE(json.find("\"sectors\":128"), std::string::npos);
    EXPECT_NE(json.find("\"name\":\"out \\u003c&\\u003e\""), std::string::npos);
    EXPECT_EQ(std::count(json.begin(), json.end(), '{'), std::count(json.begin(), json.end(), '}'));
    EXPECT_EQ(std::count(json.begin(), json.end(), '['), std::count(json.begin(), json.end(), ']'));
}

TEST_F(Reports, ThePageNeedsNothingFromOutside) {
    const std::string page = profile_html(title, kernels);
    for (const char* outside : {"src=", "@import", "url(", "http://", "https://"}) {
        std::size_t place = page.find(outside);
        // The name of the SVG language is no address that anything is loaded from.
        if (std::string(outside) == "http://") {
            while (place != std::string::npos &&
                   page.compare(place, 21, "http://www.w3.org/200") == 0)
                place = page.find(outside, place + 1);
        }
        EXPECT_EQ(place, std::string::npos) << outside;
    }
    EXPECT_NE(page.find("out[i] = in[i * stride + offset];"), std::string::npos);
}

TEST_F(Reports, AllThreeFilesAreWritten) {
    const std::string folder = PROFILE_TEST_PAGE_FOLDER;
    ASSERT_EQ(write_profile(folder, title, kernels), "");
    EXPECT_EQ(file_text(folder + "/profile.txt"), profile_text(title, kernels));
    EXPECT_EQ(file_text(folder + "/profile.json"), profile_json(title, kernels));
    EXPECT_EQ(file_text(folder + "/profile.html"), profile_html(title, kernels));
}

TEST_F(Reports, AFolderThatCannotBeMadeIsAProblem) {
    EXPECT_NE(write_profile(std::string(PROFILE_TEST_KERNELS) + "/folder", title, kernels), "");
    EXPECT_NE(write_profile("", title, kernels), "");
}

TEST(ReportNumbers, HaveSeparators) {
    EXPECT_EQ(number_text(0, 0), "0");
    EXPECT_EQ(number_text(999, 0), "999");
    EXPECT_EQ(number_text(1000, 0), "1,000");
    EXPECT_EQ(number_text(1234567.891, 2), "1,234,567.89");
    EXPECT_EQ(number_text(-1234, 0), "-1,234");
    EXPECT_EQ(number_text(0.5, 1), "0.5");
}

TEST(ReportWithoutKernels, SaysSo) {
    EXPECT_NE(profile_text({"t", "", "p"}, {}).find("No kernel was launched"), std::string::npos);
    EXPECT_NE(profile_json({"t", "", "p"}, {}).find("\"kernels\":[]"), std::string::npos);
}

}  // namespace
}  // namespace workshop::emulator::profile_tests
