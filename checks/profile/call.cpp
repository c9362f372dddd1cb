// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call.hpp"

#include <algorithm>
#include <deque>

#include "support/guarded_matrix.hpp"
#include "support/inputs.hpp"
#include "support/report.hpp"

namespace workshop::checks {

namespace {

/// @return empty, or what went wrong
std::string call_once(const std::string& name, const ProfiledCall& call, const CallShape& shape) {
    std::deque<GuardedMatrix> matrices;  // they do not move
    std::vector<PlacedMatrix> places;
    for (const ProfiledMatrix& wanted : call.matrices) {
        const std::int64_t gap = wanted.has_leading_dimension ? shape.gap : 0;
        GuardedMatrix& matrix = matrices.emplace_back(wanted.name, wanted.rows, wanted.cols,
                                                      wanted.cols + gap, shape.offset);
        if (wanted.is_output) {
            matrix.upload_poison();
        } else {
            matrix.upload(normals(wanted.rows, wanted.cols, matrices.size()).values);
        }
        emulator::name_buffer(matrix.data(), wanted.name);
        places.push_back({matrix.data(), matrix.ld()});
    }
    const cudaError_t returned = call.run(places);
    const cudaError_t finished = cudaDeviceSynchronize();
    (void)cudaGetLastError();
    const cudaError_t error = returned != cudaSuccess ? returned : finished;
    return error == cudaSuccess ? std::string() : name + " failed: " + describe_error(error);
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

CountedCall count_call(const ProfiledFunction& function, const CallShape& shape) {
    CountedCall counted;
    counted.shape = shape;
    counted.plan = function.call_on(shape);
    emulator::start_profile();
    try {
        counted.problem = call_once(function.name, counted.plan, shape);
    } catch (const DeviceError& error) {
        counted.problem = error.what();
    }
    counted.kernels = emulator::stop_profile();
    return counted;
}

}  // namespace workshop::checks
