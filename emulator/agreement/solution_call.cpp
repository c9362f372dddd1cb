// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// solution_call FUNCTION ROWS COLS THREADS [NAME=NUMBER ...]
// solution_call FUNCTION M N K [NAME=NUMBER ...]
// Calls one function of the lessons' solutions once, so that a tool sees one launch of one kernel.
// THREADS is the block size; functions that choose it themselves do not look at it. The second line
// is for products of matrices. Names are ldx, ldy (leading dimensions), offset_x, offset_y
// (elements between a multiple of 256 bytes and the matrix); of a product lda, ldb, ldc, offset_a,
// offset_b, offset_c, alpha and beta. Without arguments it names the functions.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "solution_calls.hpp"

namespace {

using namespace workshop::agreement;

constexpr std::int64_t kMostElements = 1 << 24;

[[noreturn]] void refuse(const std::string& reason) {
    std::fprintf(stderr, "solution_call: %s\n", reason.c_str());
    std::exit(2);
}

double number_from(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(number)) refuse(text + " is no number");
    return number;
}

std::int64_t size_from(const std::string& text) {
    const double number = number_from(text);
    if (!(number >= 0 && number <= kMostElements) || number != std::floor(number))
        refuse(text + " is no size from 0 to 2^24");
    return static_cast<std::int64_t>(number);
}

/// The arguments NAME=NUMBER. Each has to be asked for before all_used().
class Options {
  public:
    Options(char** first, char** last) {
        for (; first != last; ++first) {
            const std::string text = *first;
            const std::size_t equals = text.find('=');
            if (equals == std::string::npos) refuse(text + " is not of the form NAME=NUMBER");
            values_[text.substr(0, equals)] = text.substr(equals + 1);
        }
    }
    /// Takes an option, or gives the default as text.
    std::string take(const std::string& name, const std::string& otherwise) {
        const auto found = values_.find(name);
        if (found == values_.end()) return otherwise;
        const std::string value = found->second;
        values_.erase(found);
        return value;
    }
    void all_used() const {
        if (!values_.empty()) refuse("there is no option " + values_.begin()->first + " here");
    }

  private:
    std::map<std::string, std::string> values_;
};

Matrix matrix(const char* name, std::int64_t rows, std::int64_t cols, Options& options) {
    Matrix m{name, rows, cols};
    m.ld = size_from(options.take(std::string("ld") + name, std::to_string(cols)));
    m.offset = size_from(options.take(std::string("offset_") + name, "0"));
    if (rows > 0 && m.ld > (kMostElements - m.offset) / rows)
        refuse(std::string(name) + " has more than 2^24 elements");
    return m;
}

// Device memory with values in it, zeros for a matrix that is written.
void allocate(Matrix& m, bool zeros) {
    std::vector<float> host(static_cast<std::size_t>(m.elements()), 0.0F);
    for (std::size_t i = 0; !zeros && i < host.size(); ++i)
        host[i] = static_cast<float>(i * 37 % 101) / 16.0F;
    const std::size_t bytes = host.size() * sizeof(float);
    cudaMalloc(&m.memory, bytes);
    cudaMemcpy(m.memory, host.data(), bytes, cudaMemcpyHostToDevice);
}

const Function& find_function(const std::string& name) {
    for (const Function& function : kFunctions)
        if (name == function.name) return function;
    refuse("there is no function " + name);
}

Call read_call(const Function& function, char** sizes, Options options) {
    Call call;
    call.rows = size_from(sizes[0]);
    call.cols = size_from(sizes[1]);
    call.third = size_from(sizes[2]);
    if (function.is_product) {
        call.in[0] = matrix("a", call.rows, call.third, options);
        call.in[1] = matrix("b", call.third, call.cols, options);
        call.out = matrix("c", call.rows, call.cols, options);
        call.alpha = static_cast<float>(number_from(options.take("alpha", "1")));
        call.beta = static_cast<float>(number_from(options.take("beta", "0")));
    } else {
        // Some functions write a pair of floats a row.
        if (call.rows < 1 || call.cols < 2) refuse("ROWS has to be 1 or more, COLS 2 or more");
        call.in[0] = matrix("x", call.rows, call.cols, options);
        call.out = matrix("y", call.rows, call.cols, options);
    }
    options.all_used();
    return call;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 1) {
        for (const Function& function : kFunctions)
            std::printf("%s\n", function.name);
        return 0;
    }
    if (argc < 5) refuse("usage: solution_call FUNCTION SIZE SIZE SIZE [NAME=NUMBER ...]");
    const Function function = find_function(argv[1]);
    Call call = read_call(function, argv + 2, Options(argv + 5, argv + argc));
    allocate(call.in[0], false);
    if (function.is_product) allocate(call.in[1], false);
    allocate(call.out, true);
    const cudaError_t launched = function.run(call);
    const cudaError_t finished = cudaDeviceSynchronize();
    std::printf("launch: %s\nkernel: %s\n", cudaGetErrorName(launched), cudaGetErrorName(finished));
    float first = 0.0F;
    cudaMemcpy(&first, call.out.data(), sizeof(first), cudaMemcpyDeviceToHost);
    std::printf("first element: %g\n", first);
    cudaFree(call.in[0].memory);
    cudaFree(call.in[1].memory);
    cudaFree(call.out.memory);
    return launched == cudaSuccess && finished == cudaSuccess ? 0 : 1;
}
