// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "support/compare.hpp"
#include "support/guarded_matrix.hpp"
#include "support/inputs.hpp"
#include "support/poison.hpp"
#include "support/report.hpp"

namespace workshop::checks {

namespace {

HostMatrix input_of(const ProfiledMatrix& wanted, std::uint64_t seed) {
    HostMatrix input = normals(wanted.rows, wanted.cols, seed);
    if (wanted.is_positive) {
        for (float& value : input.values)
            value = std::fabs(value);
    }
    return input;
}

/// "3 of 21 elements are wrong; row 0, column 2: got 1, wanted 2", or empty.
std::string fault_of(const std::vector<float>& got, const Expected& wanted) {
    const Comparison comparison = compare(got, wanted);
    if (comparison.all_right()) return {};
    const auto first = static_cast<std::size_t>(comparison.first);
    return std::to_string(comparison.wrong_count) + " of " + std::to_string(got.size()) +
           " elements are wrong; row " + std::to_string(comparison.first / wanted.cols) +
           ", column " + std::to_string(comparison.first % wanted.cols) + ": got " +
           describe_value(got[first]) + ", wanted " +
           (wanted.kinds[first] == Wanted::nan ? "NaN" : describe_value(wanted.values[first]));
}

/// @return empty, or what went wrong
std::string call_once(const std::string& name, CountedCall& counted, const CallShape& shape,
                      Outputs outputs) {
    const ProfiledCall& call = counted.plan;
    std::vector<HostMatrix> inputs;
    GuardedMatrix* output = nullptr;
    std::deque<GuardedMatrix> matrices;  // they do not move
    std::vector<PlacedMatrix> places;
    for (const ProfiledMatrix& wanted : call.matrices) {
        const std::int64_t gap = wanted.has_leading_dimension ? shape.gap : 0;
        GuardedMatrix& matrix = matrices.emplace_back(wanted.name, wanted.rows, wanted.cols,
                                                      wanted.cols + gap, shape.offset);
        if (wanted.is_output) {
            matrix.upload_poison();
            output = &matrix;
        } else {
            inputs.push_back(input_of(wanted, matrices.size()));
            matrix.upload(inputs.back().values);
        }
        emulator::name_buffer(matrix.data(), wanted.name);
        places.push_back({matrix.data(), matrix.ld()});
    }
    const cudaError_t returned = call.run(places);
    const cudaError_t finished = cudaDeviceSynchronize();
    (void)cudaGetLastError();
    const cudaError_t error = returned != cudaSuccess ? returned : finished;
    if (error != cudaSuccess) return name + " failed: " + describe_error(error);
    if (outputs == Outputs::compared && output != nullptr && call.expected) {
        output->download();
        counted.wrong_output = fault_of(output->values(), call.expected(inputs));
        counted.is_compared = true;
    }
    return {};
}

/// An element that two kernels read is read twice. Of several matrices, the larger one counts more.
double uses_per_element(const CountedCall& call, bool of_outputs) {
    double sum = 0.0;
    for (const emulator::KernelProfile& kernel : call.kernels) {
        double uses = 0.0;
        double elements = 0.0;
        for (const ProfiledMatrix& matrix : call.plan.matrices) {
            const emulator::BufferProfile* buffer = kernel.buffer(matrix.name);
            if (matrix.is_output != of_outputs || buffer == nullptr) continue;
            const auto used =
                static_cast<double>(of_outputs ? buffer->elements_written : buffer->elements_read);
            uses +=
                used * (of_outputs ? buffer->writes_per_element() : buffer->reads_per_element());
            elements += used;
        }
        if (elements > 0.0) sum += uses / elements;
    }
    return sum;
}

}  // namespace

double CountedCall::reads_per_element() const {
    return uses_per_element(*this, false);
}
double CountedCall::writes_per_element() const {
    return uses_per_element(*this, true);
}

namespace {

bool makes_no_requests(const CountedCall& call, emulator::RequestKind kind) {
    return call.problem.empty() &&
           std::all_of(call.kernels.begin(), call.kernels.end(), [=](const auto& kernel) {
               return kernel.complete && kernel.of(kind).requests == 0;
           });
}

}  // namespace

bool stores_nothing(const CountedCall& call) {
    return makes_no_requests(call, emulator::RequestKind::global_store);
}

bool reads_nothing(const CountedCall& call) {
    return makes_no_requests(call, emulator::RequestKind::global_load);
}

CountedCall count_call(const ProfiledFunction& function, const CallShape& shape, Outputs outputs) {
    CountedCall counted;
    counted.shape = shape;
    counted.plan = function.call_on(shape);
    emulator::start_profile();
    try {
        counted.problem = call_once(function.name, counted, shape, outputs);
    } catch (const DeviceError& error) {
        counted.problem = error.what();
    }
    counted.kernels = emulator::stop_profile();
    return counted;
}

}  // namespace workshop::checks
