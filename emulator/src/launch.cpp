// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include <cstdio>
#include <mutex>

#include "api_messages.hpp"
#include "arena.hpp"
#include "call_record.hpp"
#include "device_heap.hpp"
#include "device_model.hpp"
#include "errors.hpp"
#include "fault_report.hpp"
#include "function_attributes.hpp"
#include "schedule.hpp"
#include "scheduler.hpp"
#include "shared_memory.hpp"
#include "streams.hpp"
#include "summary.hpp"
#include "symbols.hpp"
#include "watch/finding_text.hpp"
#include "watch/host_guard.hpp"
#include "watch/lifecycle.hpp"
#include "watch/settings.hpp"

extern dim3 written_block_size __asm__("blockDim");
extern dim3 written_grid_size __asm__("gridDim");

namespace workshop::emulator {
namespace {

/// One launch at a time in the process, whichever OS thread it comes from.
std::mutex& device_mutex() {
    static std::mutex& mutex = *new std::mutex;
    return mutex;
}

/// The name as the symbol table has it, which names the types of a template; else as it was
/// written.
std::string name_of(const KernelCall& call) {
    const std::string known =
        call.address != nullptr ? kernel_name(call.address) : "unknown kernel";
    return known == "unknown kernel" && call.name != nullptr ? call.name : known;
}

cudaError_t refuse_launch(const KernelCall& call, cudaError_t error, const std::string& why,
                          const std::string& next = {}) {
    Diagnostic diagnostic;
    diagnostic.file = call.file;
    diagnostic.line = call.line;
    diagnostic.what = "the launch of " + name_of(call) + " was refused: " + why;
    diagnostic.notes = {"nothing ran; cudaGetLastError() returns " +
                        std::string(cudaGetErrorName(error))};
    diagnostic.next = next;
    report(diagnostic);
    note_refused_launch();
    return record_error(error);
}

/// nvcc does not compile a kernel with more static shared memory than this, whatever the device
/// has.
constexpr std::size_t most_static_shared = 48 * 1024;

/// In the words of ptxas, so that who knows its message finds this one.
std::string too_much_static_shared(std::size_t bytes) {
    char ptxas[80];
    std::snprintf(ptxas, sizeof ptxas, "uses too much shared data (0x%zx bytes, 0x%zx max)", bytes,
                  most_static_shared);
    return "its __shared__ arrays take " + std::to_string(bytes) + " bytes, and " +
           std::to_string(most_static_shared) +
           " are the most for arrays with a size; nvcc stops with: " + ptxas;
}

cudaError_t check(const LaunchConfiguration& configuration, const KernelCall& call) {
    if (const cudaError_t error = check_stream("kernel launch", configuration.stream)) {
        note_refused_launch();
        return error;
    }
    std::string why;
    const void* kernel = call.address;
    // Overloading can hide which kernel it is; then what it was allowed is not known either.
    const std::size_t dynamic_limit = kernel != nullptr
                                          ? kernel_attributes(kernel).max_dynamic_shared_bytes
                                          : current_device_model().shared_memory_per_block_optin;
    const std::size_t static_shared = kernel != nullptr ? static_shared_bytes(kernel) : 0;
    const std::size_t own = kernel != nullptr ? static_shared_bytes(kernel, false) : 0;
    if (own > most_static_shared) {
        return refuse_launch(
            call, cudaErrorInvalidValue, too_much_static_shared(own),
            "declare one extern __shared__ array without a size, pass its bytes as third value "
            "between <<< and >>>, and before that allow more than 48 KiB: cudaFuncSetAttribute("
            "kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)");
    }
    const cudaError_t error =
        check_launch(configuration, kernel, static_shared, dynamic_limit, why);
    return error == cudaSuccess ? cudaSuccess : refuse_launch(call, error, why);
}

void prepare(const LaunchConfiguration& configuration, const KernelCall& call) {
    const dim3& grid = configuration.grid;
    execution.configuration = &configuration;
    execution.call = &call;
    execution.kernel = name_of(call);
    const unsigned long long blocks = static_cast<unsigned long long>(grid.x) * grid.y * grid.z;
    // Blocks of a cooperative launch wait for each other, so none may be left out.
    const BlockRange running =
        configuration.cooperative ? BlockRange{0, blocks} : chosen_blocks(blocks);
    execution.first_block = running.first;
    execution.block_count = running.count;
    execution.next_block = 0;
    execution.error = cudaSuccess;
    execution.diagnostic = Diagnostic();
    execution.fault = Fault();
    execution.warned_of_finished_threads = false;
    note_launch_for_heap();
    written_block_size = configuration.block;
    written_grid_size = grid;
    // Blocks of the same shape serve launch after launch.
    static dim3 shape(0, 0, 0);
    const dim3& block = configuration.block;
    if (shape.x != block.x || shape.y != block.y || shape.z != block.z) execution.blocks.clear();
    shape = block;
    const std::size_t wanted = configuration.cooperative ? execution.block_count : 1;
    if (execution.blocks.size() > wanted) execution.blocks.resize(wanted);
    while (execution.blocks.size() < wanted) {
        execution.blocks.push_back(std::make_unique<Block>(block));
    }
    for (const auto& each : execution.blocks)
        each->retire();
    shared_memory().prepare(configuration.dynamic_shared_bytes,
                            watch::watching() && watch::checkers().memcheck);
}

/// Whether a checker has told of the line at which the kernel crashed in device memory: an index
/// that is wrong by little in one thread leads another one further.
bool crash_was_told() {
    const Fault& fault = execution.fault;
    return fault.signal == SIGSEGV && execution.error == cudaErrorIllegalAddress &&
           device_arena().contains(fault.address) &&
           watch::told_out_of_bounds(execution.diagnostic.file, execution.diagnostic.line);
}

}  // namespace

std::string current_thread_text() {
    return in_kernel() ? thread_text(*current_thread()) : std::string();
}

cudaError_t launch_kernel(const LaunchConfiguration& configuration, const KernelCall& call) {
    if (in_kernel()) {
        Diagnostic diagnostic;
        diagnostic.file = call.file;
        diagnostic.line = call.line;
        diagnostic.what = "a kernel launches a kernel (" + name_of(call) +
                          "): dynamic parallelism is not supported by the CPU device";
        diagnostic.next = "call a __device__ function, or launch from the host";
        abandon(cudaErrorLaunchFailure, diagnostic);
    }
    if (const cudaError_t error = enter_device_call()) return error;
    if (const cudaError_t error = check(configuration, call)) return error;

    const std::lock_guard lock(device_mutex());
    prepare(configuration, call);
    const dim3& block = configuration.block;
    note_kernel(configuration.stream, call.closure, call.closure_bytes,
                block.x * block.y * block.z);
    count_launch();
    {
        const watch::DeviceAccess access;
        const FaultScope scope;
        watch::begin_launch();
        run_grid();
    }
    // First what the checkers saw: it may be why the kernel crashed.
    const cudaError_t found = watch::end_launch();
    if (execution.fault.signal != 0) {
        explain_fault();
    } else if (execution.fault.frame_count != 0) {
        locate_host_call();
    }
    if (execution.error != cudaSuccess) {
        execution.stacks.release_all();
        // A checker that gave the kernel up has told why.
        if (!execution.diagnostic.what.empty() && !crash_was_told()) report(execution.diagnostic);
    }
    if (found != cudaSuccess) {
        set_asynchronous_error(found);
    } else if (execution.error != cudaSuccess) {
        set_asynchronous_error(execution.error);
    }
    if (configuration.cooperative) execution.blocks.clear();
    execution.call = nullptr;  // its arguments are gone when the launch returns
    return cudaSuccess;
}

}  // namespace workshop::emulator
