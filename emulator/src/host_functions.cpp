// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief Functions of the C library that leave the kernel or end the process. nvcc compiles no
/// call of them in a kernel; g++ does, and then the launch would vanish without a word.

#include <sys/syscall.h>
#include <unistd.h>

#include "diagnostics.hpp"
#include "fault_report.hpp"
#include "next_definition.hpp"
#include "scheduler.hpp"

namespace {

using workshop::emulator::Diagnostic;
using workshop::emulator::execution;
using workshop::emulator::in_kernel;
using workshop::emulator::next_definition;

[[noreturn]] void refuse_host_function(const char* name, const char* next) {
    // The line is looked up when the kernel has been given up: that needs memory of the host.
    workshop::emulator::capture_frames(execution.fault);
    Diagnostic diagnostic;
    diagnostic.what =
        std::string("the kernel called ") + name + ", which is a function of the host";
    diagnostic.next = next;
    workshop::emulator::abandon(cudaErrorLaunchFailure, diagnostic);
}

constexpr const char* end_launch =
    "return from the kernel, or __trap() to end the launch with an error";
constexpr const char* end_thread = "return from the kernel: that ends a thread of the device";
constexpr const char* leave_functions =
    "leave functions by return values; a kernel has no place to jump to outside of it";

/// Ends the process at once. By the system call: this may be a child between fork() and exec().
[[noreturn]] void end_process(const char* name, int status) {
    if (in_kernel()) refuse_host_function(name, end_launch);
    for (;;)
        syscall(SYS_exit_group, status);
}

[[noreturn]] void jump(const char* name, const char* symbol, void* place, int value) {
    if (in_kernel()) refuse_host_function(name, leave_functions);
    next_definition<void(void*, int)>(symbol)(place, value);
    __builtin_unreachable();
}

}  // namespace

// Names of our own, because headers of the system declare these functions in several ways.
extern "C" {

[[noreturn]] __attribute__((visibility("default"))) void called_exit(int) __asm__("exit");
[[noreturn]] __attribute__((visibility("default"))) void called_exit_now(int) __asm__("_exit");
[[noreturn]] __attribute__((visibility("default"))) void called_Exit(int) __asm__("_Exit");
[[noreturn]] __attribute__((visibility("default"))) void called_quick_exit(int) __asm__(
    "quick_exit");
[[noreturn]] __attribute__((visibility("default"))) void called_pthread_exit(void*) __asm__(
    "pthread_exit");
[[noreturn]] __attribute__((visibility("default"))) void called_longjmp(void*,
                                                                        int) __asm__("longjmp");
[[noreturn]] __attribute__((visibility("default"))) void called_siglongjmp(void*, int) __asm__(
    "siglongjmp");
// What longjmp() becomes with -D_FORTIFY_SOURCE.
[[noreturn]] __attribute__((visibility("default"))) void called_longjmp_chk(void*, int) __asm__(
    "__longjmp_chk");

void called_exit(int status) {
    if (in_kernel()) refuse_host_function("exit()", end_launch);
    next_definition<void(int)>("exit")(status);
    __builtin_unreachable();
}

void called_exit_now(int status) {
    end_process("_exit()", status);
}
void called_Exit(int status) {
    end_process("_Exit()", status);
}

void called_quick_exit(int status) {
    if (in_kernel()) refuse_host_function("quick_exit()", end_launch);
    next_definition<void(int)>("quick_exit")(status);
    __builtin_unreachable();
}

void called_pthread_exit(void* result) {
    if (in_kernel()) refuse_host_function("pthread_exit()", end_thread);
    next_definition<void(void*)>("pthread_exit")(result);
    __builtin_unreachable();
}

void called_longjmp(void* place, int value) {
    jump("longjmp()", "longjmp", place, value);
}
void called_siglongjmp(void* place, int value) {
    jump("siglongjmp()", "siglongjmp", place, value);
}
void called_longjmp_chk(void* place, int value) {
    jump("longjmp()", "__longjmp_chk", place, value);
}

}  // extern "C"
