// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "gemm_pictures.hpp"

namespace workshop::pictures {
namespace {

constexpr unsigned kWarp = 5;  // the one that is followed
constexpr std::uint64_t kTile = 32;

/// Where a matrix is drawn.
struct Grid {
    double x, y, scale;
    std::uint64_t rows, cols;

    double width() const { return scale * static_cast<double>(cols); }
    double height() const { return scale * static_cast<double>(rows); }
};

void draw_grid(Picture& picture, const Grid& grid, const std::string& name) {
    picture.cell(grid.x, grid.y, grid.width(), grid.height(), "", "empty");
    for (std::uint64_t row = kTile; row < grid.rows; row += kTile) {
        const double y = grid.y + grid.scale * static_cast<double>(row);
        picture.line(grid.x, y, grid.x + grid.width(), y, "faint", false, false, 1);
    }
    for (std::uint64_t col = kTile; col < grid.cols; col += kTile) {
        const double x = grid.x + grid.scale * static_cast<double>(col);
        picture.line(x, grid.y, x, grid.y + grid.height(), "faint", false, false, 1);
    }
    picture.text(grid.x, grid.y - 11, name, {12, "start"});
}

/// Elements as rectangles: neighbours of a row, and equal rows below each other, become one.
void fill(Picture& picture, const Grid& grid, const std::set<std::uint64_t>& elements,
          const char* look) {
    struct Run {
        std::uint64_t row, col, cols, rows;
    };
    std::vector<Run> runs;
    for (const std::uint64_t element : elements) {
        const std::uint64_t row = element / grid.cols;
        const std::uint64_t col = element % grid.cols;
        if (!runs.empty() && runs.back().row == row && runs.back().col + runs.back().cols == col) {
            ++runs.back().cols;
        } else {
            runs.push_back({row, col, 1, 1});
        }
    }
    std::vector<Run> whole;
    for (const Run& run : runs) {
        const auto above = std::find_if(whole.begin(), whole.end(), [&](const Run& other) {
            return other.col == run.col && other.cols == run.cols &&
                   other.row + other.rows == run.row;
        });
        if (above != whole.end()) {
            ++above->rows;
        } else {
            whole.push_back(run);
        }
    }
    for (const Run& run : whole) {
        // A single element would be too small to see.
        const double least = run.rows == 1 && run.cols == 1 ? 7.0 : 3.0;
        picture.cell(grid.x + grid.scale * static_cast<double>(run.col),
                     grid.y + grid.scale * static_cast<double>(run.row),
                     std::max(least, grid.scale * static_cast<double>(run.cols)),
                     std::max(least, grid.scale * static_cast<double>(run.rows)), "", look);
    }
}

/// What a block did with one memory between two barriers.
struct Use {
    std::set<std::uint64_t> elements;   ///< all warps
    std::set<std::uint64_t> of_warp;    ///< the warp that is followed
    std::vector<const TraceStep*> own;  ///< its requests
    std::size_t requests = 0;
    std::size_t units = 0;
    std::size_t lanes = 0;
};

class TilePicture {
  public:
    TilePicture(const TracedLaunch& launch, const GemmShape& shape, unsigned block)
        : picture_("tiles", 720, 470,
                   "A block of 32 x 32 threads multiplies tiles of A and B, step by step") {
        const auto m = static_cast<std::uint64_t>(shape.m);
        const auto n = static_cast<std::uint64_t>(shape.n);
        const auto k = static_cast<std::uint64_t>(shape.k);
        grids_["A"] = {16, 222, 2.5, m, k};
        grids_["B"] = {192, 38, 2.5, k, n};
        grids_["C"] = {192, 222, 2.5, m, n};
        grids_["a_tile"] = {466, 38, 3.4, kTile, kTile};
        grids_["b_tile"] = {592, 38, 3.4, kTile, kTile};
        for (const auto& [name, grid] : grids_)
            draw_grid(picture_, grid,
                      name + " " + std::to_string(grid.rows) + " x " + std::to_string(grid.cols));
        for (const TraceStep& step : launch.steps) {
            if (step.block != block) continue;
            if (step.is_global() || step.is_shared()) take(step);
            last_interval_ = std::max(last_interval_, step.interval);
        }
    }

    Picture draw() {
        for (unsigned tile = 0; tile * 2 < last_interval_; ++tile) {
            const unsigned bring = tile * 2;
            load(bring, "A", tile);
            load(bring, "B", tile);
            store_tiles(bring);
            if (tile == 0) {
                multiply(bring + 1, 0, 1, "k = 0");
                multiply(bring + 1, 1, 2, "k = 1");
            }
            multiply(bring + 1, 0, 32, "k = 0 to 31");
        }
        store_result();
        return picture_;
    }

  private:
    Use& use(unsigned interval, StepKind kind, const std::string& memory) {
        return uses_[{interval, kind, memory}];
    }

    void take(const TraceStep& step) {
        Use& into = use(step.interval, step.kind, step.memory);
        ++into.requests;
        into.units += step.units;
        into.lanes += step.lanes.size();
        if (step.warp == kWarp) into.own.push_back(&step);
        for (const StepLane& lane : step.lanes) {
            into.elements.insert(element_of(step, lane));
            if (step.warp == kWarp) into.of_warp.insert(element_of(step, lane));
        }
        if (step.kind == StepKind::global_load) brought_ += step.lanes.size();
        if (step.kind == StepKind::shared_load) used_ += step.lanes.size();
    }

    void load(unsigned interval, const std::string& name, unsigned tile) {
        const Use& loads = use(interval, StepKind::global_load, name);
        if (loads.own.empty()) return;
        const TraceStep& own = *loads.own[0];
        picture_.frame("Tile " + std::to_string(tile) + " of " + name + ": " +
                           counted(loads.requests, "warp") + " load " +
                           counted(loads.lanes, "float") + "; warp 5 (orange) a row, " +
                           counted(own.units, "sector"),
                       code_of(own), 2.5);
        fill(picture_, grids_[name], loads.elements, "blue");
        fill(picture_, grids_[name], loads.of_warp, "orange");
    }

    void store_tiles(unsigned interval) {
        const Use& a = use(interval, StepKind::shared_store, "a_tile");
        const Use& b = use(interval, StepKind::shared_store, "b_tile");
        if (a.own.empty() || b.own.empty()) return;
        picture_.frame("Each thread stores one element of each tile; then a barrier",
                       code_of(*a.own[0]), 2.5);
        for (const char* name : {"a_tile", "b_tile"}) {
            const Use& stores = use(interval, StepKind::shared_store, name);
            fill(picture_, grids_[name], stores.elements, "blue");
            fill(picture_, grids_[name], stores.of_warp, "orange");
        }
        tell(0, "a store of warp 5:",
             counted(a.own[0]->units, "wave") + " for a_tile, " + std::to_string(b.own[0]->units) +
                 " for b_tile");
    }

    /// Products number `first` to `end` - 1 of a pair of tiles.
    void multiply(unsigned interval, std::size_t first, std::size_t end, const std::string& what) {
        const Use& a = use(interval, StepKind::shared_load, "a_tile");
        const Use& b = use(interval, StepKind::shared_load, "b_tile");
        if (a.own.size() < end || b.own.size() < end) return;
        picture_.frame(
            "Warp 5 multiplies, " + what + ": each lane a number of a_tile by one of b_tile",
            code_of(*a.own[first]), end - first > 1 ? 3.0 : 2.0);
        for (const char* name : {"a_tile", "b_tile"}) {
            const Use& reads = name[0] == 'a' ? a : b;
            fill(picture_, grids_[name], use(interval - 1, StepKind::shared_store, name).elements,
                 "blue");
            std::set<std::uint64_t> elements;
            std::size_t waves = 0;
            for (std::size_t i = first; i < end; ++i) {
                waves += reads.own[i]->units;
                for (const StepLane& lane : reads.own[i]->lanes)
                    elements.insert(element_of(*reads.own[i], lane));
            }
            fill(picture_, grids_[name], elements, "orange");
            tell(name[0] == 'a' ? 0 : 1,
                 std::string(name) + ": " + counted(end - first, "request") + ", " +
                     counted(waves, "wave"),
                 counted(elements.size(), "word") + " for 32 lanes");
        }
        fill(picture_, grids_["C"], use(last_interval_, StepKind::global_store, "C").of_warp,
             "orange");
    }

    void store_result() {
        const Use& stores = use(last_interval_, StepKind::global_store, "C");
        if (stores.own.empty()) return;
        picture_.frame("Each thread stores its element of C", code_of(*stores.own[0]));
        fill(picture_, grids_["C"], stores.elements, "blue");
        fill(picture_, grids_["C"], stores.of_warp, "orange");
        tell(0, counted(brought_, "float") + " from A and B,",
             std::to_string(used_) + " from the tiles:");
        tell(1, "each one that was brought",
             "is used " + number_text(static_cast<double>(used_) / static_cast<double>(brought_)) +
                 " times");
    }

    void tell(int place, const std::string& first, const std::string& second) {
        const double y = 192 + 48.0 * place;
        picture_.text(466, y, first, {13, "start"});
        picture_.text(466, y + 18, second, {13, "start"});
    }

    Picture picture_;
    std::map<std::string, Grid> grids_;
    std::map<std::tuple<unsigned, StepKind, std::string>, Use> uses_;
    unsigned last_interval_ = 0;
    std::size_t brought_ = 0;
    std::size_t used_ = 0;
};

}  // namespace

Picture draw_tiles(const TracedLaunch& launch, const GemmShape& shape, unsigned block) {
    return TilePicture(launch, shape, block).draw();
}

}  // namespace workshop::pictures
