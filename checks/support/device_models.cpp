// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_models.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "device.hpp"
#include "launch.hpp"
#include "program_info.hpp"

namespace workshop::checks {

namespace {

/// Environment variables of a run, and what reports say of the device.
struct Device {
    const char* model;
    const char* registers;  // of a thread; null: as usual
    const char* description;
};
constexpr Device kDevices[] = {
    {"tiny", nullptr, "1 multiprocessor"},
    {"toy", nullptr, "7 multiprocessors"},
    {"t4", nullptr, "40 multiprocessors"},
    {"a100", nullptr, "108 multiprocessors"},
    {"rtx4090", nullptr, "128 multiprocessors"},
    {"h200", nullptr, "132 multiprocessors"},
    {"h200", "128", "registers for blocks of at most 512 threads"},
};

/// "WORKSHOP_DEVICE=tiny", as in front of a command.
std::string variables(const Device& device) {
    std::string text = std::string("WORKSHOP_DEVICE=") + device.model;
    if (device.registers != nullptr) {
        text += std::string(" WORKSHOP_REGISTERS_PER_THREAD=") + device.registers;
    }
    return text;
}

[[noreturn]] void become_run(const Device& device, const std::string& filter, int output) {
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    ::close(output);
    ::setenv("WORKSHOP_DEVICE", device.model, 1);
    if (device.registers != nullptr) ::setenv("WORKSHOP_REGISTERS_PER_THREAD", device.registers, 1);
    std::string name = "checks";
    std::string mode = "--in-process";
    std::string selected = "--filter=" + filter;
    char* arguments[] = {name.data(), mode.data(), selected.data(), nullptr};
    ::execv("/proc/self/exe", arguments);
    ::_exit(127);
}

/// The checks on one device, in a process of their own.
class Run {
  public:
    Run(const Device& device, const std::string& filter) {
        int ends[2];
        if (::pipe(ends) != 0) throw std::runtime_error("no pipe could be made");
        process_ = ::fork();
        if (process_ < 0) throw std::runtime_error("no process could be started");
        if (process_ == 0) {
            ::close(ends[0]);
            become_run(device, filter, ends[1]);
        }
        ::close(ends[1]);
        output_ = ends[0];
    }
    ~Run() {
        if (process_ > 0) (void)finish();
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// Waits for the end. @return whether all checks passed
    bool finish() {
        char bytes[4096];
        ssize_t count = 0;
        while ((count = ::read(output_, bytes, sizeof bytes)) > 0 ||
               (count < 0 && errno == EINTR)) {
            if (count > 0) text_.append(bytes, static_cast<std::size_t>(count));
        }
        ::close(output_);
        int status = 0;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        process_ = -1;
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    const std::string& text() const { return text_; }

  private:
    pid_t process_ = -1;
    int output_ = -1;
    std::string text_;
};

/// GoogleTest's output from the first report on; all of it when there is none (a crash).
std::string first_report(const std::string& output) {
    const std::string begin = "Failure\nFailed\n";
    const std::size_t found = output.find(begin);
    if (found == std::string::npos) return output;
    const std::size_t from = found + begin.size();
    const std::size_t end = output.find("\n[  FAILED  ]", from);
    return output.substr(from, end == std::string::npos ? end : end - from);
}

/// The device's first report, "file:line: error: what" and the indented lines after it; empty when
/// it made none.
std::string report_of_device(const std::string& output) {
    std::istringstream stream(output);
    std::string line;
    std::string report;
    while (std::getline(stream, line)) {
        if (!report.empty() && line.compare(0, 2, "  ") != 0) break;
        const bool is_head = line.find(": error: ") != std::string::npos ||
                             line.find(": warning: ") != std::string::npos;
        if (!report.empty() || is_head) report += line + '\n';
    }
    return report;
}

void every_device_model(const std::string& filter) {
    if (!on_cpu_device()) GTEST_SKIP() << "a GPU is one device; only the CPU device plays others";
    std::vector<std::unique_ptr<Run>> runs;  // all at the same time
    for (const Device& device : kDevices)
        runs.push_back(std::make_unique<Run>(device, filter));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i]->finish()) continue;
        // As if it had been printed here: it is shown with the failure.
        std::fputs(report_of_device(runs[i]->text()).c_str(), stderr);
        fail("On another device, with " + variables(kDevices[i]) + " (" + kDevices[i].description +
             "), a check fails:\n" + first_report(runs[i]->text()) + "\nTo see it there: " +
             variables(kDevices[i]) + " make check-lesson" + kProgramInfo.number);
        return;
    }
}

}  // namespace

CheckList device_model_checks(const std::string& filter) {
    return {{"EveryDeviceModel", [=] { every_device_model(filter); }}};
}

}  // namespace workshop::checks
