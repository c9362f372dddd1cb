// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <emulator/runtime_api.h>

#include <mutex>

namespace workshop::emulator {
namespace {

/// The failure of a kernel belongs to the device, so all host threads see it.
struct Asynchronous {
    std::mutex mutex;
    cudaError_t error = cudaSuccess;
};

Asynchronous& asynchronous() {
    static Asynchronous state;
    return state;
}

thread_local cudaError_t last_error = cudaSuccess;
thread_local int host_function_depth = 0;

}  // namespace

cudaError_t record_error(cudaError_t error) {
    if (error != cudaSuccess) last_error = error;
    return error;
}

void set_asynchronous_error(cudaError_t error) {
    Asynchronous& state = asynchronous();
    const std::lock_guard lock(state.mutex);
    if (state.error == cudaSuccess) state.error = error;
}

cudaError_t sticky_error() {
    Asynchronous& state = asynchronous();
    const std::lock_guard lock(state.mutex);
    return state.error;
}

cudaError_t enter_device_call() {
    if (host_function_depth > 0) return record_error(cudaErrorNotPermitted);
    Asynchronous& state = asynchronous();
    const std::lock_guard lock(state.mutex);
    return record_error(state.error);
}

void clear_asynchronous_error() {
    Asynchronous& state = asynchronous();
    const std::lock_guard lock(state.mutex);
    state.error = cudaSuccess;
    last_error = cudaSuccess;
}

HostFunctionScope::HostFunctionScope() {
    ++host_function_depth;
}
HostFunctionScope::~HostFunctionScope() {
    --host_function_depth;
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

cudaError_t cudaGetLastError() {
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError() {
    return last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define WORKSHOP_CUDA_ERROR(suffix, number, text) \
    case number:                                  \
        return "cuda" #suffix;
#include <emulator/error_list.h>
#undef WORKSHOP_CUDA_ERROR
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define WORKSHOP_CUDA_ERROR(suffix, number, text) \
    case number:                                  \
        return text;
#include <emulator/error_list.h>
#undef WORKSHOP_CUDA_ERROR
    }
    return "unrecognized error code";
}
