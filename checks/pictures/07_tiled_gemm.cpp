// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 7: tiles of A and B, and the banks of a transposed tile with and without padding.

#include "workshop/07_tiled_gemm.hpp"

#include <stdexcept>

#include "gemm_pictures.hpp"
#include "gemm_variants.hpp"

namespace workshop::pictures {
namespace {

constexpr GemmShape kTiledShape{64, 96, 64};
constexpr GemmShape kRegisterShape{128, 128, 8};
constexpr unsigned kBlock = 4;  // the middle one of the lower row

using GemmFunction = cudaError_t (*)(const GemmArguments&, cudaStream_t);

Recording record_gemm(const std::string& name, GemmFunction function, const GemmShape& shape) {
    const auto floats = [](int rows, int cols) {
        return std::vector<float>(static_cast<std::size_t>(rows * cols), 1.0F);
    };
    const DeviceFloats a(floats(shape.m, shape.k));
    const DeviceFloats b(floats(shape.k, shape.n));
    const DeviceFloats c(floats(shape.m, shape.n));
    GemmArguments gemm;
    gemm.m = shape.m;
    gemm.n = gemm.ldb = gemm.ldc = shape.n;
    gemm.k = gemm.lda = shape.k;
    gemm.a = a.get();
    gemm.b = b.get();
    gemm.c = c.get();
    Recording recording = record(
        name + ": m " + std::to_string(shape.m) + ", n " + std::to_string(shape.n) + ", k " +
            std::to_string(shape.k) + "; of the steps those that the picture shows",
        {{a.get(), "A"}, {b.get(), "B"}, {c.get(), "C"}}, [&] { return function(gemm, nullptr); });
    recording.with_values = false;
    return recording;
}

/// The first request of warp 0 that fits.
const TraceStep* first_step(const TracedLaunch& launch, StepKind kind, const std::string& memory,
                            unsigned bytes) {
    for (const TraceStep& step : launch.steps) {
        if (step.warp == 0 && step.kind == kind && step.memory == memory &&
            step.access_bytes == bytes) {
            return &step;
        }
    }
    throw std::runtime_error("no request of " + memory);
}

}  // namespace

LessonPictures draw_lesson() {
    LessonPictures drawn;
    drawn.lesson = "07_tiled_gemm";
    std::vector<Recording>& made = drawn.recordings;
    made.push_back(record_gemm("gemm_tiled", gemm_tiled, kTiledShape));
    made.push_back(record_gemm("gemm_register_tiled", gemm_register_tiled, kRegisterShape));
    made.push_back(record_gemm("gemm_register_tiled without padding", unpadded_gemm_register_tiled,
                               kRegisterShape));
    made.push_back(record_gemm("gemm_tiled with its tile of A transposed", transposed_gemm_tiled,
                               kTiledShape));
    made[0].kept = [](const TraceStep& step) { return step.block == kBlock && step.warp == 5; };
    for (std::size_t i = 1; i < made.size(); ++i) {
        made[i].kept = [](const TraceStep& step) {
            return step.block == 0 && step.warp == 0 && step.interval == 0;
        };
    }
    drawn.pictures.push_back(draw_tiles(made[0].launch, kTiledShape, kBlock));
    const StepKind load = StepKind::shared_load;
    const StepKind store = StepKind::shared_store;
    drawn.pictures.push_back(draw_banks(
        {{"gemm_tiled reads a_tile: one word for all lanes, a broadcast",
          "gemm_tiled: reads a_tile", first_step(made[0].launch, load, "a_tile", 4)},
         {"gemm_tiled reads a row of b_tile: each lane has a bank of its own",
          "gemm_tiled: reads b_tile", first_step(made[0].launch, load, "b_tile", 4)},
         {"Were a_tile stored transposed: rows of 32 words, and all lanes meet in a bank",
          "a_tile stored transposed", first_step(made[3].launch, store, "a_tile", 4)},
         {"gemm_register_tiled without padding, rows of 128 words: lanes meet in pairs",
          "gemm_register_tiled without padding", first_step(made[2].launch, store, "tiles", 4)},
         {"gemm_register_tiled as it is, rows of 128 + 4 words: no two lanes meet",
          "gemm_register_tiled", first_step(made[1].launch, store, "tiles", 4)}}));
    return drawn;
}

}  // namespace workshop::pictures
