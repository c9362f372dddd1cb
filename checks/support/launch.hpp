// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The fixture that every launch goes through.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "function_under_test.hpp"
#include "inputs.hpp"
#include "report.hpp"

namespace workshop::checks {

/// @brief Threads of a block where a check does not care.
inline constexpr int kUsualThreads = 128;

/// @brief One case: the data, and how they lie in memory.
struct LaunchPlan {
    InputMaker input;
    int threads_per_block = kUsualThreads;
    std::int64_t ldx_gap = 0;   ///< ldx is cols + ldx_gap
    std::int64_t ldy_gap = 0;   ///< ldy is the output's cols + ldy_gap
    std::int64_t x_offset = 0;  ///< elements by which x misses 16-byte alignment, 0 to 3
    std::int64_t y_offset = 0;
    bool in_place = false;
    bool values_matter = true;  ///< false: only look whether every element was written
    std::string note;           ///< of the circumstances, for reports; may be empty
    std::vector<float>* first_output = nullptr;  ///< when set, receives the first launch's output
};

/// @brief Launches a function three times and checks everything that a launch can break.
///
/// Launch 1 uses the first data set, launch 2 the same again (its result must be the same bit for
/// bit), launch 3 a second data set, and other elements around the rows of the input. Before every
/// launch all memory is filled afresh, so that a launch that does not happen cannot pass on what
/// the one before it left. After every launch: the returned error, the pending error, the error of
/// the kernel itself, the guards, the gaps, the input, every value.
///
/// Every problem becomes a GoogleTest failure with a report for people; the first one ends it.
/// @return true when all was well
/// @throws DeviceError when a CUDA call of the checks themselves fails
bool check_launch(const FunctionUnderTest& function, const LaunchPlan& plan);

/// @brief Calls the function and waits. Reports an error of any of the three kinds: returned,
///        pending after the call, or of the kernel while it ran.
/// @return true when there was no error
bool call_and_wait(const LaunchFacts& facts);

/// @brief The same for any call. @param[in] title begins a report, for example the call and its
///        shape
bool call_and_wait(const std::function<cudaError_t()>& call,
                   const std::function<std::string()>& title);

/// @brief Looks for accesses beside a matrix that the CPU device has seen.
/// @param[in] count_before outside_count() before the launch
/// @return empty when there was none, else one sentence
std::string describe_outside(unsigned long long count_before);

/// @brief The likely cause of such an access.
inline constexpr const char* kCauseOfOutside =
    "A thread looks one element ahead, or takes part without having an element: test the index "
    "before the access, also where the value is not used. A GPU may not notice it. Where much lies "
    "outside: is the offset of the row counted in elements, not in bytes?";

/// @brief Records a failure of the running check. The text is for people.
void fail(const std::string& text);

}  // namespace workshop::checks
