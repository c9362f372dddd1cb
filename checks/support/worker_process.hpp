// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A child process that runs checks, with its records and its output on two pipes.

#include <sys/types.h>

#include <chrono>
#include <string>

namespace workshop::checks {

/// @brief Called by the worker when a check ends: marks the end of the check's output, so that
///        what the next check prints is not taken for it.
void mark_output_end();

/// @brief Starts this same program again in worker mode. The destructor ends it for good.
class WorkerProcess {
  public:
    /// @param[in] filter the checks to run, in GoogleTest's filter syntax
    /// @throws std::runtime_error when no process can be started
    explicit WorkerProcess(const std::string& filter);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// @brief Waits for bytes on either pipe, at most until the deadline.
    /// @return false when the deadline has passed
    bool wait(std::chrono::steady_clock::time_point deadline);

    /// @brief Bytes of records that have arrived and were not taken yet.
    std::string& records() { return records_; }

    /// @brief Takes what the worker has printed up to its next mark_output_end(), or everything
    ///        when there is no mark.
    std::string take_output();

    /// @return true when the worker has closed its end of the records' pipe
    bool has_ended() const { return ended_; }

    /// @brief Ends the worker at once.
    void kill();

    /// @brief Waits for the end of the process.
    /// @return as of waitpid
    int exit_status();

  private:
    void read_records();
    void read_output();

    pid_t process_ = -1;
    int record_pipe_ = -1;
    int output_pipe_ = -1;
    bool ended_ = false;
    std::string records_;
    std::string output_;
};

}  // namespace workshop::checks
