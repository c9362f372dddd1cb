// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "guarded_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <sstream>

#include "poison.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/enclosed_matrix.h>
#endif

namespace workshop::checks {

namespace {

/// Guards are wide enough to catch a write that is one row, or one block of threads, too far.
std::int64_t guard_size(std::int64_t ld) {
    const std::int64_t size = std::clamp<std::int64_t>(ld + 64, 1088, 16384);
    return size / 64 * 64;  // keeps the first element on a 256-byte boundary
}

}  // namespace

DeviceError::DeviceError(const std::string& call, cudaError_t code)
    : std::runtime_error(call + " failed: " + cudaGetErrorName(code) + " (" +
                         cudaGetErrorString(code) + ")"),
      code_(code) {}

void require(cudaError_t code, const char* call) {
    if (code != cudaSuccess) throw DeviceError(call, code);
}

GuardedMatrix::GuardedMatrix(std::string name, std::int64_t rows, std::int64_t cols,
                             std::int64_t ld, std::int64_t offset)
    : name_(std::move(name)),
      rows_(rows),
      cols_(cols),
      ld_(ld),
      front_(guard_size(ld) + offset),
      back_(guard_size(ld)) {
    const std::int64_t total = front_ + rows_ * ld_ + back_;
    before_.resize(static_cast<std::size_t>(total));
    after_.resize(static_cast<std::size_t>(total));
    void* memory = nullptr;
    require(cudaMalloc(&memory, before_.size() * sizeof(float)), "cudaMalloc");
    device_ = static_cast<float*>(memory);
}

GuardedMatrix::~GuardedMatrix() {
#ifdef WORKSHOP_BACKEND_EMULATOR
    emulator::forget_matrix(device_);
#endif
    (void)cudaFree(device_);
}

void GuardedMatrix::fill_surroundings(std::uint32_t guard, std::uint32_t gap) {
    std::fill(before_.begin(), before_.begin() + front_, guard);
    std::fill(before_.end() - back_, before_.end(), guard);
    for (std::int64_t r = 0; r < rows_; ++r) {
        const auto row = before_.begin() + front_ + r * ld_;
        std::fill(row + cols_, row + ld_, gap);
    }
}

void GuardedMatrix::upload_image() {
    require(
        cudaMemcpy(device_, before_.data(), before_.size() * sizeof(float), cudaMemcpyHostToDevice),
        "cudaMemcpy to the device");
    enclose();
}

void GuardedMatrix::enclose() const {
#ifdef WORKSHOP_BACKEND_EMULATOR
    emulator::EnclosedMatrix matrix;
    matrix.name = name_;
    matrix.begin = device_;
    matrix.bytes = before_.size() * sizeof(float);
    matrix.first = data();
    matrix.rows = rows_;
    matrix.cols = cols_;
    matrix.ld = ld_;
    emulator::enclose_matrix(matrix);
#endif
}

void GuardedMatrix::upload(const std::vector<float>& values, Surroundings surroundings) {
    if (surroundings == Surroundings::nan) {
        fill_surroundings(kGuard, kGap);
    } else {
        const auto largest = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::max());
        fill_surroundings(largest, largest);
    }
    for (std::int64_t r = 0; r < rows_; ++r) {
        std::memcpy(before_.data() + front_ + r * ld_, values.data() + r * cols_,
                    static_cast<std::size_t>(cols_) * sizeof(float));
    }
    upload_image();
}

void GuardedMatrix::upload_poison() {
    fill_surroundings(kOutputGuard, kOutputGap);
    for (std::int64_t r = 0; r < rows_; ++r) {
        const auto row = before_.begin() + front_ + r * ld_;
        std::fill(row, row + cols_, kNeverWritten);
    }
    upload_image();
}

void GuardedMatrix::download() {
    require(
        cudaMemcpy(after_.data(), device_, after_.size() * sizeof(float), cudaMemcpyDeviceToHost),
        "cudaMemcpy to the host");
}

std::vector<float> GuardedMatrix::values() const {
    std::vector<float> result(static_cast<std::size_t>(rows_ * cols_));
    for (std::int64_t r = 0; r < rows_; ++r) {
        std::memcpy(result.data() + r * cols_, after_.data() + front_ + r * ld_,
                    static_cast<std::size_t>(cols_) * sizeof(float));
    }
    return result;
}

std::string GuardedMatrix::describe_place(std::int64_t index) const {
    std::ostringstream text;
    const std::int64_t inside = index - front_;
    const std::int64_t size = rows_ * ld_;
    if (inside < 0) {
        text << -inside << (inside == -1 ? " element" : " elements") << " before its start";
    } else if (inside >= size) {
        text << inside - size + 1 << (inside == size ? " element" : " elements")
             << " past its end (where row " << inside / std::max<std::int64_t>(ld_, 1)
             << ", column " << inside % std::max<std::int64_t>(ld_, 1) << " would be, but it has "
             << rows_ << " rows)";
    } else {
        text << "row " << inside / ld_ << ", column " << inside % ld_;
        if (inside % ld_ >= cols_) {
            text << ", which is in the gap between its " << cols_
                 << " columns and the leading dimension " << ld_;
        }
    }
    return text.str();
}

std::vector<std::int64_t> GuardedMatrix::strays() const {
    std::vector<std::int64_t> found;
    const auto look = [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const auto index = static_cast<std::size_t>(i);
            if (before_[index] != after_[index]) found.push_back(i - front_);
        }
    };
    look(0, front_);
    for (std::int64_t r = 0; r < rows_; ++r)
        look(front_ + r * ld_ + cols_, front_ + (r + 1) * ld_);
    look(front_ + rows_ * ld_, front_ + rows_ * ld_ + back_);
    return found;
}

std::string GuardedMatrix::damage() const {
    const std::vector<std::int64_t> found = strays();
    if (found.empty()) return {};
    std::ostringstream text;
    text << "The kernel wrote " << found.size() << (found.size() == 1 ? " element" : " elements")
         << " outside " << name_ << ". The first is " << describe_place(found.front() + front_)
         << '.';
    return text.str();
}

std::string GuardedMatrix::change() const {
    std::int64_t first = -1;
    std::int64_t count = 0;
    for (std::int64_t r = 0; r < rows_; ++r) {
        for (std::int64_t i = front_ + r * ld_; i < front_ + r * ld_ + cols_; ++i) {
            const auto index = static_cast<std::size_t>(i);
            if (before_[index] == after_[index]) continue;
            if (first < 0) first = i;
            ++count;
        }
    }
    if (count == 0) return {};
    std::ostringstream text;
    text << "The kernel changed " << count << (count == 1 ? " element" : " elements")
         << " of its input " << name_ << ". The first is " << describe_place(first) << '.';
    return text.str();
}

#ifdef WORKSHOP_BACKEND_EMULATOR
unsigned long long GuardedMatrix::moment() {
    return emulator::moment();
}

std::string GuardedMatrix::stores_since(unsigned long long moment) const {
    // Every word that is looked at costs 8 bytes of the machine's memory.
    constexpr std::int64_t kMostElements = 1 << 18;
    std::int64_t looked_at = 0;
    for (std::int64_t r = 0; r < rows_ && looked_at < kMostElements; ++r) {
        const std::int64_t count = std::min(cols_, kMostElements - looked_at);
        looked_at += count;
        const float* row = data() + r * ld_;
        const auto written = emulator::first_write_since(
            moment, row, static_cast<std::size_t>(count) * sizeof(float));
        if (!written) continue;
        const auto column = static_cast<const float*>(written->address) - row;
        const std::string place = "row " + std::to_string(r) + ", column " + std::to_string(column);
        if (!written->call.empty()) {
            return "The function wrote to its input " + name_ + " by " + written->call +
                   "(), the same values that were there. The first is " + place + '.';
        }
        const std::string file_and_line = written->line.substr(written->line.rfind('/') + 1);
        return "The kernel wrote to its input " + name_ +
               ", the same values that were there. The first is " + place +
               (file_and_line.empty() ? "." : " (" + file_and_line + ").");
    }
    return {};
}
#else
unsigned long long GuardedMatrix::moment() {
    return 0;
}

std::string GuardedMatrix::stores_since(unsigned long long) const {
    return {};
}
#endif

}  // namespace workshop::checks
