// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// A plan of lesson 5 that fails for endless rows alone: the report names the function and the rows,
// and says that the rows were cut to 32 bits. It is not the check that failed.
#include "support/refused_plan.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace workshop::checks {
namespace {

PersistentPlan plan_of(int blocks) {
    return PersistentPlan{256, 1, blocks, 0, 2};
}

/// blocks = min(1056, static_cast<int>(rows)), and no plan of 0 blocks.
cudaError_t cuts_rows(std::int64_t rows, std::int64_t, PersistentPlan* plan) {
    *plan = plan_of(std::min(1056, static_cast<int>(rows)));
    return plan->blocks == 0 ? cudaErrorInvalidConfiguration : cudaSuccess;
}

cudaError_t refuses_all(std::int64_t, std::int64_t, PersistentPlan*) {
    return cudaErrorInvalidConfiguration;
}

cudaError_t block_a_row(std::int64_t rows, std::int64_t, PersistentPlan* plan) {
    *plan = plan_of(static_cast<int>(std::min<std::int64_t>(rows, 2147483647)));
    return cudaSuccess;
}

TEST(RefusedPlan, RowsCutTo32Bits) {
    const std::string cause = cause_of_refused_plan(cuts_rows, kEndlessRows, 3);
    EXPECT_NE(cause.find("nothing is left of 1099511627776"), std::string::npos) << cause;
    // Not for few rows, and not where no plan is given at all.
    EXPECT_EQ(cause_of_refused_plan(cuts_rows, 10, 3), "");
    EXPECT_EQ(cause_of_refused_plan(refuses_all, kEndlessRows, 3), "");
}

TEST(RefusedPlan, NamesTheFunctionAndTheRows) {
    static PersistentPlan plan;
    EXPECT_NONFATAL_FAILURE(plan_for_endless_rows("plan_x", cuts_rows, 3, &plan),
                            "plan_x for 1099511627776 x 3 returned cudaErrorInvalidConfiguration");
    EXPECT_NONFATAL_FAILURE(plan_for_endless_rows("plan_x", cuts_rows, 3, &plan),
                            "likely cause: For 1000 rows there is a plan");
    EXPECT_NONFATAL_FAILURE(plan_for_endless_rows("plan_x", refuses_all, 3, &plan),
                            "plan_x for 1099511627776 x 3 returned");
    EXPECT_NONFATAL_FAILURE(plan_for_endless_rows("plan_x", block_a_row, 3, &plan),
                            "limited by what the device holds");
    EXPECT_NONFATAL_FAILURE(grid_plan_checks("plan_x", cuts_rows).front().body(),
                            "turn only the smaller of the two numbers into an int");
}

/// The grid is no multiple of the multiprocessors: either their number was written down, or left
/// out.
TEST(FillsTheDevice, TellsOneMultiprocessorFromANumberInTheFile) {
    const auto check = [](int blocks) {
        const PlanFunction plan = [blocks](std::int64_t, std::int64_t, PersistentPlan* out) {
            *out = plan_of(blocks);
            return cudaSuccess;
        };
        for (const NamedCheck& named : grid_plan_checks("plan_x", plan))
            if (named.property == "FillsTheDevice") named.body();
    };
    EXPECT_NONFATAL_FAILURE(check(8), "for one multiprocessor: multiply it by their number");
    EXPECT_NONFATAL_FAILURE(check(1), "One block leaves all multiprocessors but one empty");
    EXPECT_NONFATAL_FAILURE(check(107), "written down in the file");
}

TEST(RefusedPlan, AcceptsAPlan) {
    PersistentPlan plan;
    const auto good = [](std::int64_t, std::int64_t, PersistentPlan* out) {
        *out = plan_of(1056);
        return cudaSuccess;
    };
    EXPECT_TRUE(plan_for_endless_rows("plan_x", good, 3, &plan));
    EXPECT_EQ(plan.blocks, 1056);
}

/// Keeps rows of so many bytes.
PlanFunction keeps_up_to(std::int64_t bytes) {
    return [bytes](std::int64_t, std::int64_t cols, PersistentPlan* out) {
        *out = plan_of(1056);
        out->reads_per_element = cols * 4 <= bytes ? 1 : 2;
        return cudaSuccess;
    };
}

/// The check of rows that fit, for a plan that keeps rows of so many bytes.
void check_room(std::int64_t bytes) {
    for (const NamedCheck& check : grid_plan_checks("plan_x", keeps_up_to(bytes)))
        if (check.property == "KeepsRowsThatFit") check.body();
}

/// Where less is kept than fits, the width at which that ends says why.
TEST(LittleRoom, IsToldByTheWidestRow) {
    static std::int64_t room;
    room = 48 * 1024 - 264;
    EXPECT_NONFATAL_FAILURE(check_room(room), "has not opted in to more than 48 KiB");
    EXPECT_NONFATAL_FAILURE(check_room(room), "The widest row that is has 48888 bytes.");
    room = (most_shared_bytes() - 264) / 4;
    EXPECT_NONFATAL_FAILURE(check_room(room), "divided by sizeof(float) once more");
    EXPECT_NONFATAL_FAILURE(check_room(0), "so it should be read once. No row is.");
    testing::TestPartResultArray failures;
    {
        const testing::ScopedFakeTestPartResultReporter reporter(
            testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
        check_room(100000);  // as many as nobody would think of
    }
    ASSERT_EQ(failures.size(), 1);
    EXPECT_EQ(std::string(failures.GetTestPartResult(0).message()).find("likely cause"),
              std::string::npos);
    check_room(most_shared_bytes() - 264);
}

}  // namespace
}  // namespace workshop::checks
