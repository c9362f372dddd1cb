// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a call did beside its result: where it launched, whether it waited, what it left.

#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief Something that a call must not do; both empty when all is well.
struct CallProblem {
    std::string problem;
    std::string cause;
};

/// @brief While one lives, copies and fills that the host asks for are held to the matrices of the
///        checks, as accesses of kernels are: for the time of a call of a function under test. Only
///        the CPU device looks.
class WatchedHostCopies {
  public:
    WatchedHostCopies();
    ~WatchedHostCopies();
    WatchedHostCopies(const WatchedHostCopies&) = delete;
    WatchedHostCopies& operator=(const WatchedHostCopies&) = delete;
};

/// @brief Makes a call, and looks at what it did with the device. Only the CPU device sees it; on a
///        GPU the call is made and nothing is found.
/// @param[in]  call     the function, launched on `stream`
/// @param[out] returned what it returned
/// @return the first of: work that does not belong to the stream, a wait for the device, memory
/// that
///         is taken or given back in another stream than its user's; memory of the device or
///         page-locked memory of the host, streams or events that are left behind
CallProblem watch_call(const std::function<cudaError_t()>& call, cudaStream_t stream,
                       cudaError_t* returned);

/// @brief To be called before each check, while no check holds anything: what is there in addition
///        to the first check of the same function was kept by that function.
/// @param[in] function whose checks these are
void note_objects_before_check(const std::string& function);

/// @brief Remembers what there is on the device, for the time of the first call of a function: what
///        that call keeps for later ones is left behind as well, and watch_call() of a later call
///        does not see it. Only the CPU device knows. What earlier checks of the function have
///        noted counts as well, because the first call may have been theirs.
class ObjectsBeforeFirstCall {
  public:
    ObjectsBeforeFirstCall();

    /// @brief What there is more of than before; both texts are empty when there is nothing.
    [[nodiscard]] CallProblem kept() const;

  private:
    std::array<std::size_t, 4> counts_{};  // allocations, streams, events, page-locked blocks
};

/// @brief Makes a call, and says whether the device refused one of its launches. Only the CPU
///        device knows; on a GPU the answer is false.
/// @param[out] returned what the call returned
bool refuses_a_launch(const std::function<cudaError_t()>& call, cudaError_t* returned);

/// @brief Makes a call, and tells the threads of a block of each kernel that it launched. Only the
///        CPU device knows; on a GPU the call is made and the list is empty.
std::vector<int> launched_block_sizes(const std::function<cudaError_t()>& call);

}  // namespace workshop::checks
