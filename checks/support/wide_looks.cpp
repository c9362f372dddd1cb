// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "wide_looks.hpp"

#include <cstdio>

namespace workshop::checks {

namespace {

constexpr double kNearlyAll = 0.95;  // head and tail of a wide row are less than the rest
// One of two passes over x, the other one may go by the alignment of y; or every other row.
constexpr double kNearlyHalf = 0.45;
// A request of 32 neighbouring floats touches 4 sectors, or 5 where it is not aligned.
constexpr double kUnaligned = 5.0 / 4.0;
constexpr double kSlack = 1.03;

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100.0 * share);
    return text;
}

std::string times(double excess) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", excess);
    return text;
}

std::string wide_share(const char* what, double share, const std::string& could) {
    return percent(share) + " of the bytes that are " + what + " move 16 at a time; " + could;
}

Finding look_at_wide_loads(const AccessCounts& counts) {
    if (counts.wide_loads >= kNearlyAll) return {};
    return {wide_share("loaded", counts.wide_loads, "here all of them could."),
            "A load is 16 bytes wide only where a float4 is read through a pointer to float4, as "
            "one. Four floats that are read one by one are four loads, and float2 is two."};
}

Finding look_at_wide_stores(const AccessCounts& counts) {
    if (counts.wide_stores >= kNearlyAll) return {};
    return {wide_share("stored", counts.wide_stores, "here all of them could."),
            "Rows of x and y begin at multiples of 16 bytes. Put four results into a float4, and "
            "store that."};
}

/// The rows begin at multiples of 16 bytes, and the width is no multiple of 4.
Finding look_at_odd_width(double share, const char* what) {
    if (share >= kNearlyAll) return {};
    return {wide_share(what, share, "in spite of the width nearly all of them could."),
            "The width is no multiple of 4, and rows begin at multiples of 16 bytes all the same. "
            "Only the last 1 to 3 elements of a row do not fit into vectors."};
}

Finding look_at_loads_of_odd_width(const AccessCounts& counts) {
    return look_at_odd_width(counts.wide_loads, "loaded");
}

Finding look_at_stores_of_odd_width(const AccessCounts& counts) {
    return look_at_odd_width(counts.wide_stores, "stored");
}

Finding look_at_shifted_rows(const AccessCounts& counts) {
    const bool loads = counts.wide_loads < kNearlyAll;
    if (!loads && counts.wide_stores >= kNearlyAll) return {};
    return {wide_share(loads ? "loaded" : "stored", loads ? counts.wide_loads : counts.wide_stores,
                       "nearly all of them could, in spite of the alignment."),
            "A row that does not begin at a multiple of 16 bytes has one after at most 3 elements. "
            "Take those one by one, then vectors. Each row has its own beginning."};
}

Finding look_at_other_gaps(const AccessCounts& counts) {
    const bool loads = counts.wide_loads < kNearlyAll;
    if (!loads && counts.wide_stores >= kNearlyAll) return {};
    return {wide_share(loads ? "loaded" : "stored", loads ? counts.wide_loads : counts.wide_stores,
                       "here all of them could: ldx and ldy are different multiples of 4."),
            "Whether a row of x and its row of y are aligned alike is a matter of their addresses, "
            "and not of ldx and ldy being the same."};
}

Finding look_at_every_other_row(const AccessCounts& counts) {
    if (counts.wide_stores >= kNearlyHalf) return {};
    return {wide_share("stored", counts.wide_stores,
                       "in every other row, aligned alike in x and y, nearly all of them could."),
            "Each row is aligned in its own way: ask for each one whether its rows of x and y are "
            "aligned alike, and not once for the whole matrix."};
}

Finding look_at_rows_apart(const AccessCounts& counts) {
    if (counts.wide_loads < kNearlyHalf) {
        return {wide_share("loaded", counts.wide_loads,
                           "in the pass that only reads all of them could."),
                "The pass for maximum and sum does not write. The alignment of y is nothing to "
                "it."};
    }
    const bool loads = counts.load_excess > kUnaligned * kSlack;
    if (!loads && counts.store_excess <= kUnaligned * kSlack) return {};
    return {"When a warp " + std::string(loads ? "reads" : "writes") + ", it touches " +
                times(loads ? counts.load_excess : counts.store_excess) +
                " times as many sectors of 32 bytes as the same bytes need.",
            "Each thread takes four neighbouring elements one by one, so that the threads of a "
            "warp are 16 bytes apart. Where vectors do not fit, let thread t take columns t, "
            "t + threads, t + 2 threads ..."};
}

}  // namespace

Finding look_at_wide_neighbours(const AccessCounts& counts) {
    const bool loads = counts.load_excess > kSlack;
    if (!loads && counts.store_excess <= kSlack) return {};
    return {"When a warp " + std::string(loads ? "reads" : "writes") + ", it touches " +
                times(loads ? counts.load_excess : counts.store_excess) +
                " times as many sectors of 32 bytes as the same bytes need.",
            "The threads of a warp use addresses with gaps in between. Let thread t take vectors "
            "t, t + threads, t + 2 threads ..., each with one access of 16 bytes."};
}

std::vector<WideLook> wide_looks() {
    const std::string loads = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio";
    const std::string stores = "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio";
    MatrixPlaces shifted;
    shifted.ldx_gap = shifted.ldy_gap = 1;
    shifted.x_offset = shifted.y_offset = 3;
    MatrixPlaces apart;
    apart.y_offset = 1;
    MatrixPlaces other_gaps;
    other_gaps.ldx_gap = 4;
    other_gaps.ldy_gap = 8;
    MatrixPlaces every_other_row;  // the distance of x and y grows by 2 elements a row
    every_other_row.ldx_gap = 1;
    every_other_row.ldy_gap = 3;
    // One and two columns more, in rows that begin at multiples of 16 bytes.
    MatrixPlaces one_more;
    one_more.ldx_gap = one_more.ldy_gap = 3;
    MatrixPlaces two_more;
    two_more.ldx_gap = two_more.ldy_gap = 2;
    return {
        {"IdeaWideLoads",
         loads,
         {{{}, look_at_wide_loads},
          {one_more, look_at_loads_of_odd_width, 1},
          {two_more, look_at_loads_of_odd_width, 2}}},
        {"IdeaWideStores",
         stores,
         {{{}, look_at_wide_stores},
          {one_more, look_at_stores_of_odd_width, 1},
          {two_more, look_at_stores_of_odd_width, 2}}},
        {"IdeaShiftedRows",
         loads,
         {{shifted, look_at_shifted_rows},
          {other_gaps, look_at_other_gaps},
          {every_other_row, look_at_every_other_row}}},
        {"IdeaRowsApart", loads, {{apart, look_at_rows_apart}}},
    };
}

}  // namespace workshop::checks
