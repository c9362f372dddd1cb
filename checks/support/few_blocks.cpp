// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "few_blocks.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/watch.h>
#endif

#include "device.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "workshop/grid_size.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kBlocksThatRun = 40;
constexpr int kTwoWarps = 64;

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

}  // namespace workshop::checks
