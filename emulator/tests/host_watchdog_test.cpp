// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The timer behind the time limit of a launch, when it rings outside of the kernel.

#include "watchdog.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <ctime>

#include "faults.hpp"

using namespace workshop::emulator;

namespace {

volatile std::sig_atomic_t alarms = 0;
void count_alarm(int) {
    alarms = alarms + 1;
}

void use_processor(double seconds) {
    const std::clock_t begin = std::clock();
    while (static_cast<double>(std::clock() - begin) < seconds * CLOCKS_PER_SEC) {
    }
}

}  // namespace

TEST(Watchdog, TheProgramDoesNotSeeItsSignals) {
    if (!(kernel_seconds() > 0)) GTEST_SKIP() << "WORKSHOP_KERNEL_SECONDS is 0";
    alarms = 0;
    std::signal(SIGALRM, count_alarm);
    {
        // Between the end of the kernel and that of the scope the time may be up.
        const FaultScope scope;
        start_watchdog(0.001);
        use_processor(0.05);
    }
    use_processor(0.05);
    std::signal(SIGALRM, SIG_DFL);
    EXPECT_EQ(0, alarms);
}

TEST(Watchdog, TheProgramSeesItsOwnTimers) {
    alarms = 0;
    std::signal(SIGALRM, count_alarm);
    {
        const FaultScope scope;
        timer_t timer{};
        sigevent event{};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = SIGALRM;
        ASSERT_EQ(0, timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer));
        itimerspec time{};
        time.it_value.tv_nsec = 1'000'000;
        timer_settime(timer, 0, &time, nullptr);
        use_processor(0.05);
        timer_delete(timer);
    }
    std::signal(SIGALRM, SIG_DFL);
    EXPECT_EQ(1, alarms);
}
