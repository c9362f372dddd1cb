// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 7, tiled GEMM: a matrix product in three steps, each of which reads less.
//
// Computes C = alpha * A * B + beta * C, three times: gemm_naive, gemm_tiled, gemm_register_tiled
// Shapes   A [m][k] with leading dimension lda, B [k][n] with ldb, C [m][n] with ldc
// Text     lessons/07-tiled-gemm/README.md
// Contract include/workshop/07_tiled_gemm.hpp
// Run      make check-lesson7
// Notice   - All three do the same multiply-adds in the same order. Only the reads differ.
//          - What is brought near the arithmetic is used as often as the tile is wide.
//          - Edges are filled with zeros when a tile is brought, so that the loops need no tests.

#include "workshop/07_tiled_gemm.hpp"

namespace workshop::lesson7 {

using std::int64_t;
constexpr int kWarpSize = 32;

// ---- Step 1: one thread, one element ----

constexpr int kNaiveRows = 8;  // a block computes 8 x 32 elements, a warp 32 neighbours of a row
constexpr int kNaiveCols = 32;

// C[row][column] = alpha * sum + beta * C[row][column]
__device__ inline void store(const GemmArguments& g, int64_t row, int64_t column, float sum) {
    float* c = g.c + row * g.ldc + column;
    // TODO 1: store one element, without reading C where beta is 0
    (void)*c;
    (void)sum;
}

__global__ void naive_kernel(GemmArguments g, int64_t tiles_across) {
    const int64_t row = blockIdx.x / tiles_across * kNaiveRows + threadIdx.y;
    const int64_t column = blockIdx.x % tiles_across * kNaiveCols + threadIdx.x;
    if (row >= g.m || column >= g.n) return;
    float sum = 0.0F;
    // TODO 2: multiply the row of A by the column of B
    store(g, row, column, sum);
}

// ---- Launches of all three steps ----

// How many tiles cover so many elements.
inline int64_t tiles_for(int64_t elements, int64_t tile) {
    return (elements - 1) / tile + 1;
}

// Launches a kernel with one block for each tile of C, by the rules that all three share.
template <class Launch>
cudaError_t launch_tiles(GemmArguments g, int64_t tile_m, int64_t tile_n, const Launch& launch) {
    const cudaError_t error = check_gemm_arguments(g);
    if (error != cudaSuccess) return error;
    if (g.m == 0 || g.n == 0) return cudaSuccess;
    // TODO 3: without a product (alpha is 0, or k is 0) leave A and B alone
    const int64_t tiles_across = tiles_for(g.n, tile_n);
    const int64_t tiles_down = tiles_for(g.m, tile_m);
    if (tiles_down > 2147483647 / tiles_across) return cudaErrorInvalidConfiguration;
    launch(g, static_cast<unsigned int>(tiles_down * tiles_across), tiles_across);
    return cudaGetLastError();
}

// ---- Step 2: tiles in shared memory ----

template <int Tile>
__global__ void __launch_bounds__(Tile* Tile) tiled_kernel(GemmArguments g, int64_t tiles_across) {
    static_assert(Tile >= 1 && Tile * Tile <= 1024,
                  "a block has one thread an element of the tile");
    static_assert(Tile % kWarpSize == 0,
                  "a warp must read whole rows of a tile: no bank conflicts");
    __shared__ float a_tile[Tile][Tile];  // [row of A][k]
    __shared__ float b_tile[Tile][Tile];  // [k][column of B]
    const int x = static_cast<int>(threadIdx.x);
    const int y = static_cast<int>(threadIdx.y);
    const int64_t row = blockIdx.x / tiles_across * Tile + y;
    const int64_t column = blockIdx.x % tiles_across * Tile + x;
    float sum = 0.0F;
    for (int64_t k0 = 0; k0 < g.k; k0 += Tile) {
        // TODO 4: bring one element of each tile, or 0 where the matrix has ended
        (void)&a_tile;
        (void)&b_tile;

        // TODO 5: multiply a row of one tile by a column of the other
    }
    // No thread may leave before the last barrier, so the edge is tested only here.
    if (row < g.m && column < g.n) store(g, row, column, sum);
}

// ---- Step 3: tiles in registers ----

// A block computes TileM x TileN elements, in steps of TileK; a thread ThreadM x ThreadN of them.
template <int TileM, int TileN, int TileK, int ThreadM, int ThreadN>
struct RegisterTiling {
    static constexpr int kTileM = TileM, kTileN = TileN, kTileK = TileK;
    static constexpr int kThreadM = ThreadM, kThreadN = ThreadN;
    // The lanes of a warp lie 4 x 8 on C: 8 float4 of B, 4 of A, each for several lanes at once.
    static constexpr int kLanesM = 4, kLanesN = 8;
    static_assert(kLanesM * kLanesN == kWarpSize, "a warp has 32 lanes");
    static_assert(ThreadM % 4 == 0 && ThreadN % 4 == 0, "a thread takes its elements by fours");
    static_assert(TileM % (kLanesM * ThreadM) == 0 && TileN % (kLanesN * ThreadN) == 0,
                  "the warps must cover the tile of C exactly");
    static constexpr int kWarpsN = TileN / (kLanesN * ThreadN);
    static constexpr int kThreads = kWarpSize * (TileM / (kLanesM * ThreadM)) * kWarpsN;
    static_assert(kThreads <= 1024, "a block has at most 1024 threads");

    // How many float4 each thread brings of the tiles of A and B.
    static constexpr int kFoursA = TileM * TileK / 4 / kThreads;
    static constexpr int kFoursB = TileK * TileN / 4 / kThreads;
    static_assert(kFoursA * 4 * kThreads == TileM * TileK &&
                      kFoursB * 4 * kThreads == TileK * TileN,
                  "the threads must bring the tiles of A and B in whole float4s");
    static_assert(TileK == 8, "two neighbouring lanes bring 32 bytes, one sector, of a row of A");

    // A is kept transposed, so that a thread finds its rows side by side. The padding moves the two
    // float4 of a row 16 banks apart: without it the stores of a warp would meet in 16 banks.
    static constexpr int kPadding = 4;
    struct Tiles {
        alignas(16) float a[TileK][TileM + kPadding];  // [k][row of A]
        alignas(16) float b[TileK][TileN];             // [k][column of B]
    };
    // What a thread has fetched and not yet stored to shared memory.
    struct Fetched {
        float4 a[kFoursA];
        float4 b[kFoursB];
    };
    // The elements of C of one thread.
    struct Sums {
        float of[ThreadM][ThreadN] = {};
    };
};

// May the rows be read and written 16 bytes at a time?
struct Aligned {
    bool a, b, c;
};
inline bool is_aligned(const float* matrix, int64_t ld) {
    return reinterpret_cast<std::uintptr_t>(matrix) % sizeof(float4) == 0 && ld % 4 == 0;
}

// Elements column ... column + 3 of a row that has `columns`; 0 where it has ended, or is no row.
__device__ inline float4 load4(const float* row, int64_t column, int64_t columns, bool is_row,
                               bool aligned) {
    float4 four = make_float4(0.0F, 0.0F, 0.0F, 0.0F);
    if (!is_row) return four;
    // TODO 6: load four elements at once where that is allowed, else one by one
    (void)row;
    (void)column;
    (void)columns;
    (void)aligned;
    return four;
}

// Where float4 number i of this thread lies in the tile of A: lanes 2t and 2t + 1 share a row.
struct PlaceA {
    int row, k;
};
template <class T>
__device__ inline PlaceA place_a(int i) {
    const int number = static_cast<int>(threadIdx.x) + i * T::kThreads;
    return {number / 2, number % 2 * 4};
}
// The same in the tile of B: a warp reads float4s that lie side by side.
struct PlaceB {
    int k, column;
};
template <class T>
__device__ inline PlaceB place_b(int i) {
    const int number = static_cast<int>(threadIdx.x) + i * T::kThreads;
    return {number / (T::kTileN / 4), number % (T::kTileN / 4) * 4};
}

// Starts to read the tiles at k0 from global memory into registers.
template <class T>
__device__ inline void fetch(const GemmArguments& g, Aligned aligned, int64_t row0, int64_t column0,
                             int64_t k0, typename T::Fetched& fetched) {
#pragma unroll
    for (int i = 0; i < T::kFoursA; ++i) {
        const int64_t row = row0 + place_a<T>(i).row;
        fetched.a[i] = load4(g.a + row * g.lda, k0 + place_a<T>(i).k, g.k, row < g.m, aligned.a);
    }
#pragma unroll
    for (int i = 0; i < T::kFoursB; ++i) {
        const int64_t k = k0 + place_b<T>(i).k;
        fetched.b[i] =
            load4(g.b + k * g.ldb, column0 + place_b<T>(i).column, g.n, k < g.k, aligned.b);
    }
}

// Stores what was fetched to shared memory.
template <class T>
__device__ inline void put(const typename T::Fetched& fetched, typename T::Tiles& tiles) {
#pragma unroll
    for (int i = 0; i < T::kFoursA; ++i) {
        const PlaceA place = place_a<T>(i);
        // TODO 7: store four elements of a row of A, transposed
        (void)place;
    }
#pragma unroll
    for (int i = 0; i < T::kFoursB; ++i) {
        const PlaceB place = place_b<T>(i);
        *reinterpret_cast<float4*>(&tiles.b[place.k][place.column]) = fetched.b[i];
    }
}

// Reads four neighbours from shared memory at once.
__device__ inline void copy4(const float* from, float* to) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}

// Adds the product of the tiles to the sums of this thread. Its elements of C lie in groups of 4 x
// 4; (row, column) is the first one in the tile, and the groups are kLanesM * 4 rows and kLanesN *
// 4 columns apart.
template <class T>
__device__ inline void multiply(const typename T::Tiles& tiles, int row, int column,
                                typename T::Sums& sums) {
    // TODO 8: for each k bring the thread's rows of A and columns of B, then multiply each by each
    (void)&tiles;
    (void)row;
    (void)column;
    (void)&sums;
}

// Stores four neighbours of a row, as far as the row goes.
__device__ inline void store4(const GemmArguments& g, int64_t row, int64_t column,
                              const float* sums, bool aligned) {
    if (!aligned || column + 4 > g.n) {
        for (int j = 0; j < 4 && column + j < g.n; ++j)
            store(g, row, column + j, sums[j]);
        return;
    }
    auto* c = reinterpret_cast<float4*>(g.c + row * g.ldc + column);
    float4 result =
        make_float4(g.alpha * sums[0], g.alpha * sums[1], g.alpha * sums[2], g.alpha * sums[3]);
    if (g.beta != 0.0F) {
        const float4 before = *c;
        result.x += g.beta * before.x;
        result.y += g.beta * before.y;
        result.z += g.beta * before.z;
        result.w += g.beta * before.w;
    }
    *c = result;
}

// Two blocks on an SM leave each thread 128 registers, which is just enough. While one block waits
// at its barrier the other one works.
[[maybe_unused]] constexpr int kBlocksAnSm = 2;

template <class T>
__global__ void __launch_bounds__(T::kThreads, kBlocksAnSm)
    register_tiled_kernel(GemmArguments g, Aligned aligned, int64_t tiles_across) {
    __shared__ typename T::Tiles tiles[2];
    const int64_t row0 = blockIdx.x / tiles_across * T::kTileM;
    const int64_t column0 = blockIdx.x % tiles_across * T::kTileN;
    const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
    const int lane = static_cast<int>(threadIdx.x) % kWarpSize;
    const int row = warp / T::kWarpsN * T::kLanesM * T::kThreadM + lane / T::kLanesN * 4;
    const int column = warp % T::kWarpsN * T::kLanesN * T::kThreadN + lane % T::kLanesN * 4;

    typename T::Sums sums;
    typename T::Fetched fetched;
    // TODO 9: multiply one pair of tiles while the next one is on its way
    (void)&tiles;
    (void)&fetched;
    (void)aligned;

#pragma unroll
    for (int i = 0; i < T::kThreadM; ++i) {
        const int64_t r = row0 + row + i / 4 * 4 * T::kLanesM + i % 4;
        if (r >= g.m) continue;
#pragma unroll
        for (int j = 0; j < T::kThreadN; j += 4)
            store4(g, r, column0 + column + j * T::kLanesN, &sums.of[i][j], aligned.c);
    }
}

// ---- The sizes of the tiles ----

constexpr int kTile = 32;
using Tiling = RegisterTiling<128, 128, 8, 8, 8>;

}  // namespace workshop::lesson7

namespace workshop {

using namespace lesson7;

cudaError_t gemm_naive(const GemmArguments& gemm, cudaStream_t stream) {
    return launch_tiles(gemm, kNaiveRows, kNaiveCols,
                        [&](const GemmArguments& g, unsigned int blocks, int64_t tiles_across) {
                            const dim3 threads(kNaiveCols, kNaiveRows);
                            naive_kernel<<<blocks, threads, 0, stream>>>(g, tiles_across);
                        });
}

cudaError_t gemm_tiled(const GemmArguments& gemm, cudaStream_t stream) {
    return launch_tiles(gemm, kTile, kTile,
                        [&](const GemmArguments& g, unsigned int blocks, int64_t tiles_across) {
                            const dim3 threads(kTile, kTile);
                            tiled_kernel<kTile><<<blocks, threads, 0, stream>>>(g, tiles_across);
                        });
}

cudaError_t gemm_register_tiled(const GemmArguments& gemm, cudaStream_t stream) {
    const Aligned aligned{is_aligned(gemm.a, gemm.lda), is_aligned(gemm.b, gemm.ldb),
                          is_aligned(gemm.c, gemm.ldc)};
    return launch_tiles(gemm, Tiling::kTileM, Tiling::kTileN,
                        [&](const GemmArguments& g, unsigned int blocks, int64_t tiles_across) {
                            register_tiled_kernel<Tiling>
                                <<<blocks, Tiling::kThreads, 0, stream>>>(g, aligned, tiles_across);
                        });
}

}  // namespace workshop
