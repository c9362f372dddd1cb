// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "half_kernels.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

constexpr unsigned threads = 256;

// The functions whose names differ between the two types.
__device__ __half of_bits(Bits bits, __half) {
    return __ushort_as_half(bits);
}
__device__ __nv_bfloat16 of_bits(Bits bits, __nv_bfloat16) {
    return __ushort_as_bfloat16(bits);
}
__device__ Bits bits_of(__half value) {
    return __half_as_ushort(value);
}
__device__ Bits bits_of(__nv_bfloat16 value) {
    return __bfloat16_as_ushort(value);
}
__device__ __half2 pair_of(__half a, __half b) {
    return __halves2half2(a, b);
}
__device__ __nv_bfloat162 pair_of(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __halves2bfloat162(a, b);
}
__device__ __half narrow(float value, Direction direction, __half) {
    switch (direction) {
        case Direction::zero:
            return __float2half_rz(value);
        case Direction::up:
            return __float2half_ru(value);
        case Direction::down:
            return __float2half_rd(value);
        default:
            return __float2half(value);
    }
}
__device__ __nv_bfloat16 narrow(float value, Direction direction, __nv_bfloat16) {
    switch (direction) {
        case Direction::zero:
            return __float2bfloat16_rz(value);
        case Direction::up:
            return __float2bfloat16_ru(value);
        case Direction::down:
            return __float2bfloat16_rd(value);
        default:
            return __float2bfloat16(value);
    }
}
__device__ __half narrow(double value, __half) {
    return __double2half(value);
}
__device__ __nv_bfloat16 narrow(double value, __nv_bfloat16) {
    return __double2bfloat16(value);
}
__device__ float widen(__half value) {
    return __half2float(value);
}
__device__ float widen(__nv_bfloat16 value) {
    return __bfloat162float(value);
}

__device__ unsigned index() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <typename H>
__global__ void widen_kernel(const Bits* bits, float* out, unsigned count) {
    if (index() < count) out[index()] = widen(of_bits(bits[index()], H()));
}

template <typename H>
__global__ void narrow_kernel(const float* values, Direction direction, Bits* out, unsigned count) {
    if (index() < count) out[index()] = bits_of(narrow(values[index()], direction, H()));
}

template <typename H>
__global__ void narrow_double_kernel(const double* values, Bits* out, unsigned count) {
    if (index() < count) out[index()] = bits_of(narrow(values[index()], H()));
}

template <typename H>
__device__ H by_operators(H a, H b, H c) {
    H result = a * b + c;
    result -= b;
    result /= H(2.0F);
    ++result;
    return -result;
}

template <typename H>
__device__ Bits comparisons(H a, H b) {
    return static_cast<Bits>((a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 |
                             (a > b) << 4 | (a >= b) << 5 | __hneu(a, b) << 6 | __hequ(a, b) << 7);
}

template <typename H>
__device__ Bits call(HalfOperation operation, H a, H b, H c) {
    switch (operation) {
        case HalfOperation::add:
            return bits_of(__hadd(a, b));
        case HalfOperation::subtract:
            return bits_of(__hsub(a, b));
        case HalfOperation::multiply:
            return bits_of(__hmul(a, b));
        case HalfOperation::divide:
            return bits_of(__hdiv(a, b));
        case HalfOperation::fma:
            return bits_of(__hfma(a, b, c));
        case HalfOperation::fma_relu:
            return bits_of(__hfma_relu(a, b, c));
        case HalfOperation::maximum:
            return bits_of(__hmax(a, b));
        case HalfOperation::minimum:
            return bits_of(__hmin(a, b));
        case HalfOperation::maximum_nan:
            return bits_of(__hmax_nan(a, b));
        case HalfOperation::negate:
            return bits_of(__hneg(a));
        case HalfOperation::absolute:
            return bits_of(__habs(a));
        case HalfOperation::add_saturated:
            return bits_of(__hadd_sat(a, b));
        case HalfOperation::exponential:
            return bits_of(hexp(a));
        case HalfOperation::square_root:
            return bits_of(hsqrt(a));
        case HalfOperation::operators:
            return bits_of(by_operators(a, b, c));
        case HalfOperation::pair_fma: {
            const auto pair = __hfma2(pair_of(c, a), pair_of(c, b), pair_of(a, c));
            return bits_of(pair.y);
        }
        case HalfOperation::compare:
            return comparisons(a, b);
    }
    return 0;
}

template <typename H>
__global__ void operation_kernel(HalfOperation operation, const Bits* a, const Bits* b,
                                 const Bits* c, Bits* out, unsigned count) {
    const unsigned i = index();
    if (i >= count) return;
    out[i] = call(operation, of_bits(a[i], H()), of_bits(b[i], H()), of_bits(c[i], H()));
}

template <typename H, typename Pair>
__global__ void atomic_kernel(H* sums) {
    atomicAdd(&sums[0], H(1.0F));
    atomicAdd(reinterpret_cast<Pair*>(sums + 2), pair_of(H(1.0F), H(2.0F)));
}

template <typename H>
__global__ void shuffle_kernel(Bits* out) {
    const H lane = H(static_cast<float>(threadIdx.x));
    const unsigned all = 0xFFFFFFFFU;
    out[threadIdx.x] = bits_of(__shfl_xor_sync(all, lane, 5));
    const auto pair = __shfl_xor_sync(all, pair_of(H(0.0F), lane), 5);
    out[32 + threadIdx.x] = bits_of(pair.y);
}

template <typename T>
T* upload(const std::vector<T>& values) {
    T* device = nullptr;
    cudaMalloc(&device, values.size() * sizeof(T));
    cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

template <typename T>
std::vector<T> download(T* device, std::size_t count) {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return values;
}

unsigned blocks_for(std::size_t count) {
    return static_cast<unsigned>((count + threads - 1) / threads);
}

}  // namespace

std::vector<float> widen_all(Format format, const std::vector<Bits>& bits) {
    const auto count = static_cast<unsigned>(bits.size());
    Bits* input = upload(bits);
    float* output = upload(std::vector<float>(bits.size()));
    auto* kernel = format == Format::half ? widen_kernel<__half> : widen_kernel<__nv_bfloat16>;
    kernel<<<blocks_for(count), threads>>>(input, output, count);
    cudaFree(input);
    return download(output, count);
}

std::vector<Bits> narrow_all(Format format, const std::vector<float>& values, Direction direction) {
    const auto count = static_cast<unsigned>(values.size());
    float* input = upload(values);
    Bits* output = upload(std::vector<Bits>(values.size()));
    auto* kernel = format == Format::half ? narrow_kernel<__half> : narrow_kernel<__nv_bfloat16>;
    kernel<<<blocks_for(count), threads>>>(input, direction, output, count);
    cudaFree(input);
    return download(output, count);
}

std::vector<Bits> narrow_doubles(Format format, const std::vector<double>& values) {
    const auto count = static_cast<unsigned>(values.size());
    double* input = upload(values);
    Bits* output = upload(std::vector<Bits>(values.size()));
    auto* kernel =
        format == Format::half ? narrow_double_kernel<__half> : narrow_double_kernel<__nv_bfloat16>;
    kernel<<<blocks_for(count), threads>>>(input, output, count);
    cudaFree(input);
    return download(output, count);
}

std::vector<Bits> apply(Format format, HalfOperation operation, const std::vector<Bits>& a,
                        const std::vector<Bits>& b, const std::vector<Bits>& c) {
    const auto count = static_cast<unsigned>(a.size());
    Bits* inputs[3] = {upload(a), upload(b), upload(c)};
    Bits* output = upload(std::vector<Bits>(a.size()));
    auto* kernel =
        format == Format::half ? operation_kernel<__half> : operation_kernel<__nv_bfloat16>;
    kernel<<<blocks_for(count), threads>>>(operation, inputs[0], inputs[1], inputs[2], output,
                                           count);
    for (Bits* input : inputs)
        cudaFree(input);
    return download(output, count);
}

std::vector<Bits> add_atomically(Format format) {
    Bits* sums = upload(std::vector<Bits>(4));
    if (format == Format::half) {
        atomic_kernel<__half, __half2><<<2, 32>>>(reinterpret_cast<__half*>(sums));
    } else {
        atomic_kernel<__nv_bfloat16, __nv_bfloat162>
            <<<2, 32>>>(reinterpret_cast<__nv_bfloat16*>(sums));
    }
    return download(sums, 4);
}

std::vector<Bits> shuffle_lanes(Format format) {
    Bits* out = upload(std::vector<Bits>(64));
    auto* kernel = format == Format::half ? shuffle_kernel<__half> : shuffle_kernel<__nv_bfloat16>;
    kernel<<<1, 32>>>(out);
    return download(out, 64);
}
