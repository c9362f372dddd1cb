// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The arguments of cudaLaunchKernel: an array of the addresses at which they lie in host memory.

#include <emulator/launch.h>

#include <string>

#include "api_messages.hpp"
#include "call_record.hpp"
#include "pointers.hpp"
#include "symbols.hpp"
#include "watch/far_access.hpp"

namespace workshop::emulator {
namespace {

bool is_readable(const void* address, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    return watch::is_mapped(first) && watch::is_mapped(first + bytes - 1);
}

cudaError_t refuse_arguments(const char* function, const std::string& what,
                             const std::string& cause) {
    note_refused_launch();
    return refuse(cudaErrorInvalidValue, function, what, cause,
                  "for the arguments x and n: void* arguments[] = {&x, &n}, one address for each "
                  "parameter");
}

bool is_device_memory(const void* address) {
    const MemoryPlace place = find_memory(address).place;
    return place == MemoryPlace::device || place == MemoryPlace::device_heap ||
           place == MemoryPlace::not_owned;
}

}  // namespace

cudaError_t check_argument_addresses(bool cooperative, const void* kernel, void** arguments,
                                     const std::size_t* bytes, std::size_t count) {
    const char* const function = cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel";
    const std::string of_kernel = "; " + std::string(kernel_name(kernel)) + " has " +
                                  std::to_string(count) +
                                  (count == 1 ? " parameter" : " parameters");
    if (count != 0 && arguments == nullptr) {
        return refuse_arguments(function, "the array of arguments is a null pointer" + of_kernel,
                                "the arguments are missing");
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string who = "entry " + std::to_string(i) + " of the array of arguments, " +
                                address_text(arguments[i]) + ", is ";
        if (is_device_memory(arguments[i])) {
            return refuse_arguments(
                function, who + "device memory" + of_kernel,
                "the argument itself instead of its address: a pointer of cudaMalloc without &");
        }
        if (arguments[i] == nullptr || !is_readable(arguments[i], bytes[i])) {
            return refuse_arguments(
                function,
                who + (arguments[i] == nullptr ? "a null pointer" : "no address of anything") +
                    of_kernel,
                "fewer entries than the kernel has parameters, or the argument itself instead of "
                "its address");
        }
    }
    return cudaSuccess;
}

}  // namespace workshop::emulator
