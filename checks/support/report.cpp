// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <array>
#include <sstream>
#include <utility>

#include "device.hpp"
#include "likely_cause.hpp"
#include "poison.hpp"
#include "text_style.hpp"

namespace workshop::checks {

namespace {

std::string with_cause(const std::string& text, const std::string& cause) {
    return cause.empty() ? text : text + '\n' + cause_line(cause);
}

/// "They are 0." of one element is "It is 0."
std::string of_one_element(const std::string& words) {
    constexpr std::array<std::pair<const char*, const char*>, 4> kSingular{{
        {"They are all ", "It is "},
        {"They are ", "It is "},
        {"They were ", "It was "},
        {"They hold ", "It holds "},
    }};
    for (const auto& [many, one] : kSingular) {
        const std::string begin = many;
        if (words.compare(0, begin.size(), begin) == 0) return one + words.substr(begin.size());
    }
    return words;
}

/// The place in words. A column that has a name, such as the sum of a pair, is called by it.
std::string place_in_words(const Comparison& comparison, const Where& where,
                           const std::vector<std::string>& names) {
    if (names.empty()) return where.words;
    if (where.place == Place::one_element) {
        return "only the " + names[static_cast<std::size_t>(comparison.first % comparison.cols)] +
               " of row " + std::to_string(comparison.first / comparison.cols);
    }
    const bool one_column =
        where.place == Place::one_column ||
        ((where.place == Place::column_tail || where.place == Place::column_head) &&
         where.count == 1);
    return one_column ? "the " + names[static_cast<std::size_t>(where.from)] + " of every row"
                      : where.words;
}

/// "3 of 60 elements are wrong: the last column of every row."
std::string describe_count(const Comparison& comparison, const Where& where,
                           const std::vector<std::string>& names) {
    if (comparison.wrong.size() == 1) return "The only element is wrong.";
    return std::to_string(comparison.wrong_count) + " of " +
           plural(comparison.wrong.size(), "element") +
           (comparison.wrong_count == 1 ? " is" : " are") +
           " wrong: " + place_in_words(comparison, where, names) + '.';
}

std::string describe_wanted(const Expected& expected, std::size_t index) {
    switch (expected.kinds[index]) {
        case Wanted::nan:
            return "NaN";
        case Wanted::anything:
            return "any value";
        case Wanted::value:
            break;
    }
    std::ostringstream text;
    text << describe_value(expected.values[index]) << ", give or take ";
    text.precision(2);
    text << expected.bounds[index];
    return text.str();
}

/// "row 0, column 3", or "row 0, sum" where the columns have names.
std::string describe_element(const LaunchFacts& facts, const Comparison& comparison) {
    const std::int64_t column = comparison.first % comparison.cols;
    const std::vector<std::string>& names = facts.function->output_names;
    std::string text = "row " + std::to_string(comparison.first / comparison.cols) + ", ";
    if (names.empty()) return text + "column " + std::to_string(column);
    return text + names[static_cast<std::size_t>(column)];
}

Circumstances circumstances_of(const LaunchFacts& facts, const HostMatrix& x, std::int64_t row) {
    Circumstances now;
    now.is_divided_by_sum = facts.function->is_divided_by_sum;
    now.has_exponentials = facts.function->has_exponentials;
    now.shares_a_row = facts.function->shares_a_row;
    now.races_are_reported = races_are_reported();
    now.blocks_go_on = facts.function->blocks_go_on;
    now.has_gaps = facts.arguments.ldx > facts.arguments.cols;
    if (facts.function->has_block_size) now.threads_per_block = facts.arguments.threads_per_block;
    now.is_compensated = facts.function->is_compensated;
    now.are_pairs = facts.function->output_names.size() == 2;
    look_at_row(now, x, row);
    return now;
}

}  // namespace

std::string describe_error(cudaError_t code) {
    return std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ")";
}

std::string describe_launch(const LaunchFacts& facts) {
    const Arguments& a = facts.arguments;
    std::ostringstream text;
    text << facts.function->name << " on " << a.rows << " x " << a.cols;
    if (!facts.data.empty()) text << ", " << facts.data;
    if (facts.function->has_block_size) {
        text << ", " << a.threads_per_block
             << (a.threads_per_block == 1 ? " thread a block" : " threads a block");
    }
    if (a.ldx != a.cols) text << ", ldx " << a.ldx;
    const bool has_gap = a.ldy != facts.function->output_columns(a.cols);
    if (facts.function->has_leading_dimension_y && has_gap) text << ", ldy " << a.ldy;
    if (facts.in_place) text << ", in place";
    const auto moved = [&](const char* name, std::int64_t offset) {
        if (offset == 0) return;
        text << ", " << name << " moved by " << plural(static_cast<std::size_t>(offset), "element");
    };
    moved("x", facts.x_offset);
    moved("output", facts.y_offset);
    if (!facts.attempt.empty()) text << " (" << facts.attempt << ')';
    return text.str();
}

Mismatch look_at_mismatch(const LaunchFacts& facts, const HostMatrix& x,
                          const std::vector<float>& got, const Expected& expected,
                          const Comparison& comparison) {
    const Where where = find_where(comparison);
    const What what = find_what(comparison, x, got, expected);
    const auto first = static_cast<std::size_t>(comparison.first);
    std::ostringstream text;
    text << describe_launch(facts) << ":\n";
    text << describe_count(comparison, where, facts.function->output_names) << '\n';
    if (!what.words.empty()) {
        text << (comparison.wrong_count == 1 ? of_one_element(what.words) : what.words) << '\n';
    }
    text << "first: " << describe_element(facts, comparison) << ": "
         << (is_never_written(got[first]) ? "still unwritten" : "got " + describe_value(got[first]))
         << ", wanted " << describe_wanted(expected, first);
    const std::int64_t row = comparison.first / comparison.cols;
    std::string cause;
    if (facts.function->cause_of_value && !is_never_written(got[first])) {
        cause = facts.function->cause_of_value(x, row, comparison.first % comparison.cols,
                                               got[first], facts.arguments.threads_per_block);
    }
    Circumstances now = circumstances_of(facts, x, row);
    if (facts.function->output_columns(x.cols) == x.cols) {
        look_at_threads(now, comparison);
        look_at_masked(now, x, comparison);
    }
    if (facts.function->output_names == std::vector<std::string>{"max", "sum"})
        look_at_sums(now, comparison, got, expected);
    if (cause.empty()) cause = likely_cause(where, what, now);
    return {text.str(), cause, what.content == Content::close};
}

std::string describe_mismatch(const LaunchFacts& facts, const HostMatrix& x,
                              const std::vector<float>& got, const Expected& expected,
                              const Comparison& comparison) {
    const Mismatch mismatch = look_at_mismatch(facts, x, got, expected, comparison);
    return with_cause(mismatch.words, mismatch.cause);
}

std::string cause_line(const std::string& cause) {
    return "likely cause: " + cause;
}

std::string describe_problem(const LaunchFacts& facts, const std::string& problem,
                             const std::string& cause) {
    return with_cause(describe_launch(facts) + ":\n" + problem, cause);
}

}  // namespace workshop::checks
