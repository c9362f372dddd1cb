// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "refused_calls.hpp"

#include "call_effects.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

std::string cause_of_wrong_answer(cudaError_t wanted) {
    switch (wanted) {
        case cudaSuccess:
            return "With nothing to do, return cudaSuccess before the launch: a launch of zero "
                   "blocks is an error.";
        case cudaErrorInvalidConfiguration:
            return "A grid has at most 2^31 - 1 blocks. Count them in 64 bits, and ask for the "
                   "limit before the number is cut to the 32 bits of a launch.";
        default:
            return "Look at the arguments first, and return cudaErrorInvalidValue before anything "
                   "is launched.";
    }
}

}  // namespace

bool check_call_without_launch(const std::string& title, const std::function<cudaError_t()>& call,
                               cudaError_t wanted,
                               const std::function<std::vector<std::string>()>& problems) {
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    (void)cudaGetLastError();
    const cudaError_t returned = call();
    const cudaError_t pending = cudaGetLastError();
    const cudaError_t finished = cudaDeviceSynchronize();
    (void)cudaGetLastError();
    const std::string begin = title + ":\n";
    if (returned != wanted) {
        fail(begin + "The function returned " + describe_error(returned) + ", wanted " +
             describe_error(wanted) + ".\nlikely cause: " + cause_of_wrong_answer(wanted));
        return false;
    }
    const cudaError_t error = pending != cudaSuccess ? pending : finished;
    if (error != cudaSuccess) {
        fail(begin + "A launch happened and failed with " + describe_error(error) +
             ".\nlikely cause: The arguments are checked after the launch, or the launch comes "
             "even though there is nothing to do.");
        return false;
    }
    for (const std::string& problem : problems()) {
        if (problem.empty()) continue;
        fail(begin + "Nothing may be written. " + problem);
        return false;
    }
    return true;
}

bool check_launch_error_is_returned(const std::string& name,
                                    const std::function<cudaError_t(cudaStream_t)>& call) {
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    cudaError_t returned = cudaSuccess;
    cudaError_t pending = cudaSuccess;
    bool launch_refused = false;
    {
        const RefusedLaunches refused;
        launch_refused = refuses_a_launch([&] { return call(refused.stream()); }, &returned);
        pending = cudaGetLastError();
    }
    // Another call that fails leaves its error pending as well, and that is the custom of CUDA.
    if (launch_refused && returned != cudaSuccess && pending != cudaSuccess) {
        fail(name +
             " on a stream on which every launch is refused:\n"
             "The function returned the error, but it is pending all the same: the next "
             "cudaGetLastError() of the caller takes it for a fault of its own.\n"
             "likely cause: cudaPeekAtLastError() leaves the error where it is. Return "
             "cudaGetLastError() after the launch.");
        return false;
    }
    if (returned != cudaSuccess) return true;
    fail(
        name + " on a stream on which every launch is refused:\n" +
        std::string(
            pending != cudaSuccess
                ? "The function returned cudaSuccess, although its launch failed.\n"
                  "likely cause: A launch says nothing by itself: return cudaGetLastError() after "
                  "it."
                : "The function returned cudaSuccess, and no launch failed: it was made on another "
                  "stream, or not at all, or its error was taken and dropped.\n"
                  "likely cause: Pass the stream as the fourth launch argument, and return "
                  "cudaGetLastError() after the launch."));
    return false;
}

}  // namespace workshop::checks
