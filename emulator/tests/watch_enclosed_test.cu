// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Accesses beside a matrix but inside of its allocation, and stores of the value that was there.

#include <emulator/enclosed_matrix.h>

#include "watch_test.hpp"

namespace {

constexpr int kRows = 3;
constexpr int kCols = 5;
constexpr int kLd = 8;
constexpr int kBefore = 4;  // elements of the allocation before the matrix
constexpr int kCount = kBefore + kRows * kLd + 100;

/// A 3 x 5 matrix with rows 8 apart, 4 elements into an allocation of zeros.
class Enclosed : public WatchTest {
  protected:
    Enclosed() : memory(kCount) {
        matrix.name = "x";
        matrix.begin = memory.get();
        matrix.bytes = kCount * sizeof(float);
        matrix.first = memory.get() + kBefore;
        matrix.rows = kRows;
        matrix.cols = kCols;
        matrix.ld = kLd;
        workshop::emulator::enclose_matrix(matrix);
    }
    ~Enclosed() override { workshop::emulator::forget_matrix(memory.get()); }
    float* first() { return memory.get() + kBefore; }

    DeviceArray<float> memory;
    workshop::emulator::EnclosedMatrix matrix;
};

__global__ void read_element(const float* x, int index) {
    volatile float unused = x[index];
    (void)unused;
}
constexpr int line_of_read = __LINE__ - 3;

__global__ void read_all(const float* x, int rows, int cols, int ld) {
    volatile float unused = 0;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < cols; ++column)
            unused = x[row * ld + column];
    }
    (void)unused;
}

__global__ void write_element(float* x, int index) {
    x[index] = 1;
}

__global__ void store_back(float* x, int index) {
    x[index] = x[index] + 0.0F;
}
constexpr int line_of_store = __LINE__ - 2;

TEST_F(Enclosed, ElementsOfTheMatrixAreFree) {
    EXPECT_SILENT(reports_of([&] { read_all<<<1, 1>>>(first(), kRows, kCols, kLd); }));
    EXPECT_SILENT(reports_of([&] { write_element<<<1, 1>>>(first(), 2 * kLd + 4); }));
}

TEST_F(Enclosed, ReadInTheGapOfARow) {
    cudaError_t error = cudaErrorUnknown;
    const auto before = workshop::emulator::outside_finding_count();
    const std::string text =
        reports_of([&] { read_element<<<1, 1>>>(first(), kLd + kCols); }, &error);
    EXPECT_REPORT(text, line_of_read,
                  "memcheck: Invalid __global__ read of size 4 bytes: outside of x");
    EXPECT_CONTAINS(text, "it is x[1][5], one column behind the last one of row 1");
    EXPECT_EQ(workshop::emulator::outside_finding_count(), before + 1);
    // A GPU would not notice it: no error of the launch.
    EXPECT_EQ(error, cudaSuccess);
}

TEST_F(Enclosed, ReadBeforeTheMatrix) {
    EXPECT_CONTAINS(reports_of([&] { read_element<<<1, 1>>>(first(), -2); }),
                    "it is 2 elements before x[0][0]");
}

TEST_F(Enclosed, ReadFarBehindTheMatrix) {
    EXPECT_CONTAINS(
        reports_of([&] { read_element<<<1, 1>>>(first(), 11 * kLd + 2); }),
        "behind the last one of x, where x[11][2] would be, but it has 3 rows of 5 columns");
}

// Without gaps it cannot be told which index is too large.
TEST_F(Enclosed, BehindRowsThatTouch) {
    const std::vector<float> values(kCount, 2.0F);
    cudaMemcpy(memory.get(), values.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
    matrix.ld = kCols;
    workshop::emulator::enclose_matrix(matrix);
    const std::string text = reports_of([&] { read_element<<<1, 1>>>(first(), kRows * kCols); });
    EXPECT_CONTAINS(text,
                    "it is one element behind the last one of x, where x[3][0] would be, but "
                    "it has 3 rows of 5 columns; or x[2][5], one column behind the last one "
                    "of row 2");
}

TEST_F(Enclosed, WriteInTheGapOfTheLastRow) {
    EXPECT_CONTAINS(reports_of([&] { write_element<<<1, 1>>>(first(), 2 * kLd + 6); }),
                    "it is x[2][6], 2 columns behind the last one of row 2");
}

TEST_F(Enclosed, BehindTheAllocationIsAnErrorAsBefore) {
    cudaError_t error = cudaSuccess;
    const std::string text =
        reports_of([&] { read_element<<<1, 1>>>(memory.get(), kCount); }, &error);
    EXPECT_CONTAINS(text, "the address is out of bounds");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
}

TEST_F(Enclosed, ACopyOpensTheAllocation) {
    const std::vector<float> values(kCount, 2.0F);
    cudaMemcpy(memory.get(), values.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
    EXPECT_SILENT(reports_of([&] { read_element<<<1, 1>>>(first(), kLd + kCols); }));
}

TEST_F(Enclosed, StoreOfTheSameValueIsSeen) {
    EXPECT_SILENT(reports_of([&] { store_back<<<1, 1>>>(first(), 3); }));
    const auto moment = workshop::emulator::moment();
    EXPECT_FALSE(workshop::emulator::first_write_since(moment, first(), kCols * sizeof(float)));
    EXPECT_SILENT(reports_of([&] { store_back<<<1, 1>>>(first(), 2); }));
    const auto written =
        workshop::emulator::first_write_since(moment, first(), kCols * sizeof(float));
    ASSERT_TRUE(written);
    EXPECT_EQ(written->address, first() + 2);
    EXPECT_CONTAINS(written->line, "watch_enclosed_test.cu:" + std::to_string(line_of_store));
    EXPECT_FALSE(workshop::emulator::first_write_since(moment, first() + 3, sizeof(float)));
}

TEST_F(Enclosed, ReadsAreNoStores) {
    const auto moment = workshop::emulator::moment();
    EXPECT_SILENT(reports_of([&] { read_all<<<1, 1>>>(first(), kRows, kCols, kLd); }));
    EXPECT_FALSE(workshop::emulator::first_write_since(moment, first(), kCols * sizeof(float)));
}

/// Copies of the host, looked at.
class EnclosedCopies : public Enclosed {
  protected:
    EnclosedCopies() : target(kCount) { workshop::emulator::watch_host_copies(true); }
    ~EnclosedCopies() override { workshop::emulator::watch_host_copies(false); }
    /// What is said of a copy of rows from the matrix.
    std::string copy_rows(std::size_t pitch, std::size_t width, std::size_t rows) {
        return reports_of([&] {
            cudaMemcpy2DAsync(target.get(), pitch, first(), pitch, width, rows,
                              cudaMemcpyDeviceToDevice, nullptr);
        });
    }
    static constexpr std::size_t size = sizeof(float);
    DeviceArray<float> target;
};

TEST_F(EnclosedCopies, ElementsMayBeCopied) {
    EXPECT_SILENT(copy_rows(kLd * size, kCols * size, kRows));
    EXPECT_SILENT(copy_rows(kLd * size, 2 * size, kRows));
    EXPECT_SILENT(reports_of([&] {
        cudaMemcpyAsync(target.get(), first() + kLd, kCols * size, cudaMemcpyDeviceToDevice,
                        nullptr);
        cudaMemset2DAsync(first(), kLd * size, 0, kCols * size, kRows, nullptr);
    }));
}

TEST_F(EnclosedCopies, ACopyOfMoreReadsOutside) {
    const auto before = workshop::emulator::outside_finding_count();
    EXPECT_CONTAINS(copy_rows(kLd * size, (kCols + 1) * size, kRows),
                    "error: memcheck: cudaMemcpy2DAsync() reads outside of the matrix x\n"
                    "  it is x[0][5], one column behind the last one of row 0\n");
    EXPECT_EQ(workshop::emulator::outside_finding_count(), before + 1);
    EXPECT_CONTAINS(copy_rows(kLd * size, kCols * size, kRows + 1),
                    "4 elements behind the last one of x");
    const std::string text = reports_of([&] {
        cudaMemcpyAsync(target.get(), first(), kRows * kLd * size, cudaMemcpyDeviceToDevice,
                        nullptr);
    });
    EXPECT_CONTAINS(text, "cudaMemcpyAsync() reads outside of the matrix x");
}

TEST_F(EnclosedCopies, AFillOfMoreWritesOutside) {
    EXPECT_CONTAINS(reports_of([&] { cudaMemsetAsync(first() - 1, 0, 4 * size, nullptr); }),
                    "error: memcheck: cudaMemsetAsync() writes outside of the matrix x\n"
                    "  it is one element before x[0][0]\n");
    EXPECT_CONTAINS(reports_of([&] { cudaMemset(first() + kCols, 0, size); }),
                    "cudaMemset() writes outside of the matrix x");
}

TEST_F(EnclosedCopies, WhatIsWrittenToElementsIsKnown) {
    const auto moment = workshop::emulator::moment();
    const auto written = [&] {
        return workshop::emulator::first_write_since(moment, first(), kCount * size / 2);
    };
    EXPECT_FALSE(written().has_value());
    cudaMemcpyAsync(first() + kLd + 2, first(), size, cudaMemcpyDeviceToDevice, nullptr);
    ASSERT_TRUE(written().has_value());
    EXPECT_EQ(written()->address, first() + kLd + 2);
    EXPECT_EQ(written()->call, "cudaMemcpyAsync");
    workshop::emulator::watch_host_copies(true);
    EXPECT_FALSE(written().has_value());
}

TEST_F(EnclosedCopies, TheOwnerMayCopyAll) {
    workshop::emulator::watch_host_copies(false);
    EXPECT_SILENT(reports_of(
        [&] { cudaMemcpy(target.get(), memory.get(), kCount * size, cudaMemcpyDeviceToDevice); }));
    EXPECT_FALSE(workshop::emulator::first_write_since(0, target.get(), size).has_value());
}

}  // namespace
