// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "math_kernels.hpp"

#include <cmath>

namespace {

/// A device copy of a vector, for the time of a test.
template <typename T>
class OnDevice {
  public:
    explicit OnDevice(const std::vector<T>& values) : size_(values.size()) {
        cudaMalloc(&data_, size_ * sizeof(T));
        cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    explicit OnDevice(std::size_t size) : OnDevice(std::vector<T>(size)) {}
    ~OnDevice() { cudaFree(data_); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    T* data() { return data_; }
    std::vector<T> fetch() const {
        std::vector<T> values(size_);
        cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
        return values;
    }

  private:
    T* data_ = nullptr;
    std::size_t size_;
};

__device__ float call(Unary function, float a) {
    switch (function) {
        case Unary::abs_:
            return abs(a);
        case Unary::rsqrt_:
            return rsqrtf(a);
        case Unary::exp2_:
            return exp2f(a);
        case Unary::exp10_:
            return exp10f(a);
        case Unary::fast_exp:
            return __expf(a);
        case Unary::fast_log:
            return __logf(a);
        case Unary::saturate:
            return __saturatef(a);
        case Unary::sinpi_:
            return sinpif(a);
        case Unary::cospi_:
            return cospif(a);
        case Unary::reciprocal_rn:
            return __frcp_rn(a);
        case Unary::square_root_rd:
            return __fsqrt_rd(a);
        case Unary::square_root_ru:
            return __fsqrt_ru(a);
        case Unary::normcdf_:
            return normcdff(a);
        case Unary::erfinv_:
            return erfinvf(a);
        case Unary::erfcinv_:
            return erfcinvf(a);
        case Unary::cbrt_:
            return cbrtf(a);
        case Unary::erf_:
            return erff(a);
        case Unary::tanh_:
            return tanhf(a);
    }
    return 0.0F;
}

__device__ float call(Binary function, float a, float b) {
    switch (function) {
        case Binary::minimum:
            return min(a, b);
        case Binary::maximum:
            return max(a, b);
        case Binary::add_rn:
            return __fadd_rn(a, b);
        case Binary::add_rz:
            return __fadd_rz(a, b);
        case Binary::add_ru:
            return __fadd_ru(a, b);
        case Binary::add_rd:
            return __fadd_rd(a, b);
        case Binary::multiply_rz:
            return __fmul_rz(a, b);
        case Binary::multiply_ru:
            return __fmul_ru(a, b);
        case Binary::multiply_rd:
            return __fmul_rd(a, b);
        case Binary::divide_rn:
            return __fdiv_rn(a, b);
        case Binary::divide_ru:
            return __fdiv_ru(a, b);
        case Binary::divide_rd:
            return __fdiv_rd(a, b);
        case Binary::fast_divide:
            return __fdividef(a, b);
        case Binary::power:
            return powf(a, b);
        case Binary::modulo:
            return fmodf(a, b);
    }
    return 0.0F;
}

__device__ int call(ToInteger function, float a) {
    switch (function) {
        case ToInteger::int_rn:
            return __float2int_rn(a);
        case ToInteger::int_rz:
            return __float2int_rz(a);
        case ToInteger::int_ru:
            return __float2int_ru(a);
        case ToInteger::int_rd:
            return __float2int_rd(a);
        case ToInteger::uint_rz:
            return static_cast<int>(__float2uint_rz(a));
        case ToInteger::bits:
            return __float_as_int(a);
    }
    return 0;
}

__global__ void unary_kernel(Unary function, const float* a, float* out) {
    out[threadIdx.x] = call(function, a[threadIdx.x]);
}
__global__ void binary_kernel(Binary function, const float* a, const float* b, float* out) {
    out[threadIdx.x] = call(function, a[threadIdx.x], b[threadIdx.x]);
}
__global__ void integer_kernel(ToInteger function, const float* a, int* out) {
    out[threadIdx.x] = call(function, a[threadIdx.x]);
}
__global__ void fma_kernel(float a, float b, float c, float* out) {
    out[0] = fmaf(a, b, c);
    out[1] = __fmaf_rz(a, b, c);
    out[2] = __fmaf_ru(a, b, c);
    out[3] = __fmaf_rd(a, b, c);
}

__global__ void integer_min_max_kernel(long long* out) {
    out[0] = min(-3, 5);
    out[1] = max(-3, 5);
    out[2] = min(threadIdx.x + 7U, 4U);
    out[3] = min(-1, 5U);  // -1 is the largest unsigned number
    out[4] = max(5U, -1);
    out[5] = max(-3LL, 5LL);
    out[6] = min(-3L, 5L);
    out[7] = static_cast<long long>(min(2.5, 1.5F) * 2.0);
}

__global__ void wide_conversions_kernel(const float* a, long long* out) {
    const float value = a[0];
    const float nan = a[1];
    out[0] = __float2ll_rn(value);
    out[1] = __float2ll_rz(-value);
    out[2] = static_cast<long long>(__float2ull_ru(value));
    out[3] = __float2ll_rz(nan);
    out[4] = __float2ll_rz(value * 1e30F);
    out[5] = __double_as_longlong(1.0);
    out[6] = __double2hiint(1.0);
    out[7] = __double2ll_rd(-2.5);
    out[8] = static_cast<long long>(__float2ull_rz(-value));
}

__global__ void to_float_kernel(const int* zero, float* out) {
    const int number = 16777217 + zero[0];  // 2^24 + 1: half way between two floats
    out[0] = __int2float_rn(number);
    out[1] = __int2float_ru(number);
    out[2] = __uint2float_rz(static_cast<unsigned int>(number));
    out[3] = __ull2float_rn(18446744073709551615ULL - static_cast<unsigned long long>(zero[0]));
    out[4] = __double2float_rd(0.1 + zero[0]);
    out[5] = __double2float_ru(0.1 + zero[0]);
    out[6] = __int_as_float(0x7F800000 + zero[0]);
    out[7] = __uint_as_float(0x40490FDBU);
}

}  // namespace

std::vector<float> evaluate(Unary function, const std::vector<float>& a) {
    OnDevice<float> input(a);
    OnDevice<float> output(a.size());
    unary_kernel<<<1, static_cast<unsigned>(a.size())>>>(function, input.data(), output.data());
    return output.fetch();
}

std::vector<float> evaluate(Binary function, const std::vector<float>& a,
                            const std::vector<float>& b) {
    OnDevice<float> left(a);
    OnDevice<float> right(b);
    OnDevice<float> output(a.size());
    binary_kernel<<<1, static_cast<unsigned>(a.size())>>>(function, left.data(), right.data(),
                                                          output.data());
    return output.fetch();
}

std::vector<int> evaluate(ToInteger function, const std::vector<float>& a) {
    OnDevice<float> input(a);
    OnDevice<int> output(a.size());
    integer_kernel<<<1, static_cast<unsigned>(a.size())>>>(function, input.data(), output.data());
    return output.fetch();
}

std::vector<float> evaluate_fma(float a, float b, float c) {
    OnDevice<float> output(4);
    fma_kernel<<<1, 1>>>(a, b, c, output.data());
    return output.fetch();
}

std::vector<long long> evaluate_integer_min_max() {
    OnDevice<long long> output(8);
    integer_min_max_kernel<<<1, 1>>>(output.data());
    return output.fetch();
}

std::vector<long long> evaluate_wide_conversions() {
    OnDevice<float> input({2.5F, std::nanf("")});
    OnDevice<long long> output(9);
    wide_conversions_kernel<<<1, 1>>>(input.data(), output.data());
    return output.fetch();
}

std::vector<float> evaluate_to_float() {
    OnDevice<int> zero(1);
    OnDevice<float> output(8);
    to_float_kernel<<<1, 1>>>(zero.data(), output.data());
    return output.fetch();
}
