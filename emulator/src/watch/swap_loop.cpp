// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "swap_loop.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "../profile/source_text.hpp"
#include "expressions.hpp"

namespace workshop::emulator::watch {
namespace {

using Names = std::set<std::string>;

constexpr int farthest_line = 24;  ///< of a loop from the read, and of a pointer's declaration

/// The code of a function, or the part of it that is near.
struct Code {
    std::string text;
    std::size_t read_begin;  ///< the line of the read in it
    std::size_t read_end;
};

bool begins_function(const std::string& line) {
    return line.find("__global__") != std::string::npos ||
           line.find("__device__") != std::string::npos;
}

Code code_around(const profile::SourcePlace& read) {
    const std::vector<std::string> lines = profile::source_lines_of(read.file);
    const int count = static_cast<int>(lines.size());
    const int here = read.line - 1;
    if (here < 0 || here >= count) return {};
    const auto line = [&](int number) { return lines[static_cast<std::size_t>(number)]; };
    int first = here;
    while (first > 0 && here - first < farthest_line && !begins_function(line(first)))
        --first;
    Code code{};
    for (int i = first; i < count && i < here + farthest_line; ++i) {
        if (i > here && begins_function(line(i))) break;
        if (i == here) code.read_begin = code.text.size();
        code.text += dense_code(line(i));
        if (i == here) code.read_end = code.text.size();
        // The end of a line parts two words.
        if (!code.text.empty() && is_name_part(code.text.back())) code.text += ' ';
    }
    return code;
}

/// An atomicCAS(address, compare, value).
struct Swap {
    std::size_t begin;
    std::size_t end;
    std::string address;
    std::string compare;
};

std::vector<Swap> swaps_in(const std::string& code) {
    std::vector<Swap> all;
    for (std::size_t at = 0; (at = code.find("atomicCAS", at)) != std::string::npos; ++at) {
        const std::size_t open = code.find('(', at);
        if (open == std::string::npos || (at > 0 && is_name_part(code[at - 1]))) continue;
        const std::size_t first = end_of_expression(code, open + 1);
        const std::size_t second = end_of_expression(code, first + 1);
        const std::size_t close = closing_bracket(code, open);
        if (close == std::string::npos || second >= close) continue;
        all.push_back({at, close + 1, code.substr(open + 1, first - open - 1),
                       code.substr(first + 1, second - first - 1)});
    }
    return all;
}

/// A name without `*(int*)&` and other casts.
std::string name_in(const std::string& expression) {
    const std::string address = address_of_value(expression, {});
    return address.empty() || address[0] != '&' ? std::string() : address.substr(1);
}

/// The names that hold the value which an assignment has read.
Names names_of(const Assignment& read, const std::vector<Assignment>& all) {
    Names names = {read.name};
    for (int round = 0; round < 2; ++round) {
        for (const Assignment& each : all) {
            if (names.count(name_in(each.value)) != 0) names.insert(each.name);
        }
    }
    return names;
}

struct Comparison {
    std::size_t begin;
    std::size_t end;
    std::string left;
    std::string right;
};

/// Where the left side of a comparison begins.
std::size_t begin_of_side(const std::string& code, std::size_t end) {
    int depth = 0;
    for (std::size_t at = end; at > 0; --at) {
        const char character = code[at - 1];
        if (character == ')' || character == ']') ++depth;
        if ((character == '(' || character == '[') && --depth < 0) return at;
        const bool parts = std::string(";{}&|,=?:").find(character) != std::string::npos;
        // `::` names a scope.
        if (depth == 0 && parts && !(character == ':' && code[at] != ' ')) return at;
    }
    return 0;
}

std::vector<Comparison> comparisons_in(const std::string& code) {
    std::vector<Comparison> all;
    for (std::size_t at = 1; at + 2 < code.size(); ++at) {
        if (code[at + 1] != '=' || (code[at] != '=' && code[at] != '!')) continue;
        std::size_t begin = begin_of_side(code, at);
        const std::string leave = "return ";
        if (code.compare(begin, leave.size(), leave) == 0) begin += leave.size();
        std::size_t end = end_of_expression(code, at + 2);
        const std::size_t further = std::min(code.find("&&", at + 2), code.find("||", at + 2));
        end = std::min(end, further);
        all.push_back(
            {begin, end, code.substr(begin, at - begin), code.substr(at + 2, end - at - 2)});
        ++at;
    }
    return all;
}

/// Whether the result of an atomicCAS() is compared with the value that it was to compare with.
bool is_tested(const Swap& swap, const std::string& code, const Names& values,
               const std::vector<Assignment>& all) {
    Names results;
    for (const Assignment& each : all) {
        if (each.begin < swap.begin && each.end >= swap.end) results.insert(each.name);
    }
    const auto is_result = [&](const std::string& side) {
        return side.find("atomicCAS") != std::string::npos || results.count(name_in(side)) != 0;
    };
    const auto is_value = [&](const std::string& side) {
        return values.count(name_in(side)) != 0 || side == swap.compare;
    };
    const std::vector<Comparison> comparisons = comparisons_in(code);
    return std::any_of(comparisons.begin(), comparisons.end(), [&](const Comparison& each) {
        return each.left != each.right && ((is_result(each.left) && is_value(each.right)) ||
                                           (is_value(each.left) && is_result(each.right)));
    });
}

/// Whether a condition between the read and the atomicCAS() asks for the value that was read: not
/// for whether the last atomicCAS() has found it.
bool decides(const std::string& code, const Assignment& read, const Swap& swap,
             const Names& values) {
    for (const char* word : {"if(", "while(", "for(", "switch("}) {
        for (std::size_t at = read.end; (at = code.find(word, at)) < swap.begin; ++at) {
            const std::size_t open = code.find('(', at);
            const std::size_t close = std::min(closing_bracket(code, open), swap.begin);
            const std::string condition = code.substr(open + 1, close - open - 1);
            const auto own = comparisons_in(';' + condition + ";;");
            const bool compares_both = own.size() == 1 && values.count(name_in(own[0].left)) != 0 &&
                                       values.count(name_in(own[0].right)) != 0;
            if (compares_both) continue;
            std::string name;
            for (const char character : condition + ';') {
                if (is_name_part(character)) {
                    name += character;
                    continue;
                }
                if (values.count(name) != 0) return true;
                name.clear();
            }
        }
    }
    return false;
}

}  // namespace

SwapLoopRead swap_loop_read(const profile::SourcePlace& read) {
    const Code code = code_around(read);
    const std::vector<Assignment> all = assignments_in(code.text);
    for (const Assignment& each : all) {
        if (each.begin >= code.read_end || each.end <= code.read_begin) continue;
        const std::string address = address_of_value(each.value, all);
        if (address.empty()) continue;
        const Names values = names_of(each, all);
        for (const Swap& swap : swaps_in(code.text)) {
            if (address_in(swap.address, all) != address) continue;
            if (values.count(name_in(swap.compare)) == 0) continue;
            if (!is_tested(swap, code.text, values, all)) continue;
            return decides(code.text, each, swap, values) ? SwapLoopRead::decides
                                                          : SwapLoopRead::tested_again;
        }
    }
    return SwapLoopRead::none;
}

}  // namespace workshop::emulator::watch
