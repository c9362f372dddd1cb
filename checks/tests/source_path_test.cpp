// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where the pictures read the lines of a kernel, also when a cache has compiled it elsewhere.

#include "pictures/source_path.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace workshop::pictures {
namespace {

class SourcePaths : public testing::Test {
  protected:
    SourcePaths() : build_(testing::TempDir() + "source_paths_" + std::to_string(getpid())) {
        translate("/solutions/solution_09.translated/09.cu.cpp", "/sources/solutions/09.cu");
        translate("/checks/mutant_09.translated/09.cu.cpp", "/sources/made/09.cu");
    }
    ~SourcePaths() override { std::filesystem::remove_all(build_); }

    void translate(const std::string& file, const std::string& source) {
        const std::filesystem::path path = build_ + file;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << "#line 1 \"" << source << "\"\n__global__ void kernel();\n";
    }
    std::string path_of(const std::string& file) { return readable_path(file, "/sources", build_); }

    std::string build_;
};

TEST_F(SourcePaths, ASolutionIsReadInTheSources) {
    EXPECT_EQ(path_of("/gone/solutions/09.cu"), "/sources/solutions/09.cu");
}

TEST_F(SourcePaths, AWrongKernelIsReadInTheBuild) {
    EXPECT_EQ(path_of("/gone/build/checks/pictures/padding/09.cu"),
              build_ + "/checks/pictures/padding/09.cu");
}

// The folder where the object was compiled may be gone, and with it the line that names the source.
TEST_F(SourcePaths, ATranslatedFileOfAnotherFolderLeadsToItsSourceHere) {
    EXPECT_EQ(path_of("/gone/build/solutions/solution_09.translated/09.cu.cpp"),
              "/sources/solutions/09.cu");
    EXPECT_EQ(path_of("/gone/build/checks/mutant_09.translated/09.cu.cpp"), "/sources/made/09.cu");
}

TEST_F(SourcePaths, WhatIsNotHereKeepsItsName) {
    EXPECT_EQ(path_of("/gone/solutions/other.translated/09.cu.cpp"),
              "/gone/solutions/other.translated/09.cu.cpp");
    EXPECT_EQ(path_of("/elsewhere/kernel.cu"), "/elsewhere/kernel.cu");
}

}  // namespace
}  // namespace workshop::pictures
