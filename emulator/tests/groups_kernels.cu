// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "groups_kernels.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

namespace {

__global__ void block_kernel(unsigned* out) {
    const cg::thread_block block = cg::this_thread_block();
    const cg::grid_group grid = cg::this_grid();
    if (blockIdx.x != 1 || blockIdx.y != 2) return;
    unsigned* mine = out + 8 * block.thread_rank();
    mine[0] = block.thread_rank();
    mine[1] = block.size();
    mine[2] = block.group_index().x;
    mine[3] = block.group_index().y;
    mine[4] = block.thread_index().z;
    mine[5] = static_cast<unsigned>(grid.thread_rank());
    mine[6] = static_cast<unsigned>(grid.size());
    mine[7] = static_cast<unsigned>(grid.num_blocks());
}

__global__ void tile_kernel(unsigned* out) {
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    // The type as programs write it, without what it is a part of.
    const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
    const unsigned number = block.thread_rank();
    unsigned* mine = out + 8 * number;
    mine[0] = tile.thread_rank();
    mine[1] = tile.meta_group_rank();
    mine[2] = tile.meta_group_size();
    mine[3] = tile.ballot(tile.thread_rank() % 2 == 1);
    mine[4] = tile.shfl(number, 3);
    mine[5] = tile.shfl_down(number, 2);
    mine[6] = tile.shfl_up(number, 1);
    mine[7] = tile.shfl_xor(number, 6);
}

__global__ void reduction_kernel(int* out) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int value = static_cast<int>(threadIdx.x) + 1;
    int* mine = out + 6 * threadIdx.x;
    mine[0] = cg::reduce(tile, value, cg::plus<int>());
    mine[1] = cg::reduce(tile, value, cg::less<int>());
    mine[2] = cg::reduce(tile, value, cg::greater<int>());
    mine[3] = cg::reduce(tile, value, cg::bit_and<int>());
    mine[4] = cg::reduce(tile, value, cg::bit_or<int>());
    mine[5] = cg::reduce(tile, value, cg::bit_xor<int>());
}

__global__ void coalesced_kernel(int* out) {
    const int lane = static_cast<int>(threadIdx.x);
    int* mine = out + 6 * lane;
    mine[0] = mine[1] = mine[2] = 0;
    if (lane % 3 == 0) {
        const cg::coalesced_group group = cg::coalesced_threads();
        mine[0] = cg::reduce(group, lane, cg::plus<int>());
        mine[1] = static_cast<int>(group.size());
        mine[2] = static_cast<int>(group.thread_rank());
    }
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    warp.sync();
    const auto labeled = cg::labeled_partition(warp, lane % 5);
    mine[3] = static_cast<int>(labeled.size());
    mine[4] = cg::reduce(labeled, lane, cg::plus<int>());
    const auto whole = cg::coalesced_threads();
    mine[5] = static_cast<int>(cg::binary_partition(whole, lane < 20).size());
}

__global__ void scan_kernel(int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int value = static_cast<int>(threadIdx.x) + 1;
    out[threadIdx.x] = cg::inclusive_scan(warp, value);
    out[32 + threadIdx.x] = cg::exclusive_scan(warp, value);
}

__global__ void wide_kernel(float* out) {
    const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    const float number = static_cast<float>(threadIdx.x);
    const float4 got = tile.shfl(make_float4(number, 0, 0, -number), 1);
    out[2 * threadIdx.x] = got.x;
    out[2 * threadIdx.x + 1] = got.w;
}

__global__ void dynamic_kernel(unsigned size, unsigned* out) {
    const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), size);
    tile.sync();
    out[2 * threadIdx.x] = static_cast<unsigned>(tile.size());
    out[2 * threadIdx.x + 1] = static_cast<unsigned>(tile.thread_rank());
}

__global__ void grid_kernel(int* total, int* out) {
    const cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) atomicAdd(total, static_cast<int>(blockIdx.x));
    grid.sync();
    if (threadIdx.x == 0) out[blockIdx.x] = *total;
}

__global__ void copy_kernel(const int* in, int* out) {
    __shared__ int staged[100];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, staged, in, sizeof staged);
    cg::wait(block);
    for (unsigned i = threadIdx.x; i < 100; i += 32)
        out[i] = staged[99 - i];
}

template <typename T>
T* device_array(std::size_t count) {
    T* device = nullptr;
    cudaMalloc(&device, count * sizeof(T));
    cudaMemset(device, 0, count * sizeof(T));
    return device;
}

template <typename T>
std::vector<T> take(T* device, std::size_t count) {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return values;
}

}  // namespace

std::vector<unsigned> block_facts() {
    auto* out = device_array<unsigned>(8 * 64);
    block_kernel<<<dim3(2, 3), dim3(8, 4, 2)>>>(out);
    return take(out, 8 * 64);
}

std::vector<unsigned> tile_facts() {
    auto* out = device_array<unsigned>(8 * 64);
    tile_kernel<<<1, 64>>>(out);
    return take(out, 8 * 64);
}

std::vector<int> tile_reductions() {
    auto* out = device_array<int>(6 * 40);
    reduction_kernel<<<1, 40>>>(out);
    return take(out, 6 * 40);
}

std::vector<int> coalesced_facts() {
    auto* out = device_array<int>(6 * 32);
    coalesced_kernel<<<1, 32>>>(out);
    return take(out, 6 * 32);
}

std::vector<int> scans() {
    auto* out = device_array<int>(64);
    scan_kernel<<<1, 32>>>(out);
    return take(out, 64);
}

std::vector<float> wide_shuffles() {
    auto* out = device_array<float>(16);
    wide_kernel<<<1, 8>>>(out);
    return take(out, 16);
}

std::vector<unsigned> dynamic_tiles(unsigned size) {
    auto* out = device_array<unsigned>(128);
    dynamic_kernel<<<1, 64>>>(size, out);
    return take(out, 128);
}

std::vector<int> grid_totals(unsigned blocks, cudaError_t* error) {
    int* total = device_array<int>(1);
    int* out = device_array<int>(blocks);
    void* arguments[] = {&total, &out};
    *error =
        cudaLaunchCooperativeKernel(grid_kernel, dim3(blocks), dim3(64), arguments, 0, nullptr);
    cudaGetLastError();
    cudaFree(total);
    return take(out, blocks);
}

std::vector<int> copied_by_group() {
    std::vector<int> numbers(100);
    for (int i = 0; i < 100; ++i)
        numbers[static_cast<std::size_t>(i)] = i;
    int* in = device_array<int>(100);
    int* out = device_array<int>(100);
    cudaMemcpy(in, numbers.data(), 400, cudaMemcpyHostToDevice);
    copy_kernel<<<1, 32>>>(in, out);
    cudaFree(in);
    return take(out, 100);
}
