// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "faults.hpp"

#include <ucontext.h>
#include <unwind.h>

#include <cstdint>

#include "instructions.hpp"
#include "program_code.hpp"
#include "scheduler.hpp"
#include "watchdog.hpp"

namespace workshop::emulator {
namespace {

constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
constexpr int signal_count = sizeof signals / sizeof *signals;
struct sigaction previous[signal_count];
bool in_handler = false;

_Unwind_Reason_Code store_frame(_Unwind_Context* context, void* argument) {
    Fault& fault = *static_cast<Fault*>(argument);
    int exact = 0;
    const std::uintptr_t address = _Unwind_GetIPInfo(context, &exact);
    if (address == 0 || fault.frame_count == Fault::most_frames) return _URC_END_OF_STACK;
    // A return address lies behind the call; the line we want is that of the call.
    fault.frames[fault.frame_count++] = reinterpret_cast<void*>(exact != 0 ? address : address - 1);
    return _URC_NO_REASON;
}

const void* interrupted_code(void* context) {
    [[maybe_unused]] const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return reinterpret_cast<const void*>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<const void*>(registers.pc);
#else
    return nullptr;  // not known: treated as code of the program
#endif
}

/// Whether a crash came from an address without the alignment that its instruction needs.
bool is_misaligned([[maybe_unused]] const siginfo_t& info, [[maybe_unused]] const void* code) {
    if (info.si_signo == SIGBUS) return info.si_code == BUS_ADRALN;
#if defined(__x86_64__)
    // The processor gives no address here. Addresses that no machine has are reported in the same
    // way; the instruction tells them apart.
    if (info.si_signo == SIGSEGV && info.si_code == SI_KERNEL && is_program_code(code)) {
        return needs_alignment(static_cast<const unsigned char*>(code));
    }
#endif
    return false;
}

void pass_on(int signal, siginfo_t* info, void* context) {
    for (int i = 0; i < signal_count; ++i) {
        if (signals[i] != signal) continue;
        if ((previous[i].sa_flags & SA_SIGINFO) != 0) {
            previous[i].sa_sigaction(signal, info, context);
        } else if (previous[i].sa_handler == SIG_DFL) {
            // Crashes happen again when the instruction is run again, now without us.
            sigaction(signal, &previous[i], nullptr);
            if (signal == SIGALRM || signal == SIGABRT) raise(signal);
        } else if (previous[i].sa_handler != SIG_IGN) {
            previous[i].sa_handler(signal);
        }
    }
}

void on_signal(int signal, siginfo_t* info, void* context) {
    const bool time_is_up = is_watchdog_signal(*info);
    if (!in_kernel() && time_is_up) {
        // Right before or after the kernel. Nobody else may see it: it would end the program.
        retry_watchdog();
        return;
    }
    if (!in_kernel() || (signal == SIGALRM && !time_is_up)) {
        pass_on(signal, info, context);
        return;
    }
    // The C library may hold a lock of its own: let it finish, and look again a little later.
    if (signal == SIGALRM && !is_program_code(interrupted_code(context)) && retry_watchdog())
        return;

    Fault& fault = execution.fault;
    if (!in_handler) {  // the second time round, reading the frames was what crashed
        in_handler = true;
        fault = Fault();
        fault.signal = signal;
        fault.code = info->si_code;
        fault.address = signal == SIGALRM || signal == SIGABRT ? nullptr : info->si_addr;
        fault.misaligned = is_misaligned(*info, interrupted_code(context));
        fault.stack_overflow = signal == SIGSEGV && execution.stacks.is_guard(info->si_addr);
        capture_frames(fault);
    }
    in_handler = false;
    abandon_from_handler();
}

/// Handlers run on a stack of their own, because the thread's may be what overflowed.
char handler_stack[128 * 1024];
stack_t previous_stack;

}  // namespace

void capture_frames(Fault& fault) {
    fault.frame_count = 0;
    _Unwind_Backtrace(store_frame, &fault);
}

FaultScope::FaultScope() {
    stack_t stack{};
    stack.ss_sp = handler_stack;
    stack.ss_size = sizeof handler_stack;
    sigaltstack(&stack, &previous_stack);
    find_program_code();
    in_handler = false;
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    // Not blocked while handled: the handler does not return when it gives a kernel up.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < signal_count; ++i)
        sigaction(signals[i], &action, &previous[i]);
    start_watchdog(kernel_seconds());
}

FaultScope::~FaultScope() {
    stop_watchdog();
    for (int i = 0; i < signal_count; ++i)
        sigaction(signals[i], &previous[i], nullptr);
    // Ours serves one OS thread at a time, and must not stay behind on this one.
    sigaltstack(&previous_stack, nullptr);
}

}  // namespace workshop::emulator
