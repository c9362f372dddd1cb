// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "bench.hpp"
#include "rows.hpp"

namespace workshop::bench {

BenchCase copy_case() {
    BenchCase one;
    one.function.name = kCopyName;
    one.function.has_block_size = false;
    one.graph_may_be_slower = true;  // a yardstick must not be short
    one.function.call = [](const checks::Arguments& a) {
        return cudaMemcpyAsync(a.y, a.x, static_cast<std::size_t>(a.rows * a.cols) * sizeof(float),
                               cudaMemcpyDeviceToDevice, a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int) {
        checks::Expected expected(x.rows, x.cols);
        std::copy(x.values.begin(), x.values.end(), expected.values.begin());
        return expected;  // with bounds of 0
    };
    return one;
}

}  // namespace workshop::bench
