// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Counts what a warp did, as WarpMerge finds it.

#include <array>

#include "element_counts.hpp"
#include "request_shape.hpp"
#include "site_table.hpp"

namespace workshop::emulator::profile {

class WarpCounter {
  public:
    explicit WarpCounter(FindBuffer find) : elements_(std::move(find)) {}

    /// @brief Says which warp the next calls are about.
    void set_warp(std::uint64_t block, unsigned warp) {
        block_ = block;
        warp_ = warp;
    }

    void on_block(EventWord word, unsigned lanes) {
        Site& site = sites_.at(word);
        ++site.executions;
        site.lanes += static_cast<unsigned>(__builtin_popcount(lanes));
    }
    void on_divergent_branch(EventWord block_before, unsigned) {
        ++sites_.at(block_before).divergent;
    }
    void on_meeting(EventWord word, unsigned lanes) { on_block(word, lanes); }
    void on_access(EventWord word, unsigned lanes, const std::uint64_t* addresses);

    const SiteTable& sites() const { return sites_; }
    const ElementCounts& elements() const { return elements_; }

    /// @brief Loads of global memory by single threads, by number of the warp in its block.
    const std::array<std::uint64_t, 32>& loads_by_warp() const { return loads_by_warp_; }

    /// @brief Forgets the counts of elements, which are for one launch.
    void clear_elements() { elements_.clear(); }

  private:
    SiteTable sites_;
    ElementCounts elements_;
    std::array<std::uint64_t, 32> loads_by_warp_{};
    std::uint64_t block_ = 0;
    unsigned warp_ = 0;
};

}  // namespace workshop::emulator::profile
