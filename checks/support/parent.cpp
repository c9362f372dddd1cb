// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "parent.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "records.hpp"
#include "worker_process.hpp"

namespace workshop::checks {

namespace {

using Clock = std::chrono::steady_clock;

// An endless loop costs its time limit in every check. One is enough to know it of a function; a
// second function may be tried, and then it is time to answer.
constexpr std::size_t kMostTimeouts = 2;
constexpr std::chrono::seconds kLong{3};  // after which a check is named while it runs

/// What all workers fill in.
struct Shared {
    Clock::time_point begin = Clock::now();
    RunResults results;
    std::recursive_mutex lock;
};

/// Collects the records of one worker after the other, for some of the checks.
class Run {
  public:
    /// @param[in] checks the numbers of its checks
    Run(Shared& shared, const RunPlan& plan, std::vector<std::size_t> checks)
        : plan_(plan), shared_(shared), results_(shared.results), mine_(std::move(checks)) {}

    void run() {
        leave_out_after_timeouts();
        while (waiting() > 0 && !cannot_run()) {
            const std::size_t before = waiting();
            try {
                run_worker();
            } catch (const std::runtime_error& error) {
                const Lock lock(shared_.lock);
                results_.cannot_run = error.what();
            }
            leave_out_after_timeouts();
            if (!cannot_run() && waiting() == before) {
                const Lock lock(shared_.lock);
                results_.cannot_run =
                    "the worker process ended before its first check" + last_words_;
            }
        }
    }

  private:
    using Lock = std::lock_guard<std::recursive_mutex>;
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::size_t waiting() const {
        const Lock lock(shared_.lock);
        return static_cast<std::size_t>(std::count_if(
            mine_.begin(), mine_.end(),
            [this](std::size_t index) { return results_.checks[index].state == State::waiting; }));
    }

    bool cannot_run() const {
        const Lock lock(shared_.lock);
        return !results_.cannot_run.empty();
    }

    void run_worker() {
        WorkerProcess worker(waiting_filter());
        running_ = kNone;
        restart_clock();
        while (true) {
            const bool in_time = worker.wait(next_event());
            const Lock lock(shared_.lock);
            while (const auto record = take_record(worker.records()))
                handle(*record, worker);
            if (worker.has_ended()) break;
            if (!in_time && Clock::now() < deadline_) {
                tell_of_long_check();
            } else if (!in_time) {
                worker.kill();
                if (running_ != kNone) results_.checks[running_].output += worker.take_output();
                if (running_ != kNone || waiting() > 0) out_of_time();
                return;
            }
        }
        const int status = worker.exit_status();
        const Lock lock(shared_.lock);
        last_words_ = worker.take_output();
        if (!last_words_.empty()) last_words_ = ": " + last_words_;
        if (running_ != kNone) crashed(status);
    }

    std::string waiting_filter() const {
        const Lock lock(shared_.lock);
        std::string filter;
        for (const std::size_t index : mine_) {
            const CheckResult& check = results_.checks[index];
            if (check.state != State::waiting) continue;
            if (!filter.empty()) filter += ':';
            filter += check.name();
        }
        return filter;
    }

    void restart_clock() {
        started_ = Clock::now();
        told_ = false;
        deadline_ = started_ + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(plan_.seconds_per_check));
    }

    bool can_tell() const { return running_ != kNone && !told_ && plan_.long_check != nullptr; }

    Clock::time_point next_event() const {
        return can_tell() ? std::min(deadline_, started_ + kLong) : deadline_;
    }

    void tell_of_long_check() {
        if (can_tell()) plan_.long_check(results_, running_);
        told_ = true;
    }

    void handle(const Record& record, WorkerProcess& worker) {
        switch (record.kind) {
            case RecordKind::device:
                if (results_.device.empty()) {
                    results_.device = record.text;
                    if (plan_.device_known) plan_.device_known(results_);
                }
                break;
            case RecordKind::no_device:
                results_.cannot_run = record.text;
                break;
            case RecordKind::start:
                start(record.text);
                break;
            case RecordKind::failure:
                fail_running(record.text);
                break;
            case RecordKind::skip:
                // What has failed stays failed.
                if (running_ != kNone && results_.checks[running_].state == State::waiting) {
                    results_.checks[running_].state = State::skipped;
                    results_.checks[running_].message = record.text;
                }
                break;
            case RecordKind::sticky:
                if (running_ != kNone && record.text == "cudaErrorLaunchTimeout") {
                    results_.checks[running_].out_of_time = true;
                }
                break;
            case RecordKind::end:
                if (running_ != kNone) end(record, worker);
                break;
        }
    }

    void start(const std::string& name) {
        for (const std::size_t index : mine_) {
            if (results_.checks[index].name() == name) running_ = index;
        }
        restart_clock();
        if (running_ != kNone) {
            results_.checks[running_].begun =
                std::chrono::duration<double>(started_ - shared_.begin).count();
        }
        if (running_ != kNone && plan_.progress) plan_.progress(results_, running_);
    }

    void fail_running(const std::string& text) {
        if (running_ == kNone) return;
        CheckResult& check = results_.checks[running_];
        check.state = State::failed;
        if (!check.message.empty()) check.message += '\n';
        check.message += text;
    }

    void end(const Record& record, WorkerProcess& worker) {
        CheckResult& check = results_.checks[running_];
        check.output += worker.take_output();
        check.seconds = std::stod(record.text);
        if (check.state == State::waiting) check.state = State::passed;
        finish();
        restart_clock();
    }

    void out_of_time() {
        if (running_ == kNone) {
            results_.cannot_run = "the worker process did not start within the time limit";
            return;
        }
        std::ostringstream text;
        text
            << "Stopped after " << plan_.seconds_per_check
            << " s: an endless loop in the kernel?\n"
               "likely cause: A loop whose condition never becomes false, or threads that wait for "
               "others which never come. These are seconds by the clock: on a very busy machine "
               "set "
               "WORKSHOP_CHECK_SECONDS to more.";
        fail_running(text.str());
        results_.checks[running_].out_of_time = true;
        results_.checks[running_].seconds =
            std::chrono::duration<double>(Clock::now() - started_).count();
        finish();
    }

    void crashed(int status) {
        std::ostringstream text;
        if (WIFSIGNALED(status)) {
            const int number = WTERMSIG(status);
            text << "The program crashed by signal " << number << " (" << ::strsignal(number)
                 << ") during this check.\nlikely cause: ";
            text << (number == SIGABRT
                         ? "An assert() or the C++ library ended the program."
                         : "The kernel, or the function that launches it, used memory "
                           "that is not its own: look at indices and pointers.");
        } else {
            text << "The program ended with exit code " << WEXITSTATUS(status)
                 << " in the middle of this check.";
        }
        fail_running(text.str());
        results_.checks[running_].output += last_words_.empty() ? "" : last_words_.substr(2);
        finish();
    }

    void finish() {
        if (plan_.progress) plan_.progress(results_, running_);
        running_ = kNone;
    }

    /// The checks that are left of a function which did not end, or of all functions.
    void leave_out_after_timeouts() {
        const Lock lock(shared_.lock);
        std::set<std::string> endless;
        std::string last;
        for (const CheckResult& check : results_.checks) {
            if (check.out_of_time) endless.insert(last = check.function);
        }
        for (const std::size_t index : mine_) {
            CheckResult& check = results_.checks[index];
            if (check.state != State::waiting) continue;
            if (endless.count(check.function) == 0 && endless.size() < kMostTimeouts) continue;
            check.state = State::not_run;
            check.message = (endless.count(check.function) > 0 ? check.function : last) +
                            " did not end in another check";
        }
    }

    const RunPlan& plan_;
    Shared& shared_;
    RunResults& results_;
    std::vector<std::size_t> mine_;
    std::size_t running_ = kNone;
    std::string last_words_;
    Clock::time_point started_;
    Clock::time_point deadline_;
    bool told_ = false;
};

/// What one worker does at a time: checks of one function, in order, and not so many that the
/// others wait for it at the end.
std::vector<std::vector<std::size_t>> shares_of_work(const std::vector<CheckResult>& checks) {
    constexpr std::size_t kMost = 17;
    std::vector<std::vector<std::size_t>> shares;
    for (std::size_t begin = 0; begin < checks.size();) {
        std::size_t end = begin;
        while (end < checks.size() && checks[end].function == checks[begin].function)
            ++end;
        for (std::size_t left = (end - begin + kMost - 1) / kMost; left > 0; --left) {
            std::vector<std::size_t> share((end - begin + left - 1) / left);
            std::iota(share.begin(), share.end(), begin);
            begin += share.size();
            shares.push_back(std::move(share));
        }
    }
    return shares;
}

}  // namespace

RunResults run_checks(const std::vector<CheckResult>& checks, const RunPlan& plan) {
    const Clock::time_point begin = Clock::now();
    Shared shared;
    shared.results.checks = checks;
    const auto shares = shares_of_work(checks);
    if (plan.workers <= 1 || shares.size() <= 1) {
        std::vector<std::size_t> all(checks.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        Run(shared, plan, all).run();
    } else {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t share = next++; share < shares.size(); share = next++)
                Run(shared, plan, shares[share]).run();
        };
        std::vector<std::thread> others;
        for (std::size_t i = 1; i < std::min<std::size_t>(plan.workers, shares.size()); ++i)
            others.emplace_back(work);
        work();
        for (std::thread& other : others)
            other.join();
    }
    shared.results.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return shared.results;
}

}  // namespace workshop::checks
