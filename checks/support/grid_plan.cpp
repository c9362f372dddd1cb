// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "grid_plan.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "refused_calls.hpp"
#include "refused_plan.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kFloat = sizeof(float);
constexpr std::int64_t kOrdinaryShared = 48 * 1024;  // what a block has without opting in
// The contract leaves 1 KiB of shared memory to the kernel itself.
constexpr std::int64_t kKernelsOwn = 1024;

cudaDeviceProp properties() {
    cudaDeviceProp answer{};
    int device = 0;
    require(cudaGetDevice(&device), "cudaGetDevice");
    require(cudaGetDeviceProperties(&answer, device), "cudaGetDeviceProperties");
    return answer;
}

/// One question to the plan; knows how to report.
class Question {
  public:
    Question(const std::string& name, const PlanFunction& plan, std::int64_t rows,
             std::int64_t cols)
        : cause_of_lost_rows_([=] { return cause_of_refused_plan(plan, rows, cols); }),
          title_(name + " for " + std::to_string(rows) + " x " + std::to_string(cols)) {
        error_ = plan(rows, cols, &plan_);
    }
    const PersistentPlan& plan() const { return plan_; }

    /// @return false after a report
    bool require_that(bool is_so, const std::string& problem, const std::string& cause = "") const {
        if (is_so) return true;
        fail(title_ + ":\n" + describe_plan(plan_) + ".\n" + problem +
             (cause.empty() ? "" : "\nlikely cause: " + cause));
        return false;
    }
    /// What holds for every plan.
    bool is_sound() const {
        if (error_ != cudaSuccess) {
            const std::string cause = cause_of_lost_rows_();
            fail(title_ + " returned " + describe_error(error_) + ", wanted cudaSuccess." +
                 (cause.empty() ? "" : "\nlikely cause: " + cause));
            return false;
        }
        const std::string lost_rows = plan_.blocks < 1 ? cause_of_lost_rows_() : "";
        return require_that(plan_.threads_per_block >= 1 && plan_.threads_per_block <= 1024,
                            "A block has 1 to 1024 threads.") &&
               require_that(plan_.rows_per_block >= 1, "A block works on at least one row.") &&
               require_that(
                   plan_.blocks >= 1, "There is work, but the grid has no block.",
                   !lost_rows.empty()
                       ? lost_rows
                       : "The occupancy query answered 0: no block of this kind fits a "
                         "multiprocessor. Then another plan is needed, with less shared memory.");
    }

  private:
    std::function<std::string()> cause_of_lost_rows_;
    std::string title_;
    PersistentPlan plan_{};
    cudaError_t error_ = cudaSuccess;
};

/// Narrow and wide rows, and all places where something changes: the end of ordinary shared
/// memory, and the end of what a block may opt in to.
std::vector<std::int64_t> widths() {
    std::vector<std::int64_t> all{1, 31, 32, 33, 256, 1000, 1024, 4096, 8192, 16384, 100003};
    for (const std::int64_t bytes :
         {kOrdinaryShared - kKernelsOwn, kOrdinaryShared, most_shared_bytes() - kKernelsOwn,
          most_shared_bytes() / 2, most_shared_bytes()}) {
        for (const std::int64_t near : {-1, 0, 1})
            all.push_back(bytes / kFloat + near);
    }
    return all;
}

/// However much shared memory a row needs, the plan is the same: nobody asked for the occupancy.
bool is_same_for_all_widths(const PlanFunction& plan, int blocks) {
    const std::vector<std::int64_t> all = widths();
    return std::all_of(all.begin(), all.end(), [&](std::int64_t cols) {
        PersistentPlan got{};
        return plan(kEndlessRows, cols, &got) == cudaSuccess && got.blocks == blocks;
    });
}

void at_most_the_device(const std::string& name, const PlanFunction& plan) {
    for (const std::int64_t cols : widths()) {
        const Question asked(name, plan, kEndlessRows, cols);
        if (!asked.is_sound()) return;
        const PersistentPlan& got = asked.plan();
        const std::int64_t most = most_blocks_at_a_time(got.threads_per_block, got.shared_bytes);
        if (!asked.require_that(
                got.blocks <= most,
                "The device holds at most " + std::to_string(most) +
                    " such blocks at the same time. The others wait until one has finished: such a "
                    "grid does not stay, and it has a tail.",
                is_same_for_all_widths(plan, got.blocks)
                    ? "The plan has " + std::to_string(got.blocks) +
                          " blocks for rows of every width: a number of one device is written "
                          "down in the file. Ask for the occupancy of this kernel, this block "
                          "size and this shared memory, and multiply it by the number of "
                          "multiprocessors."
                    : "The occupancy query was asked for another block size or other shared "
                      "memory than the launch has, or the grid is one block a row.")) {
            return;
        }
    }
}

void fills_the_device(const std::string& name, const PlanFunction& plan) {
    constexpr int kMostOfOne = 32;  // blocks that one multiprocessor can hold, on any GPU
    const std::int64_t multiprocessors = properties().multiProcessorCount;
    for (const std::int64_t cols : widths()) {
        const Question asked(name, plan, kEndlessRows, cols);
        if (!asked.is_sound()) return;
        const PersistentPlan& got = asked.plan();
        const std::int64_t most = most_blocks_at_a_time(got.threads_per_block, got.shared_bytes);
        if (!asked.require_that(got.blocks % multiprocessors == 0,
                                "The device has " + std::to_string(multiprocessors) +
                                    " multiprocessors, and the grid is no multiple of that.",
                                got.blocks == 1
                                    ? "One block leaves all multiprocessors but one empty. As many "
                                      "are wanted as the device holds: the answer of the occupancy "
                                      "query, times the number of multiprocessors."
                                : got.blocks <= kMostOfOne
                                    ? "The answer of the occupancy query is for one "
                                      "multiprocessor: multiply it by their number."
                                    : "The number of multiprocessors is not asked for, but written "
                                      "down in the file.") ||
            // Registers may allow fewer blocks than the other limits; a quarter is little.
            !asked.require_that(
                got.blocks * 4 >= most,
                "The device could hold " + std::to_string(most) + " such blocks.",
                got.blocks <= multiprocessors
                    ? "The answer of the occupancy query is not multiplied in: one block on each "
                      "multiprocessor leaves most of it empty."
                    : "The occupancy query was asked about another launch: with more threads in a "
                      "block, more shared memory, or another kernel than the launch has.")) {
            return;
        }
    }
}

/// Around one wave and around several: never a block without a row, never a row without a place.
void few_rows(const std::string& name, const PlanFunction& plan) {
    for (const std::int64_t cols : {3, 300, 4096, 100003}) {
        const Question endless(name, plan, kEndlessRows, cols);
        if (!endless.is_sound()) return;
        const std::int64_t full = endless.plan().blocks;
        const std::int64_t rows_full = full * endless.plan().rows_per_block;
        for (const std::int64_t rows :
             {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, rows_full - 1, rows_full,
              rows_full + 1, 3 * rows_full + 1}) {
            if (rows < 1) continue;
            const Question asked(name, plan, rows, cols);
            if (!asked.is_sound()) return;
            const PersistentPlan& got = asked.plan();
            const std::int64_t needed = (rows - 1) / got.rows_per_block + 1;
            const std::int64_t wanted = std::min(needed, full);
            if (!asked.require_that(
                    got.blocks == wanted,
                    "Wanted " + std::to_string(wanted) + " blocks: there is work for " +
                        std::to_string(needed) + ", and with endless rows the plan has " +
                        std::to_string(full) + '.',
                    got.blocks > needed ? "The number of blocks is not limited by the rows."
                                        : "")) {
                return;
            }
            const Question again(name, plan, kEndlessRows, cols);
            if (!again.is_sound() ||
                !again.require_that(again.plan().blocks == full,
                                    "The same call had " + std::to_string(full) +
                                        " blocks before; between the two came one with rows = " +
                                        std::to_string(rows) + '.',
                                    "A plan is kept and given out again, for another number of "
                                    "rows. Each call makes its own.")) {
                return;
            }
        }
    }
}

/// The most columns for which rows are read once; 0 when there are none.
std::int64_t widest_kept_row(const PlanFunction& plan) {
    std::int64_t kept = 0;
    std::int64_t read_twice = most_shared_bytes() / kFloat + 1;
    while (read_twice - kept > 1) {
        const std::int64_t cols = (kept + read_twice) / 2;
        PersistentPlan got{};
        const bool is_kept = plan(10, cols, &got) == cudaSuccess && got.reads_per_element == 1;
        (is_kept ? kept : read_twice) = cols;
    }
    return kept;
}

/// Why a row that fits is read twice, from the widest one that is not.
std::string cause_of_little_room(std::int64_t widest) {
    const std::int64_t bytes = widest * kFloat;
    const auto is_nearly = [&](std::int64_t room) {
        return bytes <= room && bytes > room - kKernelsOwn;
    };
    if (widest == 0) {
        return "Each row is taken for too wide: does the plan get what is left for a row, in "
               "bytes? "
               "It may still be 0.";
    }
    if (is_nearly(kOrdinaryShared)) {
        return "The kernel has not opted in to more than 48 KiB of shared memory "
               "(cudaFuncSetAttribute, before the occupancy is asked for), or asked for no more: "
               "what a block may have at most is cudaDevAttrMaxSharedMemoryPerBlockOptin. Or the "
               "occupancy is asked for another kernel than the one that has opted in.";
    }
    if (is_nearly(most_shared_bytes() / kFloat)) {
        return "A row may have as many bytes as the room has floats: was the number of bytes "
               "divided by sizeof(float) once more than it should be?";
    }
    return {};
}

void keeps_rows_that_fit(const std::string& name, const PlanFunction& plan) {
    const std::int64_t most = most_shared_bytes();
    for (const std::int64_t cols : widths()) {
        const Question asked(name, plan, 10, cols);
        if (!asked.is_sound()) return;
        const PersistentPlan& got = asked.plan();
        if (!asked.require_that(
                static_cast<std::int64_t>(got.shared_bytes) <= most,
                "A block gets at most " + std::to_string(most) +
                    " bytes of shared memory on this device, even when it opts in.") ||
            !asked.require_that(got.reads_per_element == 1 || got.reads_per_element == 2,
                                "An element is read once or twice.")) {
            return;
        }
        if (cols * kFloat > most - kKernelsOwn) continue;
        if (got.reads_per_element == 1) continue;
        const std::int64_t widest = widest_kept_row(plan);
        asked.require_that(
            false,
            "The row has " + std::to_string(cols * kFloat) + " bytes, and a block can have " +
                std::to_string(most) + ": it fits, so it should be read once. " +
                (widest == 0
                     ? "No row is."
                     : "The widest row that is has " + std::to_string(widest * kFloat) + " bytes."),
            cause_of_little_room(widest));
        return;
    }
}

/// Where no block can keep the row, the plan has to be another one, not none.
void never_an_empty_grid(const std::string& name, const PlanFunction& plan) {
    for (const std::int64_t bytes : {most_shared_bytes() - kKernelsOwn, most_shared_bytes(),
                                     10 * most_shared_bytes(), std::int64_t{1} << 33}) {
        for (const std::int64_t near : {-1, 0, 1}) {
            const Question asked(name, plan, 10, bytes / kFloat + near);
            if (!asked.is_sound()) return;
            // More than the registers and the shared memory of a multiprocessor hold together.
            if (bytes < 10 * most_shared_bytes()) continue;
            if (!asked.require_that(
                    asked.plan().reads_per_element == 2,
                    "The row has " + std::to_string((bytes / kFloat + near) * kFloat) +
                        " bytes. No block can keep it, so its elements are read twice.",
                    "reads_per_element tells the caller how often the kernel reads: it belongs to "
                    "the kernel that is launched, not to the one that was tried first.")) {
                return;
            }
        }
    }
}

void arguments(const std::string& name, const PlanFunction& plan) {
    PersistentPlan out{};
    const auto gives = [&](const std::string& call, std::int64_t rows, std::int64_t cols,
                           PersistentPlan* where, cudaError_t wanted) {
        out = PersistentPlan{7, 7, 7, 7, 7};
        return check_call_without_launch(
            name + " with " + call, [&] { return plan(rows, cols, where); }, wanted,
            [&] {
                std::vector<std::string> problems;
                if (wanted == cudaSuccess &&
                    (out.blocks != 0 || out.threads_per_block != 0 || out.shared_bytes != 0 ||
                     out.rows_per_block != 0 || out.reads_per_element != 0)) {
                    problems.push_back("The plan is not all zero: " + describe_plan(out) + '.');
                }
                return problems;
            });
    };
    (void)(gives("rows = -1", -1, 4, &out, cudaErrorInvalidValue) &&
           gives("cols = -1", 4, -1, &out, cudaErrorInvalidValue) &&
           gives("a null plan", 4, 4, nullptr, cudaErrorInvalidValue) &&
           gives("rows = 0", 0, 4, &out, cudaSuccess) &&
           gives("cols = 0", 4, 0, &out, cudaSuccess));
}

}  // namespace

std::int64_t most_blocks_at_a_time(int threads_per_block, std::size_t shared_bytes) {
    const cudaDeviceProp device = properties();
    const int warps = (std::max(threads_per_block, 1) - 1) / 32 + 1;
    std::int64_t most = std::min(device.maxThreadsPerMultiProcessor / 32 / warps,
                                 device.maxBlocksPerMultiProcessor);
    const std::size_t of_a_block = shared_bytes + device.reservedSharedMemPerBlock;
    if (of_a_block > 0) {
        most = std::min(most,
                        static_cast<std::int64_t>(device.sharedMemPerMultiprocessor / of_a_block));
    }
    return most * device.multiProcessorCount;
}

std::int64_t most_shared_bytes() {
    return static_cast<std::int64_t>(properties().sharedMemPerBlockOptin);
}

std::string describe_plan(const PersistentPlan& plan) {
    return "threads_per_block " + std::to_string(plan.threads_per_block) + ", rows_per_block " +
           std::to_string(plan.rows_per_block) + ", blocks " + std::to_string(plan.blocks) +
           ", shared_bytes " + std::to_string(plan.shared_bytes) + ", reads_per_element " +
           std::to_string(plan.reads_per_element);
}

CheckList grid_plan_checks(const std::string& name, const PlanFunction& plan) {
    return {
        {"AtMostTheDevice", [=] { at_most_the_device(name, plan); }},
        {"FillsTheDevice", [=] { fills_the_device(name, plan); }},
        {"FewRows", [=] { few_rows(name, plan); }},
        {"KeepsRowsThatFit", [=] { keeps_rows_that_fit(name, plan); }},
        {"NeverAnEmptyGrid", [=] { never_an_empty_grid(name, plan); }},
        {"Arguments", [=] { arguments(name, plan); }},
    };
}

}  // namespace workshop::checks
