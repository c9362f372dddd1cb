// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "workshop/attention_scores.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace workshop {
namespace {

static_assert(std::endian::native == std::endian::little, "the files hold little-endian float32");

constexpr const char* kMagic = "workshop-attention-scores 1";
constexpr std::int64_t kMost = 1 << 20;  // of sequences and positions: keeps products in 64 bits

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& cause) {
    throw std::runtime_error(file.string() + ": " + cause);
}

/// The header of one file, read line by line; every line must be where the format says.
class HeaderReader {
  public:
    HeaderReader(std::istream& in, const std::filesystem::path& file) : in_(in), file_(file) {}

    std::string line() {
        std::string text;
        if (!std::getline(in_, text) || in_.eof()) fail(file_, "truncated inside the header");
        return text;
    }

    std::string value(const std::string& key) {
        const std::string text = line();
        if (!text.starts_with(key + ": ")) {
            fail(file_, "bad header: expected '" + key + ": ...', found '" + text + "'");
        }
        return text.substr(key.size() + 2);
    }

    std::int64_t count(const std::string& key) {
        const std::string text = value(key);
        std::int64_t number = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || stop != end || number < 1 || number > kMost) {
            fail(file_, "bad header: '" + key + ": " + text + "' is not a number from 1 to " +
                            std::to_string(kMost));
        }
        return number;
    }

    std::vector<std::string> words(const std::string& key) {
        std::istringstream text(value(key));
        std::vector<std::string> result;
        for (std::string word; text >> word;)
            result.push_back(word);
        return result;
    }

  private:
    std::istream& in_;
    const std::filesystem::path& file_;
};

constexpr const char* kList = "SHA256SUMS";

/// The `.scores` files that a list of checksums names: "checksum  name" in each line.
std::vector<std::filesystem::path> listed_files(const std::filesystem::path& list) {
    std::ifstream in(list);
    std::vector<std::filesystem::path> names;
    std::string checksum;
    std::string name;
    while (in >> checksum >> name) {
        if (name.starts_with('*')) name.erase(0, 1);  // what sha256sum writes for binary files
        if (name.ends_with(".scores")) names.push_back(list.parent_path() / name);
    }
    return names;
}

AttentionMask parse_mask(const std::string& text, const std::filesystem::path& file) {
    if (text == "padding") return AttentionMask::padding;
    if (text == "causal") return AttentionMask::causal;
    if (text == "left-padding") return AttentionMask::left_padding;
    fail(file, "bad header: mask '" + text + "' is none of padding, causal, left-padding");
}

}  // namespace

std::int64_t AttentionScores::row(std::size_t sequence, std::size_t head,
                                  std::size_t position) const {
    return (static_cast<std::int64_t>(sequence * heads.size() + head)) * cols +
           static_cast<std::int64_t>(position);
}

std::size_t AttentionScores::sequence_of(std::int64_t row) const {
    return static_cast<std::size_t>(row / cols) / heads.size();
}

bool AttentionScores::is_masked(std::int64_t row, std::int64_t col) const {
    if (tokens[sequence_of(row)][static_cast<std::size_t>(col)] == "[PAD]") return true;
    return mask != AttentionMask::padding && col > row % cols;
}

AttentionScores load_attention_scores(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(file, "cannot be opened");

    HeaderReader header(in, file);
    std::string magic(std::char_traits<char>::length(kMagic), '\0');
    in.read(magic.data(), static_cast<std::streamsize>(magic.size()));
    if (in.gcount() == 0) fail(file, "the file is empty, or is a folder");
    if (magic != kMagic) fail(file, std::string("does not start with '") + kMagic + "'");
    if (!header.line().empty()) fail(file, "bad header: more text after the format's name");

    AttentionScores result;
    result.name = file.stem().string();
    result.mask = parse_mask(header.value("mask"), file);
    const std::int64_t sequences = header.count("sequences");
    result.cols = header.count("length");
    result.heads = header.words("heads");
    if (result.heads.empty()) fail(file, "bad header: no heads");
    for (std::int64_t s = 0; s < sequences; ++s) {
        result.tokens.push_back(header.words("tokens"));
        if (static_cast<std::int64_t>(result.tokens.back().size()) != result.cols) {
            fail(file, "bad header: sequence " + std::to_string(s) + " has " +
                           std::to_string(result.tokens.back().size()) + " tokens, not " +
                           std::to_string(result.cols));
        }
    }
    result.rows = sequences * static_cast<std::int64_t>(result.heads.size()) * result.cols;
    const std::string wanted = std::to_string(result.rows * result.cols) + " float32 little-endian";
    const std::string found = header.value("data");
    if (found != wanted) fail(file, "bad header: data is '" + found + "', not '" + wanted + "'");

    // The size on disk decides before anything of that size is allocated.
    const std::uint64_t bytes = static_cast<std::uint64_t>(result.rows * result.cols) * 4;
    const std::uint64_t present =
        std::filesystem::file_size(file) - static_cast<std::uint64_t>(in.tellg());
    if (present != bytes) {
        fail(file, (present < bytes ? "truncated: " : "too long: ") + std::to_string(present) +
                       " bytes of scores, not " + std::to_string(bytes));
    }
    result.scores.resize(bytes / 4);
    in.read(reinterpret_cast<char*>(result.scores.data()), static_cast<std::streamsize>(bytes));
    if (!in) fail(file, "reading stopped before the end of the file");
    return result;
}

std::vector<std::filesystem::path> attention_score_files() {
    const std::filesystem::path folder = WORKSHOP_DATA_DIRECTORY;
    std::vector<std::filesystem::path> files = attention_score_files(folder);
    // Without the list nobody would notice that a file is missing.
    if (listed_files(folder / kList).empty())
        fail(folder / kList, "missing, or names no .scores files");
    return files;
}

std::vector<std::filesystem::path> attention_score_files(const std::filesystem::path& folder) {
    if (!std::filesystem::is_directory(folder)) fail(folder, "there is no such folder");
    for (const std::filesystem::path& file : listed_files(folder / kList)) {
        if (!std::filesystem::exists(file)) {
            fail(file, std::string("missing, although ") + kList + " names it");
        }
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".scores") files.push_back(entry.path());
    }
    if (files.empty()) fail(folder, "has no .scores files");
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace workshop
