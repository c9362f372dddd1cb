// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call.hpp"

#include "support/guarded_matrix.hpp"
#include "support/inputs.hpp"
#include "support/report.hpp"

namespace workshop::checks {

namespace {

/// @return empty, or what went wrong
std::string call_once(const FunctionUnderTest& function, const CallShape& shape) {
    const HostMatrix data = normals(shape.rows, shape.cols, 1);
    const std::int64_t output_cols = function.output_columns(shape.cols);
    // Only matrices have rows that could lie apart.
    const std::int64_t output_gap = function.output_cols == 0 ? shape.gap : 0;
    GuardedMatrix x("x", shape.rows, shape.cols, shape.cols + shape.gap, shape.offset);
    GuardedMatrix y("the output", shape.rows, output_cols, output_cols + output_gap, shape.offset);
    x.upload(data.values);
    y.upload_poison();
    emulator::name_buffer(x.data(), "x");
    emulator::name_buffer(y.data(), "y");
    const cudaError_t returned = function.call(
        {shape.rows, shape.cols, x.data(), x.ld(), y.data(), y.ld(), shape.threads, nullptr});
    const cudaError_t finished = cudaDeviceSynchronize();
    (void)cudaGetLastError();
    const cudaError_t error = returned != cudaSuccess ? returned : finished;
    return error == cudaSuccess ? std::string()
                                : function.name + " failed: " + describe_error(error);
}

}  // namespace

CountedCall count_call(const FunctionUnderTest& function, const CallShape& shape) {
    CountedCall counted;
    counted.shape = shape;
    if (function.multiply_adds)
        counted.multiply_adds = function.multiply_adds(shape.rows, shape.cols);
    emulator::start_profile();
    try {
        counted.problem = call_once(function, shape);
    } catch (const DeviceError& error) {
        counted.problem = error.what();
    }
    counted.kernels = emulator::stop_profile();
    return counted;
}

}  // namespace workshop::checks
