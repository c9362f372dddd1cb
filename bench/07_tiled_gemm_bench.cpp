// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Lesson 7: the three matrix products, and cuBLAS beside them where it is installed. A shape
// ROWSxCOLS means C of ROWS x COLS with k = COLS.

#include "workshop/07_tiled_gemm.hpp"

#include <algorithm>
#include <memory>

#include "bench.hpp"
#include "support/device.hpp"
#include "support/gemm_oracle.hpp"
#include "support/inputs.hpp"

#ifdef WORKSHOP_HAS_CUBLAS
#include <cublas_v2.h>
#endif

namespace {

using namespace workshop;
using checks::Arguments;
using checks::Expected;
using checks::HostMatrix;

/// A above B, in one matrix.
HostMatrix operands(std::int64_t rows, std::int64_t cols) {
    return checks::normals(rows + cols, cols, 7);
}

GemmArguments arguments_of(const Arguments& a) {
    const float* b = a.x + a.rows * a.cols;
    return {a.rows, a.cols, a.cols, 1.0F, a.x, a.ldx, b, a.ldx, 0.0F, a.y, a.ldy};
}

/// Rows whose values are compared: all of them, or eight when that would take minutes. Of the
/// others it is only seen whether they were written.
std::vector<std::int64_t> compared_rows(std::int64_t rows, std::int64_t cols) {
    const double multiply_adds =
        static_cast<double>(rows) * static_cast<double>(cols) * static_cast<double>(cols);
    const std::int64_t count = multiply_adds < 2e9 ? rows : std::min<std::int64_t>(rows, 8);
    std::vector<std::int64_t> chosen;
    for (std::int64_t i = 0; i < count; ++i)
        chosen.push_back(count == 1 ? 0 : i * (rows - 1) / (count - 1));
    return chosen;
}

Expected oracle(const HostMatrix& x, int) {
    const std::int64_t cols = x.cols;
    const std::int64_t rows = x.rows - cols;
    const std::vector<std::int64_t> chosen = compared_rows(rows, cols);
    const auto count = static_cast<std::int64_t>(chosen.size());
    checks::GemmData data{HostMatrix(count, cols, ""), HostMatrix(cols, cols, ""),
                          HostMatrix(0, 0, "")};
    for (std::int64_t i = 0; i < count; ++i) {
        const float* from = x.row(chosen[static_cast<std::size_t>(i)]);
        std::copy(from, from + cols, data.a.row(i));
    }
    std::copy(x.row(rows), x.row(rows) + cols * cols, data.b.values.begin());
    const Expected some = checks::gemm_oracle(data, 1.0F, 0.0F).expected;
    Expected expected(rows, cols);
    std::fill(expected.kinds.begin(), expected.kinds.end(), checks::Wanted::anything);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t row = chosen[static_cast<std::size_t>(i)];
        for (std::int64_t j = 0; j < cols; ++j) {
            const auto from = static_cast<std::size_t>(i * cols + j);
            const auto to = static_cast<std::size_t>(row * cols + j);
            expected.values[to] = some.values[from];
            expected.bounds[to] = some.bounds[from];
            expected.kinds[to] = some.kinds[from];
        }
    }
    return expected;
}

using Call = std::function<cudaError_t(const GemmArguments&, cudaStream_t)>;

bench::BenchCase gemm_case(const std::string& name, const Call& call) {
    bench::BenchCase one;
    one.function.name = name;
    one.function.has_block_size = false;
    one.function.call = [call](const Arguments& a) { return call(arguments_of(a), a.stream); };
    one.function.oracle = oracle;
    one.input = operands;
    one.operations = [](std::int64_t rows, std::int64_t cols) {
        return 2.0 * static_cast<double>(rows) * static_cast<double>(cols) *
               static_cast<double>(cols);
    };
    return one;
}

#ifdef WORKSHOP_HAS_CUBLAS

/// cuBLAS counts columns first: read by columns, our C is its transposed, B^T * A^T.
cudaError_t with_cublas(const GemmArguments& g, cudaStream_t stream) {
    static const std::unique_ptr<cublasContext, cublasStatus_t (*)(cublasHandle_t)> handle = [] {
        cublasHandle_t created = nullptr;
        if (cublasCreate(&created) == CUBLAS_STATUS_SUCCESS) {
            // Float32 with all its bits. TF32 would be asked for with CUBLAS_TF32_TENSOR_OP_MATH.
            (void)cublasSetMathMode(created, CUBLAS_DEFAULT_MATH);
        }
        return std::unique_ptr<cublasContext, cublasStatus_t (*)(cublasHandle_t)>(created,
                                                                                  cublasDestroy);
    }();
    if (handle == nullptr) return cudaErrorInitializationError;
    const auto size = [](std::int64_t value) { return static_cast<int>(value); };
    if (cublasSetStream(handle.get(), stream) != CUBLAS_STATUS_SUCCESS) return cudaErrorUnknown;
    const cublasStatus_t status =
        cublasSgemm(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, size(g.n), size(g.m), size(g.k),
                    &g.alpha, g.b, size(g.ldb), g.a, size(g.lda), &g.beta, g.c, size(g.ldc));
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

#endif

std::vector<bench::BenchCase> all_cases() {
    std::vector<bench::BenchCase> cases;
#ifdef WORKSHOP_HAS_CUBLAS
    cases.push_back(gemm_case("cublas", with_cublas));
    cases.back().is_peer = true;
#endif
    cases.push_back(gemm_case("gemm_naive", gemm_naive));
    cases.push_back(gemm_case("gemm_tiled", gemm_tiled));
    cases.push_back(gemm_case("gemm_register_tiled", gemm_register_tiled));
    return cases;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<bench::Shape> usual{{64, 96}, {33, 65}};
    if (!checks::on_cpu_device()) usual = {{1024, 1024}, {2048, 2048}, {4096, 4096}, {3001, 2049}};
    std::vector<std::string> absent;
#ifndef WORKSHOP_HAS_CUBLAS
    if (!checks::on_cpu_device())
        absent.push_back("cuBLAS was not found when this program was built");
#endif
    return bench::run_benchmarks(count, arguments, all_cases(), usual, absent);
}
