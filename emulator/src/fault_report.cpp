// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "fault_report.hpp"

#include <cstdint>
#include <cstdio>

#include "api_messages.hpp"
#include "arena.hpp"
#include "device_heap.hpp"
#include "null_arguments.hpp"
#include "scheduler.hpp"
#include "shared_memory.hpp"
#include "symbolizer.hpp"

namespace workshop::emulator {
namespace {

std::string seconds_text(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", seconds);
    return text;
}

void explain_time_limit(Diagnostic& diagnostic) {
    diagnostic.what = "the kernel was stopped: it ran longer than " +
                      seconds_text(kernel_seconds()) +
                      (kernel_seconds() == 1 ? " second" : " seconds") + " of processor time";
    diagnostic.notes = {"this is the line that ran when the time was up",
                        "the launch: " + site_text({execution.call->file, execution.call->line})};
    diagnostic.likely_cause = "a loop that does not end, or that waits for another thread's write";
    diagnostic.next = "if it only needs longer, set WORKSHOP_KERNEL_SECONDS (0: no limit)";
}

void explain_dynamic_shared(const Fault& fault, Diagnostic& diagnostic) {
    const auto bytes = static_cast<std::ptrdiff_t>(execution.configuration->dynamic_shared_bytes);
    const std::ptrdiff_t offset = static_cast<const char*>(fault.address) -
                                  static_cast<const char*>(shared_memory().dynamic());
    const std::string asked = "; the launch asked for " + std::to_string(bytes) + " bytes";
    if (offset < 0) {
        diagnostic.what = "memcheck: the kernel crashed: access " + std::to_string(-offset) +
                          " bytes before the start of dynamic shared memory" + asked;
        diagnostic.likely_cause = "a negative index";
        return;
    }
    diagnostic.what = "memcheck: the kernel crashed: access to byte " + std::to_string(offset) +
                      " of dynamic shared memory";
    if (bytes > 0 && offset == bytes) diagnostic.what += ", right behind its end";
    if (bytes > 0 && offset > bytes) {
        diagnostic.what += ", " + std::to_string(offset - bytes) + " bytes past its end";
    }
    diagnostic.what += asked;
    diagnostic.likely_cause =
        bytes == 0 ? "the third value between <<< and >>> is missing"
                   : "the third value between <<< and >>> is too small (it counts bytes, not "
                     "elements), or an index outside the array";
}

/// How a message about an address of the device goes on.
std::string place_in_device_memory(const void* address) {
    const auto* byte = static_cast<const char*>(address);
    if (const auto freed = device_arena().freed_block(address)) {
        return ", " + std::to_string(byte - freed->base) + " bytes into an allocation of " +
               std::to_string(freed->bytes) + " bytes that was freed";
    }
    const auto block = device_arena().nearest(address);
    if (!block) return ", which is in device memory, where nothing is allocated";
    const char* const end = block->base + block->bytes;
    const std::string distance =
        byte < block->base ? std::to_string(block->base - byte) + " bytes before the start"
                           : std::to_string(byte - end) + " bytes past the end";
    return ", which is in no allocation: it is " + distance + " of the nearest one, of " +
           std::to_string(block->bytes) + " bytes";
}

void explain_misalignment(Diagnostic& diagnostic) {
    diagnostic.what = "memcheck: the kernel crashed: misaligned access of a vector type";
    diagnostic.notes = {
        "float4, int4, double2 and all other types of 16 bytes need addresses that "
        "are a multiple of 16"};
    diagnostic.likely_cause =
        "a cast from float* to float4* at an index that is not a multiple of 4, or rows whose "
        "length is not";
    diagnostic.next =
        "use the vector type only where the address is aligned, and single elements "
        "before and after";
}

/// A crash through the null pointer that malloc or new gave to a kernel.
/// @param[in] own whether it was the thread that crashed
bool explain_failed_allocation(std::uintptr_t address, bool own, Diagnostic& diagnostic) {
    const auto failed = failed_allocation();
    // An index into the memory that was asked for leads no further. Programs lie higher.
    constexpr std::uintptr_t first_page = 4096;
    constexpr std::uintptr_t highest = std::uintptr_t{1} << 32;
    if (!failed || address >= highest || (address >= failed->bytes && address >= first_page)) {
        return false;
    }
    const uint3& block = execution.fault_block;
    const bool is_own = failed->thread == execution.fault_thread && failed->block.x == block.x &&
                        failed->block.y == block.y && failed->block.z == block.z;
    if (own && !is_own) return false;
    diagnostic.what += ", through a null pointer";
    diagnostic.notes.push_back(failed_text(*failed));
    diagnostic.likely_cause =
        "the heap for malloc() and new in kernels is too small, and the pointer was not compared "
        "with nullptr";
    diagnostic.next =
        "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) before the first launch, and a branch "
        "for nullptr in the kernel";
    return true;
}

void explain_bad_address(const Fault& fault, Diagnostic& diagnostic) {
    constexpr std::uintptr_t first_page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(fault.address);
    if (fault.stack_overflow) {
        diagnostic.what = "the kernel crashed: a thread's stack overflowed";
        diagnostic.likely_cause = "recursion without an end, or local arrays of more than " +
                                  std::to_string(FiberStacks::stack_bytes / 1024) + " KiB";
        return;
    }
    if (shared_memory().in_dynamic_region(fault.address)) {
        explain_dynamic_shared(fault, diagnostic);
        return;
    }
    diagnostic.what =
        "memcheck: the kernel crashed: access to address " + address_text(fault.address);
    if (fault.code == SI_KERNEL) {  // the processor does not say which address it was
        diagnostic.what = "memcheck: the kernel crashed: access to an address that no machine has";
    } else if (explain_failed_allocation(address, true, diagnostic)) {
        return;
    } else if (explain_null_argument(address, diagnostic)) {
        diagnostic.what += ", through a null pointer";
        return;
    } else if (explain_failed_allocation(address, false, diagnostic)) {
        return;
    } else if (address < first_page) {
        diagnostic.what += ", through a null pointer";
    } else if (device_arena().contains(fault.address)) {
        diagnostic.what += place_in_device_memory(fault.address);
    }
    diagnostic.likely_cause = "an index outside the array, or a pointer that was never set";
    diagnostic.next = "print the index, or run it in gdb, which stops at the line";
}

void place_diagnostic(const Fault& fault, Diagnostic& diagnostic) {
    const SourceLine line = own_source_line(fault);
    diagnostic.file = line.file;
    diagnostic.line = line.line;
    if (line.file.empty()) {
        diagnostic.file = execution.call->file;
        diagnostic.line = execution.call->line;
        diagnostic.notes.push_back("the line is that of the launch" +
                                   (line.function.empty() ? std::string(": no other is known")
                                                          : "; it happened in " + line.function));
        // What is known of a call of nothing is where it was launched.
        if (fault.signal == SIGSEGV && fault.address == nullptr && line.function.empty()) {
            diagnostic.likely_cause = "a pointer to a kernel, or to a function, that is null";
            diagnostic.next = "look at the pointer before the launch, or before the call";
        }
    }
}

}  // namespace

void explain_fault() {
    const Fault& fault = execution.fault;
    Diagnostic& diagnostic = execution.diagnostic;
    execution.error = cudaErrorIllegalAddress;
    switch (fault.signal) {
        case SIGALRM:
            explain_time_limit(diagnostic);
            execution.error = cudaErrorLaunchTimeout;
            break;
        case SIGFPE:
            diagnostic.what = "the kernel crashed: integer division by zero";
            diagnostic.notes = {"a GPU does not stop: it goes on with a value that means nothing"};
            execution.error = cudaErrorLaunchFailure;
            break;
        case SIGABRT:
            diagnostic.what = "the kernel called abort()";
            execution.error = cudaErrorLaunchFailure;
            break;
        case SIGILL:
            diagnostic.what = "the kernel crashed: not an instruction";
            diagnostic.likely_cause = "a function that ends without returning its value";
            execution.error = cudaErrorIllegalInstruction;
            break;
        default:
            if (fault.misaligned) {
                explain_misalignment(diagnostic);
                execution.error = cudaErrorMisalignedAddress;
            } else {
                explain_bad_address(fault, diagnostic);
            }
    }
    place_diagnostic(fault, diagnostic);
}

void locate_host_call() {
    place_diagnostic(execution.fault, execution.diagnostic);
}

}  // namespace workshop::emulator
