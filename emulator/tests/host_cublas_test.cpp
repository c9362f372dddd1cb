// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The part of cuBLAS that is there, against sums worked out one by one.

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <emulator/call_record.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace {

template <class T>
class OnDevice {
  public:
    explicit OnDevice(const std::vector<T>& values) : count_(values.size()) {
        cudaMalloc(&data_, count_ * sizeof(T));
        cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~OnDevice() { cudaFree(data_); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    T* get() const { return data_; }
    std::vector<T> values() const {
        std::vector<T> result(count_);
        cudaMemcpy(result.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
        return result;
    }

  private:
    T* data_ = nullptr;
    std::size_t count_;
};

class Cublas : public testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasCreate(&handle)); }
    void TearDown() override { EXPECT_EQ(CUBLAS_STATUS_SUCCESS, cublasDestroy(handle)); }
    cublasHandle_t handle = nullptr;
};

/// Small whole numbers, so that every sum is exact.
template <class T>
std::vector<T> numbers(std::size_t count, int factor) {
    std::vector<T> result;
    for (std::size_t i = 0; i < count; ++i)
        result.push_back(static_cast<T>(static_cast<float>(static_cast<int>(i) * factor % 7 - 3)));
    return result;
}

constexpr int m = 5, n = 4, k = 3, leading = 6;

/// op(A) of m x k, op(B) of k x n, with a leading dimension larger than any column.
double expected(const std::vector<float>& a, const std::vector<float>& b, bool a_transposed,
                bool b_transposed, int i, int j) {
    double sum = 0;
    for (int l = 0; l < k; ++l) {
        const int at_a = a_transposed ? i * leading + l : l * leading + i;
        const int at_b = b_transposed ? l * leading + j : j * leading + l;
        sum += static_cast<double>(a[static_cast<std::size_t>(at_a)]) *
               static_cast<double>(b[static_cast<std::size_t>(at_b)]);
    }
    return sum;
}

TEST_F(Cublas, EveryOrientationOfAProduct) {
    const std::vector<float> a = numbers<float>(leading * 6, 5);
    const std::vector<float> b = numbers<float>(leading * 6, 3);
    const std::vector<float> c = numbers<float>(leading * n, 2);
    const OnDevice<float> device_a(a);
    const OnDevice<float> device_b(b);
    const float alpha = 2;
    const float beta = -1;
    for (const cublasOperation_t a_op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        for (const cublasOperation_t b_op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
            const OnDevice<float> device_c(c);
            ASSERT_EQ(CUBLAS_STATUS_SUCCESS,
                      cublasSgemm(handle, a_op, b_op, m, n, k, &alpha, device_a.get(), leading,
                                  device_b.get(), leading, &beta, device_c.get(), leading));
            const std::vector<float> result = device_c.values();
            for (int j = 0; j < n; ++j) {
                for (int i = 0; i < leading; ++i) {
                    const auto at = static_cast<std::size_t>(j * leading + i);
                    const double product =
                        expected(a, b, a_op == CUBLAS_OP_T, b_op == CUBLAS_OP_T, i, i < m ? j : 0);
                    const double wanted = 2 * product - static_cast<double>(c[at]);
                    // Below the last row of C nothing is written.
                    EXPECT_EQ(result[at], i < m ? static_cast<float>(wanted) : c[at])
                        << i << " " << j << " " << a_op << b_op;
                }
            }
        }
    }
}

TEST_F(Cublas, BetaOfZeroDoesNotReadTheOldValues) {
    const OnDevice<double> one({1.0});
    const OnDevice<double> c({std::nan("")});
    const double alpha = 3;
    const double beta = 0;
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha,
                                                 one.get(), 1, one.get(), 1, &beta, c.get(), 1));
    EXPECT_EQ(3.0, c.values()[0]);
}

TEST_F(Cublas, BatchesAndHalves) {
    // Two products of 1 x 2 and 2 x 1, four elements apart.
    const OnDevice<float> a({1, 2, 0, 0, 3, 4, 0, 0});
    const OnDevice<float> b({5, 6, 0, 0, 7, 8, 0, 0});
    const OnDevice<float> c({0, 0});
    const float alpha = 1;
    const float beta = 0;
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS,
              cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &alpha, a.get(),
                                        1, 4, b.get(), 2, 4, &beta, c.get(), 1, 1, 2));
    EXPECT_EQ((std::vector<float>{17, 53}), c.values());

    const std::vector<__half> halves = {__float2half(1.5F), __float2half(2.0F)};
    const OnDevice<__half> x(halves);
    const OnDevice<float> y({9});
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS,
              cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, x.get(), CUDA_R_16F,
                           2, x.get(), CUDA_R_16F, 2, &beta, y.get(), CUDA_R_32F, 1,
                           CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    EXPECT_EQ(6.25F, y.values()[0]);
}

TEST_F(Cublas, VectorsAndMatrices) {
    const OnDevice<float> a({1, 2, 3, 4, 5, 6});  // columns (1,2) (3,4) (5,6)
    const OnDevice<float> x({1, 10, 100});
    const OnDevice<float> y({1, 1});
    const float alpha = 1;
    const float beta = 2;
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasSgemv(handle, CUBLAS_OP_N, 2, 3, &alpha, a.get(), 2,
                                                 x.get(), 1, &beta, y.get(), 1));
    EXPECT_EQ((std::vector<float>{533, 644}), y.values());
    const OnDevice<float> z({0, 0, 0});
    const float zero = 0;
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasSgemv(handle, CUBLAS_OP_T, 2, 3, &alpha, a.get(), 2,
                                                 x.get(), 1, &zero, z.get(), 1));
    EXPECT_EQ((std::vector<float>{21, 43, 65}), z.values());
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasSaxpy(handle, 2, &beta, x.get(), 2, z.get(), 1));
    EXPECT_EQ((std::vector<float>{23, 243, 65}), z.values());
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasSscal(handle, 3, &beta, z.get(), 1));
    EXPECT_EQ((std::vector<float>{46, 486, 130}), z.values());
    float result = 0;
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasSdot(handle, 3, x.get(), 1, x.get(), -1, &result));
    EXPECT_EQ(300, result);
    const OnDevice<double> sides({3, 4});
    double length = 0;
    ASSERT_EQ(CUBLAS_STATUS_SUCCESS, cublasDnrm2(handle, 2, sides.get(), 1, &length));
    EXPECT_EQ(5, length);
}

/// The message of a call that fails with a status.
template <class Call>
std::string refused(cublasStatus_t status, const Call& call) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(status, call());
    return testing::internal::GetCapturedStderr();
}

TEST_F(Cublas, ProductsAreWorkOfTheHandlesStream) {
    using namespace workshop::emulator;
    const float one = 1;
    OnDevice<float> a({2});
    OnDevice<float> c({3});
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    const auto record_of_product = [&] {
        start_call_record();
        EXPECT_EQ(CUBLAS_STATUS_SUCCESS,
                  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a.get(), 1, a.get(),
                              1, &one, c.get(), 1));
        return stop_call_record();
    };
    EXPECT_FALSE(record_of_product().belongs_to(stream));
    cublasSetStream(handle, stream);
    EXPECT_TRUE(record_of_product().belongs_to(stream));
    EXPECT_TRUE(record_of_product().waits.empty());
    float sum = 0;
    start_call_record();
    cublasSdot(handle, 1, a.get(), 1, a.get(), 1, &sum);  // the host gets the number
    EXPECT_EQ(stop_call_record().waits, std::vector<std::string>{"cublasSdot"});
    cublasSetStream(handle, nullptr);
    cudaStreamDestroy(stream);
}

TEST_F(Cublas, WrongCallsAreExplained) {
    const OnDevice<float> a({1, 2, 3, 4});
    const float one = 1;
    const auto product = [&](cublasHandle_t with, int size, int a_leading) {
        return cublasSgemm(with, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one, a.get(),
                           a_leading, a.get(), size, &one, a.get(), size);
    };
    EXPECT_NE(refused(CUBLAS_STATUS_NOT_INITIALIZED, [&] { return product(nullptr, 2, 2); })
                  .find("cublasSgemm: the handle is null"),
              std::string::npos);
    EXPECT_NE(refused(CUBLAS_STATUS_INVALID_VALUE, [&] { return product(handle, 2, 1); })
                  .find("the leading dimension of A is 1"),
              std::string::npos);
    EXPECT_NE(refused(CUBLAS_STATUS_INVALID_VALUE, [&] { return product(handle, 3, 3); })
                  .find("cublasSgemm: "),
              std::string::npos);
    cudaGetLastError();
    EXPECT_STREQ("CUBLAS_STATUS_INVALID_VALUE", cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE));
}

TEST_F(Cublas, TheLtInterfaceIsNamedWhenItIsUsed) {
    cublasLtHandle_t lt = nullptr;
    EXPECT_EQ(CUBLAS_STATUS_SUCCESS, cublasLtCreate(&lt));
    cublasLtMatmulDesc_t description = nullptr;
    const std::string text = refused(CUBLAS_STATUS_NOT_SUPPORTED, [&] {
        return cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    });
    EXPECT_NE(text.find("cublasLtMatmulDescCreate: cuBLASLt: not supported"), std::string::npos)
        << text;
    EXPECT_EQ(CUBLAS_STATUS_SUCCESS, cublasLtDestroy(lt));
    cudaGetLastError();
}

}  // namespace
