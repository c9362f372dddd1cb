// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "worker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <stdexcept>

namespace workshop::checks {

namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;  // an endless loop may print for ever
const std::string kOutputMark = "\x1e\x1e";                // two "record separators" of ASCII

/// Reads what is there. @return false at the end of the stream
bool drain(int descriptor, std::string& to) {
    char bytes[65536];
    while (true) {
        const ssize_t count = ::read(descriptor, bytes, sizeof bytes);
        if (count > 0) {
            to.append(bytes, static_cast<std::size_t>(count));
        } else if (count == 0) {
            return false;
        } else if (errno != EINTR) {
            return errno == EAGAIN;
        }
    }
}

[[noreturn]] void become_worker(int record_pipe, int output_pipe, const std::string& filter) {
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlive the parent
#endif
    ::dup2(output_pipe, STDOUT_FILENO);
    ::dup2(output_pipe, STDERR_FILENO);
    ::close(output_pipe);
    std::string mode = "--worker=" + std::to_string(record_pipe);
    std::string gtest_filter = "--gtest_filter=" + filter;
    std::string name = "worker";
    char* arguments[] = {name.data(), mode.data(), gtest_filter.data(), nullptr};
    ::execv("/proc/self/exe", arguments);
    ::_exit(127);
}

}  // namespace

void mark_output_end() {
    std::fflush(nullptr);
    std::cout.flush();
    (void)!::write(STDERR_FILENO, kOutputMark.data(), kOutputMark.size());
}

WorkerProcess::WorkerProcess(const std::string& filter) {
    // One at a time: a worker that inherited another's ends would keep them open.
    static std::mutex starting;
    const std::lock_guard<std::mutex> lock(starting);
    int record_ends[2];
    int output_ends[2];
    if (::pipe(record_ends) != 0 || ::pipe(output_ends) != 0) {
        throw std::runtime_error("no pipe could be made");
    }
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error("no process could be started");
    if (process_ == 0) {
        ::close(record_ends[0]);
        ::close(output_ends[0]);
        become_worker(record_ends[1], output_ends[1], filter);
    }
    ::close(record_ends[1]);
    ::close(output_ends[1]);
    record_pipe_ = record_ends[0];
    output_pipe_ = output_ends[0];
    for (const int descriptor : {record_pipe_, output_pipe_}) {
        ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
        ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    }
}

WorkerProcess::~WorkerProcess() {
    kill();
    (void)exit_status();
    ::close(record_pipe_);
    ::close(output_pipe_);
}

bool WorkerProcess::wait(std::chrono::steady_clock::time_point deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                          deadline - std::chrono::steady_clock::now())
                          .count();
    if (left <= 0) return false;
    pollfd watched[] = {{record_pipe_, POLLIN, 0}, {output_pipe_, POLLIN, 0}};
    (void)::poll(watched, 2, static_cast<int>(std::min<long long>(left + 1, 1000)));
    read_output();
    read_records();
    return true;
}

void WorkerProcess::read_records() {
    if (!drain(record_pipe_, records_)) ended_ = true;
}

void WorkerProcess::read_output() {
    (void)drain(output_pipe_, output_);
    // Keep the beginning, which matters most, and the end, which may hold a mark.
    if (output_.size() > 2 * kMostOutput) {
        output_.erase(kMostOutput, output_.size() - kMostOutput - kMostOutput / 2);
    }
}

std::string WorkerProcess::take_output() {
    read_output();  // the worker flushes its output before it sends the record that ends a check
    const std::size_t mark = output_.find(kOutputMark);
    std::string taken = output_.substr(0, mark);
    output_.erase(0, mark == std::string::npos ? mark : mark + kOutputMark.size());
    return taken;
}

void WorkerProcess::kill() {
    if (process_ > 0) (void)::kill(process_, SIGKILL);
}

int WorkerProcess::exit_status() {
    if (process_ <= 0) return 0;
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    read_output();
    return status;
}

}  // namespace workshop::checks
