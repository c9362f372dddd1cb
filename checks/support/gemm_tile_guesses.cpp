// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_tile_guesses.hpp"

namespace workshop::checks {

namespace {

/// A sum that lacks the products for which `is_there` is false, times alpha and with beta.
template <class Question>
double sum_of_some(const GemmPlan& plan, const GemmData& data, std::int64_t row,
                   std::int64_t column, const Question& is_there) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < plan.shape.k; ++k) {
        if (is_there(k)) sum += double{data.a.at(row, k)} * data.b.at(k, column);
    }
    const double old = plan.beta == 0.0F ? 0.0 : double{data.c.at(row, column)};
    return plan.alpha * sum + plan.beta * old;
}

/// What a tile of A, or of B, that is filled by the wrong test lacks. In small products each may be
/// the cause, or the last product is missing from all sums: then all is said.
std::string words_of_a_test(const GemmShape& shape, std::int64_t tile, bool of_a) {
    const std::int64_t elements = of_a ? shape.n : shape.m;
    if (shape.k <= tile && elements == shape.k - 1) {
        return "The last product is missing from every sum: does the loop over k end one early? If "
               "not: k is one more here than C has rows or columns. Does a thread bring its "
               "elements of the tiles only when its element of C exists? Others use them.";
    }
    const std::string others = " Others use what they bring: test what is loaded, ";
    if (shape.m == shape.n) {
        return "Products are missing where a tile reaches beyond C: the tile of A is filled only "
               "by threads whose column of C exists, or that of B only by those whose row does." +
               others + "the row of A and k, and k and the column of B.";
    }
    return of_a ? "Products are missing where a tile reaches beyond the last column of C: the tile "
                  "of A is filled only by threads whose column of C exists." +
                      others + "for A the row of A and k."
                : "Products are missing where a tile reaches beyond the last row of C: the tile of "
                  "B is filled only by threads whose row of C exists." +
                      others + "for B k and the column of B.";
}

/// With x for the row of C and y for its column, while the tiles are filled and read the other way,
/// each thread of a block multiplies the same elements: those on the diagonals of the tiles.
double sum_of_diagonals(const GemmPlan& plan, const GemmData& data, std::int64_t tile,
                        std::int64_t row, std::int64_t column) {
    const std::int64_t row0 = row / tile * tile;
    const std::int64_t column0 = column / tile * tile;
    double sum = 0.0;
    for (std::int64_t k = 0; k < plan.shape.k; ++k) {
        const std::int64_t i = row0 + k % tile;
        const std::int64_t j = column0 + k % tile;
        if (i < plan.shape.m && j < plan.shape.n) sum += double{data.a.at(i, k)} * data.b.at(k, j);
    }
    const double old = plan.beta == 0.0F ? 0.0 : double{data.c.at(row, column)};
    return plan.alpha * sum + plan.beta * old;
}

/// A tile whose elements come from another place along k: from that of the row of C for A, from
/// that of its column for B. Beyond the matrix there is 0.
double sum_of_wrong_places(const GemmPlan& plan, const GemmData& data, std::int64_t tile,
                           std::int64_t row, std::int64_t column, bool of_a) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < plan.shape.k; ++k) {
        const std::int64_t place = k / tile * tile + (of_a ? row : column) % tile;
        if (place >= plan.shape.k) continue;
        sum += double{data.a.at(row, of_a ? place : k)} * data.b.at(of_a ? k : place, column);
    }
    const double old = plan.beta == 0.0F ? 0.0 : double{data.c.at(row, column)};
    return plan.alpha * sum + plan.beta * old;
}

}  // namespace

std::vector<GemmGuess> guesses_about_square_tiles(const GemmFunction& function,
                                                  const GemmPlan& plan, const GemmData& data) {
    const std::int64_t tile = function.tile_k;
    if (tile <= 1 || function.tile_m != tile || function.tile_n != tile) return {};
    std::vector<GemmGuess> guesses;
    guesses.push_back(
        {words_of_a_test(plan.shape, tile, true),
         [tile, columns = plan.shape.n, &plan, &data](std::int64_t row, std::int64_t column) {
             return sum_of_some(plan, data, row, column, [&](std::int64_t i) {
                 return column / tile * tile + i % tile < columns;
             });
         }});
    guesses.push_back(
        {words_of_a_test(plan.shape, tile, false),
         [tile, rows = plan.shape.m, &plan, &data](std::int64_t row, std::int64_t column) {
             return sum_of_some(plan, data, row, column, [&](std::int64_t i) {
                 return row / tile * tile + i % tile < rows;
             });
         }});
    guesses.push_back(
        {"Every thread of a block has the same sum, of the products along the "
         "diagonals of the tiles: x and y change places somewhere. Where C and the "
         "tiles are indexed, y belongs to rows and x to columns: is it so in each?",
         [tile, &plan, &data](std::int64_t row, std::int64_t column) {
             return sum_of_diagonals(plan, data, tile, row, column);
         }});
    for (const bool of_a : {true, false}) {
        guesses.push_back(
            {of_a ? "The tile of A has the same element in all of a row: a thread takes y for its "
                    "place along k, where x counts the places along k."
                  : "The tile of B has the same element in all of a column: a thread takes x for "
                    "its row of B, where y counts the rows of the tile.",
             [=, &plan, &data](std::int64_t row, std::int64_t column) {
                 return sum_of_wrong_places(plan, data, tile, row, column, of_a);
             }});
    }
    return guesses;
}

}  // namespace workshop::checks
