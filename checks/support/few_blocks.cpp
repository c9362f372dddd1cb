// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "few_blocks.hpp"

#include <gtest/gtest.h>

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/watch.h>
#include <sys/mman.h>
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "compare.hpp"
#include "device.hpp"
#include "filled_memory.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "poison.hpp"
#include "workshop/grid_size.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kBlocksThatRun = 40;
constexpr int kTwoWarps = 64;

#ifdef WORKSHOP_BACKEND_EMULATOR
constexpr std::int64_t kRowsOf32Bits = std::int64_t{1} << 32;
constexpr std::int64_t kMoreRows = 1000;
constexpr std::int64_t kRowsWithMemory = 4096;  // more than the largest block takes

/// Keeps what lies at an address free of other memory, so that every access to it is a fault, and
/// the same one in every run.
class NoMemory {
  public:
    /// For elements from `address` on, and some more.
    NoMemory(const float* address, std::int64_t elements)
        : bytes_(static_cast<std::size_t>(elements) * sizeof(float) + 65536) {
        constexpr std::uintptr_t kPage = 4096;
        const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(address) / kPage * kPage;
        page_ = mmap(reinterpret_cast<void*>(page), bytes_, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    }
    ~NoMemory() {
        if (worked()) munmap(page_, bytes_);
    }
    NoMemory(const NoMemory&) = delete;
    NoMemory& operator=(const NoMemory&) = delete;
    /// False when something else lies there.
    bool worked() const { return page_ != MAP_FAILED; }

  private:
    std::size_t bytes_;
    void* page_ = nullptr;
};
#endif

/// While one lives, the CPU device runs some blocks of each grid only.
class FewBlocks {
  public:
    /// Those with the lowest numbers, or with the highest.
    enum Which { first, last };
#ifdef WORKSHOP_BACKEND_EMULATOR
    FewBlocks(Which which, unsigned long long count) {
        emulator::choose_blocks(
            which == first ? emulator::BlocksThatRun::first : emulator::BlocksThatRun::last, count);
    }
    ~FewBlocks() {
        emulator::choose_blocks(emulator::BlocksThatRun::all);
    }
#else
    FewBlocks(Which, unsigned long long) {}
    ~FewBlocks() = default;
#endif
    FewBlocks(const FewBlocks&) = delete;
    FewBlocks& operator=(const FewBlocks&) = delete;
};

#ifdef WORKSHOP_BACKEND_EMULATOR
/// Notes why a part of the running check is left out. The check counts as skipped.
void skip(const char* reason) {
    GTEST_SKIP() << reason;
}

bool is_written(std::uint32_t bits) {
    return bits != kPoisonBits;
}

enum class Taken { last_rows, other_rows, unknown };

/// Which rows the last block of a grid takes: the last ones, as in most kernels, or others. A block
/// may take rows from all over the matrix, and a grid may have a limit. The matrix has memory for
/// all of its rows, and leaves as many over from whole blocks as the large one does.
Taken rows_of_last_block(const FunctionUnderTest& function, std::int64_t cols) {
    constexpr std::int64_t kRows = (std::int64_t{1} << 23) + kMoreRows;  // 65,536 blocks of 128
    const std::int64_t output_cols = function.output_columns(cols);
    const FilledMemory x(kRows * cols, kInputByte);
    const FilledMemory y(kRows * output_cols, kPoisonByte);
    LaunchFacts facts;
    facts.function = &function;
    facts.data = "the same value everywhere; only the last block runs";
    facts.arguments = {kRows, cols, x.data(), cols, y.data(), output_cols, kUsualThreads, nullptr};
    const FewBlocks scope(FewBlocks::last, 1);
    if (!call_and_wait(facts)) return Taken::unknown;
    std::vector<std::uint32_t> got(static_cast<std::size_t>(kRows * output_cols));
    require(cudaMemcpy(got.data(), y.data(), got.size() * sizeof(float), cudaMemcpyDeviceToHost),
            "cudaMemcpy to the host");
    const auto begin = std::find_if(got.begin(), got.end(), is_written);
    const auto taken = got.end() - begin;
    const bool last_ones = taken > 0 && taken <= kRowsWithMemory * output_cols &&
                           std::all_of(begin, got.end(), is_written);
    return last_ones ? Taken::last_rows : Taken::other_rows;
}

/// Whether the last block of a matrix of two rows takes the second one, and nothing else.
bool last_block_takes_second_row(const FunctionUnderTest& function, std::int64_t cols) {
    const std::int64_t output_cols = function.output_columns(cols);
    const FilledMemory x(2 * cols, kInputByte);
    const FilledMemory y(2 * output_cols, kPoisonByte);
    const FewBlocks scope(FewBlocks::last, 1);
    const cudaError_t returned =
        function.call({2, cols, x.data(), cols, y.data(), output_cols, kUsualThreads, nullptr});
    if (returned != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return false;
    std::vector<std::uint32_t> got(static_cast<std::size_t>(2 * output_cols));
    require(cudaMemcpy(got.data(), y.data(), got.size() * sizeof(float), cudaMemcpyDeviceToHost),
            "cudaMemcpy to the host");
    const auto second = got.begin() + output_cols;
    return std::none_of(got.begin(), second, is_written) &&
           std::all_of(second, got.end(), is_written);
}
#endif

}  // namespace

bool check_second_rows(const FunctionUnderTest& function) {
    if (!on_cpu_device()) return true;
    constexpr std::int64_t kRows = kMaxBlocks + kBlocksThatRun;
    const std::int64_t output_cols = function.output_columns(1);
    const HostMatrix data = normals(kRows, 1, 1);
    GuardedMatrix x("x", kRows, 1, 1, 0);
    GuardedMatrix y(function.output, kRows, output_cols, output_cols, 0);
    x.upload(data.values);
    y.upload_poison();
    LaunchFacts facts;
    facts.function = &function;
    facts.data = data.contents;
    facts.arguments = {kRows, 1, x.data(), 1, y.data(), output_cols, kTwoWarps, nullptr};
    const FewBlocks scope(FewBlocks::first, kBlocksThatRun);
    return call_and_wait(facts);
}

bool check_special_second_rows(const FunctionUnderTest& function, const SpecialRows& special) {
    constexpr std::int64_t kRows = kMaxBlocks + kBlocksThatRun;
    constexpr std::int64_t kCols = 3;
    const InputMaker input = special_rows_maker(kRows, kCols, special);
    if (!on_cpu_device()) {
        LaunchPlan plan;
        plan.input = input;
        return check_launch(function, plan);
    }
    const HostMatrix data = input(1);
    const std::int64_t output_cols = function.output_columns(kCols);
    GuardedMatrix x("x", kRows, kCols, kCols, 0);
    GuardedMatrix y(function.output, kRows, output_cols, output_cols, 0);
    x.upload(data.values);
    y.upload_poison();
    LaunchFacts facts;
    facts.function = &function;
    facts.data = data.contents + "; only the first 40 blocks run";
    facts.arguments = {kRows, kCols, x.data(), kCols, y.data(), output_cols, kTwoWarps, nullptr};
    const FewBlocks scope(FewBlocks::first, kBlocksThatRun);
    if (!call_and_wait(facts)) return false;
    y.download();
    std::vector<float> got = y.values();
    const Expected expected = function.oracle(data, kTwoWarps);
    for (std::size_t i = 0; i < got.size(); ++i) {
        // Rows of the blocks that do not run: ManyRows has seen that all are written.
        if (std::bit_cast<std::uint32_t>(got[i]) != kNeverWritten) continue;
        got[i] = expected.kinds[i] == Wanted::nan ? std::numeric_limits<float>::quiet_NaN()
                                                  : static_cast<float>(expected.values[i]);
    }
    const Comparison comparison = compare(got, expected);
    if (comparison.all_right()) return true;
    fail(describe_mismatch(facts, data, got, expected, comparison));
    return false;
}

bool check_rows_beyond_32_bits(const FunctionUnderTest& function, std::int64_t cols) {
#ifdef WORKSHOP_BACKEND_EMULATOR
    const Taken taken = rows_of_last_block(function, cols);
    if (taken == Taken::unknown) return false;
    if (taken == Taken::other_rows) {
        skip(
            "looked at all but more than 2^32 rows: only the last of them would have memory, and "
            "the last block of this kernel takes other rows");
        return true;
    }
    const std::int64_t output_cols = function.output_columns(cols);
    const HostMatrix data = normals(kRowsWithMemory, cols, 1);
    GuardedMatrix x("x", kRowsWithMemory, cols, cols, 0);
    GuardedMatrix y(function.output, kRowsWithMemory, output_cols, output_cols, 0);
    x.upload(data.values);
    y.upload_poison();
    // With very small blocks the grid would be too large, and the function says so: that is right.
    FunctionUnderTest where_possible = function;
    where_possible.call = [&](const Arguments& arguments) {
        const cudaError_t error = function.call(arguments);
        return error == cudaErrorInvalidConfiguration ? cudaSuccess : error;
    };
    LaunchFacts facts;
    facts.function = &where_possible;
    facts.data =
        data.contents +
        "; only the last block runs, and a row's number of 32 bits leads to memory of the host";
    for (int times = 1; times < 16; ++times) {  // where row 0 would lie, something else may be
        const std::int64_t rows = times * kRowsOf32Bits + kMoreRows;
        const std::int64_t without = rows - kRowsWithMemory;
        const float* const first = x.data() - without * cols;
        const NoMemory kept(first, kMoreRows * cols);
        if (!kept.worked()) continue;
        facts.arguments = {
            rows,        cols,          first,  cols, y.data() - without * output_cols,
            output_cols, kUsualThreads, nullptr};
        const FewBlocks scope(FewBlocks::last, 1);
        return call_and_wait(facts);
    }
#else
    (void)function;
    (void)cols;
#endif
    return true;
}

bool check_rows_far_apart(const FunctionUnderTest& function, std::int64_t cols) {
#ifdef WORKSHOP_BACKEND_EMULATOR
    if (!last_block_takes_second_row(function, cols)) return true;
    const std::int64_t output_cols = function.output_columns(cols);
    const HostMatrix data = normals(1, cols, 1);
    GuardedMatrix x("x", 1, cols, cols, 0);
    GuardedMatrix y(function.output, 1, output_cols, output_cols, 0);
    x.upload(data.values);
    y.upload_poison();
    LaunchFacts facts;
    facts.function = &function;
    facts.data = data.contents +
                 "; only the last block runs, and an offset of 32 bits leads to memory of the host";
    for (int times = 1; times < 16; ++times) {  // where row 0 would lie, something else may be
        const std::int64_t ldx = times * kRowsOf32Bits + 4;
        // Elsewhere than row 0 of x.
        const std::int64_t ldy =
            function.has_leading_dimension_y ? ldx + kRowsOf32Bits : output_cols;
        const float* const first = x.data() - ldx;
        const NoMemory of_x(first, cols);
        std::optional<NoMemory> of_y;
        if (function.has_leading_dimension_y) of_y.emplace(y.data() - ldy, output_cols);
        if (!of_x.worked() || (of_y && !of_y->worked())) continue;
        facts.arguments = {2, cols, first, ldx, y.data() - ldy, ldy, kUsualThreads, nullptr};
        const FewBlocks scope(FewBlocks::last, 1);
        return call_and_wait(facts);
    }
#else
    (void)function;
    (void)cols;
#endif
    return true;
}

}  // namespace workshop::checks
