// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// throw in kernels. The linker sends the calls of a program's own files here (--wrap, see
// emulator/CMakeLists.txt); outside kernels they go on to the host's functions. An exception of a
// library that a kernel calls is met in scheduler.cpp.

#include "exceptions.hpp"

#include <cxxabi.h>

#include <exception>
#include <string>

#include "scheduler.hpp"
#include "symbolizer.hpp"

namespace workshop::emulator {
namespace {

std::uintptr_t thrown_object = 0;
std::size_t thrown_bytes = 0;

/// What an exception says of itself; empty when it is not of the standard library.
std::string text_of(void* object, std::type_info* type, void (*destroy)(void*)) {
    try {
        abi::__cxa_throw(object, type, destroy);
    } catch (const std::exception& exception) {
        return exception.what();
    } catch (...) {
        return {};
    }
}

[[noreturn]] void refuse_throw(const std::string& text) {
    Fault fault;
    capture_frames(fault);
    const SourceLine line = own_source_line(fault);
    Diagnostic diagnostic;
    diagnostic.file = line.file.empty() ? execution.call->file : line.file;
    diagnostic.line = line.file.empty() ? execution.call->line : line.line;
    diagnostic.what = "the kernel throws an exception" + (text.empty() ? "" : ": " + text);
    diagnostic.likely_cause =
        "code of the host: exceptions do not exist in device code, and nvcc refuses throw, try and "
        "catch there";
    diagnostic.next =
        "report errors through memory: write a code that the host reads, or use assert()";
    abandon(cudaErrorLaunchFailure, diagnostic);
}

}  // namespace

bool is_thrown_object(std::uintptr_t address) {
    return address - thrown_object < thrown_bytes;
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

extern "C" {

void* __wrap___cxa_allocate_exception(std::size_t bytes) {
    void* object = abi::__cxa_allocate_exception(bytes);
    if (in_kernel()) {
        thrown_object = reinterpret_cast<std::uintptr_t>(object);
        thrown_bytes = bytes;
    }
    return object;
}

[[noreturn]] void __wrap___cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
    if (!in_kernel()) abi::__cxa_throw(object, type, destroy);
    thrown_bytes = 0;
    refuse_throw(text_of(object, type, destroy));
}

}  // extern "C"
