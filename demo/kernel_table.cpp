// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "kernel_table.hpp"

#include "support/oracle.hpp"
#include "workshop/01_serial_softmax.hpp"
#include "workshop/02_block_reduction.hpp"
#include "workshop/03_online_softmax.hpp"

namespace workshop::demo {
namespace {

using checks::Arguments;
using checks::Expected;
using checks::FunctionUnderTest;
using checks::HostMatrix;
using checks::longest_chain;
using checks::softmax_oracle;

FunctionUnderTest serial() {
    FunctionUnderTest kernel;
    kernel.name = "serial_softmax";
    kernel.has_block_size = false;
    kernel.call = [](const Arguments& a) {
        return serial_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    kernel.oracle = [](const HostMatrix& x, int) {
        return softmax_oracle(x, {.additions = x.cols, .rescales = 0});
    };
    return kernel;
}

FunctionUnderTest block() {
    FunctionUnderTest kernel;
    kernel.name = "block_softmax";
    kernel.call = [](const Arguments& a) {
        return block_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
    };
    kernel.oracle = [](const HostMatrix& x, int threads) {
        return softmax_oracle(x, {.additions = longest_chain(x.cols, threads), .rescales = 0});
    };
    return kernel;
}

FunctionUnderTest online() {
    FunctionUnderTest kernel;
    kernel.name = "online_softmax";
    kernel.call = [](const Arguments& a) {
        return online_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block,
                              a.stream);
    };
    kernel.oracle = [](const HostMatrix& x, int threads) {
        const std::int64_t chain = longest_chain(x.cols, threads);
        return softmax_oracle(x, {.additions = chain, .rescales = chain});
    };
    return kernel;
}

}  // namespace

const std::vector<DemoKernel>& kernel_table() {
    static const std::vector<DemoKernel> table = {{1, serial()}, {2, block()}, {3, online()}};
    return table;
}

}  // namespace workshop::demo
