// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "result_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace workshop::bench {
namespace {

namespace fs = std::filesystem;

/// Whether a file may be put in its place. A link is another's: /dev/stdout is one.
bool may_be_replaced(const std::string& path) {
    std::error_code ignored;
    const fs::file_type type = fs::symlink_status(path, ignored).type();
    return type == fs::file_type::regular || type == fs::file_type::not_found;
}

}  // namespace

ResultFile::ResultFile(std::string path) : path_(std::move(path)), growing_(path_) {
    if (path_.empty()) return;
    if (may_be_replaced(path_)) growing_ += ".unfinished";
    errno = 0;
    if (!std::ofstream(growing_, std::ios::app)) {
        throw std::runtime_error(message(std::strerror(errno)));
    }
}

ResultFile::~ResultFile() {
    std::error_code ignored;
    if (growing_ != path_) fs::remove(growing_, ignored);
}

void ResultFile::keep() {
    if (growing_ == path_) return;
    std::error_code problem;
    fs::rename(growing_, path_, problem);
    if (problem) throw std::runtime_error(message(problem.message()));
    growing_ = path_;
}

std::string ResultFile::message(const std::string& why) const {
    const std::string folder = fs::path(path_).parent_path().string();
    std::error_code ignored;
    const bool has_earlier = growing_ != path_ && fs::exists(path_, ignored);
    return path_ + " could not be written: " + why +
           (has_earlier ? "\n  The earlier result of that name is left as it was." : "") +
           "\n  next: df -h " + (folder.empty() ? "." : folder) +
           ", or another place: --benchmark_out=FILE";
}

std::string fault_of(std::ostream& out) {
    errno = 0;
    const bool arrived = out.good() && out.flush().good();
    if (arrived) return "";
    // A stream that failed before does not say why.
    return errno == 0 ? "the disk may be full" : std::strerror(errno);
}

}  // namespace workshop::bench
