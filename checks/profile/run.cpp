// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include "support/guarded_matrix.hpp"
#include "support/idea_checks.hpp"
#include "support/inputs.hpp"
#include "support/program_info.hpp"
#include "support/report.hpp"

namespace workshop::checks {

namespace {

/// @return empty, or what went wrong
std::string run_one(const FunctionUnderTest& function, const ProfileOptions& options) {
    const HostMatrix data = normals(options.rows, options.cols, 1);
    const std::int64_t output_cols = function.output_columns(options.cols);
    GuardedMatrix x("x", options.rows, options.cols, options.cols, 0);
    GuardedMatrix y("the output", options.rows, output_cols, output_cols, 0);
    x.upload(data.values);
    y.upload_poison();
    emulator::name_buffer(x.data(), "x");
    emulator::name_buffer(y.data(), "y");
    const cudaError_t returned = function.call(
        {options.rows, options.cols, x.data(), x.ld(), y.data(), y.ld(), options.threads, nullptr});
    const cudaError_t finished = cudaDeviceSynchronize();
    (void)cudaGetLastError();
    const cudaError_t error = returned != cudaSuccess ? returned : finished;
    return error == cudaSuccess ? std::string()
                                : function.name + " failed: " + describe_error(error);
}

}  // namespace

ProfileRun run_profile(const ProfileOptions& options) {
    ProfileRun run;
    run.title.title = std::string("Lesson ") + kProgramInfo.number + ": " + kProgramInfo.title;
    run.title.details = std::string(kProgramInfo.file) + ", " + std::to_string(options.rows) +
                        " rows, " + std::to_string(options.cols) + " columns, blocks of " +
                        std::to_string(options.threads) +
                        " threads where the caller chooses; one call of each function";
    run.title.program = std::string("build/cuda/bin/check_") + kProgramInfo.lesson + '_' +
                        kProgramInfo.kind + " --in-process --filter='*.OrdinaryRows'";
    for (const FunctionUnderTest& function : profiled_functions()) {
        emulator::start_profile();
        std::string problem;
        try {
            problem = run_one(function, options);
        } catch (const DeviceError& error) {
            problem = error.what();
        }
        double reads = 0.0;
        for (auto& kernel : emulator::stop_profile()) {
            const emulator::BufferProfile* x = kernel.buffer("x");
            if (x != nullptr) reads += x->reads_per_element();
            run.kernels.push_back(std::move(kernel));
        }
        run.reads.emplace_back("reads", function.name + ' ' + emulator::number_text(reads, 2));
        if (!problem.empty() && run.problem.empty()) run.problem = problem;
    }
    return run;
}

}  // namespace workshop::checks
