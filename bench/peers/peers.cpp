// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "peers.hpp"

#include "support/device.hpp"
#include "support/oracle.hpp"

#ifdef WORKSHOP_HAS_CUB
#include "cub_row_sum.hpp"
#endif
#ifdef WORKSHOP_HAS_CUDNN
#include "cudnn_softmax.hpp"
#endif

namespace workshop::bench {
namespace {

[[maybe_unused]] BenchCase peer(const char* name) {
    BenchCase one;
    one.function.name = name;
    one.function.has_block_size = false;
    one.is_peer = true;
    return one;
}

[[maybe_unused]] void miss(Peers& peers, const char* name) {
    if (!checks::on_cpu_device())
        peers.absent.push_back(std::string(name) + " was not found when this program was built");
}

}  // namespace

// A library may add in any order: the bounds are those of the longest chain that there can be.

Peers row_sum_peers() {
    Peers peers;
#ifdef WORKSHOP_HAS_CUB
    BenchCase one = peer("cub_row_sum");
    one.function.output_cols = 1;
    one.function.call = [](const checks::Arguments& a) {
        return cub_row_sum(a.rows, a.cols, a.x, a.y, a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int) {
        return checks::row_sum_oracle(x, x.cols);
    };
    peers.cases.push_back(one);
#else
    miss(peers, "CUB");
#endif
    return peers;
}

Peers softmax_peers() {
    Peers peers;
#ifdef WORKSHOP_HAS_CUDNN
    BenchCase one = peer("cudnn_softmax");
    one.function.call = [](const checks::Arguments& a) {
        return cudnn_softmax(a.rows, a.cols, a.x, a.y, a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int) {
        return checks::softmax_oracle(x, {.additions = x.cols, .rescales = x.cols});
    };
    peers.cases.push_back(one);
#else
    miss(peers, "cuDNN");
#endif
    return peers;
}

int run_benchmarks_beside(const std::vector<Peers>& libraries, int count, char** arguments,
                          std::vector<BenchCase> cases) {
    std::vector<std::string> absent;
    for (const Peers& peers : libraries) {
        cases.insert(cases.end(), peers.cases.begin(), peers.cases.end());
        absent.insert(absent.end(), peers.absent.begin(), peers.absent.end());
    }
    return run_benchmarks(count, arguments, cases, {}, absent);
}

}  // namespace workshop::bench
