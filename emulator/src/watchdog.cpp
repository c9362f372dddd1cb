// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "watchdog.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "exit_at_once.hpp"
#include "faults.hpp"

// Older C libraries know the field by its internal name only.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace workshop::emulator {
namespace {

constexpr double default_seconds = 10;
constexpr int most_retries = 200;
constexpr long retry_nanoseconds = 5'000'000;

char timer_mark;  // its address tells our timers from others

/// The timer of an OS thread. It lives as long as the thread.
class ThreadTimer {
  public:
    ThreadTimer() {
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = SIGALRM;
        event.sigev_value.sival_ptr = &timer_mark;
        event.sigev_notify_thread_id = static_cast<pid_t>(syscall(SYS_gettid));
        valid_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
    }
    ~ThreadTimer() {
        if (valid_) timer_delete(timer_);
    }
    ThreadTimer(const ThreadTimer&) = delete;
    ThreadTimer& operator=(const ThreadTimer&) = delete;

    void set(double seconds) {
        itimerspec time{};
        time.it_value.tv_sec = static_cast<time_t>(seconds);
        time.it_value.tv_nsec =
            static_cast<long>((seconds - static_cast<double>(time.it_value.tv_sec)) * 1e9);
        if (valid_) timer_settime(timer_, 0, &time, nullptr);
    }

  private:
    timer_t timer_{};
    bool valid_ = false;
};

ThreadTimer& timer() {
    static thread_local ThreadTimer of_this_thread;
    return of_this_thread;
}

int retries = 0;

double read_kernel_seconds() {
    const char* text = std::getenv("WORKSHOP_KERNEL_SECONDS");
    if (text == nullptr || *text == '\0') return default_seconds;
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (*end == '\0' && seconds >= 0 && seconds <= 1e9) return seconds;
    std::fprintf(stderr,
                 "error: WORKSHOP_KERNEL_SECONDS is '%s'. Valid values: a number of seconds, "
                 "0 for no limit.\n",
                 text);
    exit_at_once();
}

}  // namespace

double kernel_seconds() {
    static const double seconds = read_kernel_seconds();
    return seconds;
}

void start_watchdog(double seconds) {
    retries = 0;
    if (seconds > 0) timer().set(seconds);
}

void stop_watchdog() {
    if (kernel_seconds() > 0) timer().set(0);
}

bool is_watchdog_signal(const siginfo_t& info) {
    return info.si_signo == SIGALRM && info.si_code == SI_TIMER &&
           info.si_value.sival_ptr == &timer_mark;
}

bool retry_watchdog() {
    if (retries++ >= most_retries) return false;
    timer().set(retry_nanoseconds * 1e-9);
    return true;
}

}  // namespace workshop::emulator
