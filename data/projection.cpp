// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "workshop/projection.hpp"

#include <bit>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace workshop {

namespace {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& cause) {
    throw std::runtime_error(file.string() + ": " + cause);
}

/// The rest of the next line, which has to begin with `key`.
std::string read_value(std::istream& in, const std::string& key,
                       const std::filesystem::path& file) {
    std::string line;
    if (!std::getline(in, line) || !line.starts_with(key)) {
        fail(file, "bad header: a line that begins with '" + key + "' was expected");
    }
    return line.substr(key.size());
}

std::vector<float> read_floats(std::istream& in, std::int64_t count,
                               const std::filesystem::path& file) {
    std::vector<float> values(static_cast<std::size_t>(count));
    const auto bytes = static_cast<std::streamsize>(values.size() * sizeof(float));
    in.read(reinterpret_cast<char*>(values.data()), bytes);
    if (in.gcount() != bytes) fail(file, "is shorter than its header says");
    return values;
}

}  // namespace

Projection load_projection() {
    return load_projection(std::filesystem::path(WORKSHOP_DATA_DIRECTORY) / "causal.projection");
}

Projection load_projection(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(file, "cannot be opened");
    std::string magic;
    std::getline(in, magic);
    if (magic != "workshop-projection 1") fail(file, "is no projection file of version 1");

    Projection result;
    result.head = read_value(in, "head: ", file);
    std::istringstream sizes(read_value(in, "sizes: ", file));
    constexpr std::int64_t kMost = 1 << 20;
    for (std::int64_t* size : {&result.positions, &result.width, &result.head_width}) {
        if (!(sizes >> *size) || *size < 1 || *size > kMost) fail(file, "bad header: sizes");
    }
    const std::int64_t weights = result.width * result.head_width;
    const std::int64_t inputs = result.positions * result.width;
    const std::int64_t all = inputs + 2 * (weights + result.head_width);
    const std::string data = read_value(in, "data: ", file);
    if (data != std::to_string(all) + " float32 little-endian") fail(file, "bad header: data");

    result.input = read_floats(in, inputs, file);
    result.query = read_floats(in, weights, file);
    result.query_bias = read_floats(in, result.head_width, file);
    result.key = read_floats(in, weights, file);
    result.key_bias = read_floats(in, result.head_width, file);
    if (in.peek() != std::char_traits<char>::eof()) fail(file, "is longer than its header says");
    return result;
}

}  // namespace workshop
