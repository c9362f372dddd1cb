// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "host_functions.hpp"

#include <algorithm>
#include <string>

#include "device_bodies.hpp"

namespace workshop::translator {
namespace {

const Token& at(const Source& source, int i) {
    return source.tokens()[static_cast<std::size_t>(i)];
}

struct HostFunction {
    const char* name;
    const char* instead;
};

/// Constants of the host are told with their names in CUDA's headers.
constexpr const char* limits = "use a constant of <cmath> or <cfloat>: INFINITY, NAN, FLT_MAX";

constexpr HostFunction host_functions[] = {
    {"max", "use fmaxf(a, b), max(a, b) of CUDA, or a > b ? a : b"},
    {"min", "use fminf(a, b), min(a, b) of CUDA, or a < b ? a : b"},
    {"clamp", "use min(max(value, low), high) of CUDA"},
    {"swap", "exchange the two through a variable"},
    {"exchange", "keep the old value in a variable"},
    {"accumulate", "write the loop"},
    {"reduce", "write the loop"},
    {"fill", "write the loop"},
    {"fill_n", "write the loop"},
    {"copy", "write the loop"},
    {"sort", "write the loop"},
    {"min_element", "write the loop"},
    {"max_element", "write the loop"},
    {"minmax", "use min(a, b) and max(a, b) of CUDA"},
    {"gcd", "write the loop"},
    {"size", "name the number of elements with a constant"},
};

/// The token behind the arguments of a template that open at i, or i where none do.
int behind_template_arguments(const Source& source, int i) {
    if (!source.is(i, "<", i)) return i;
    int open = 0;
    for (; i < source.size() && !at(source, i).is(";"); ++i) {
        if (at(source, i).is("<")) ++open;
        if (at(source, i).is(">") && --open == 0) return i + 1;
    }
    return i;
}

/// Whether the [ at i opens the size of an array that is declared, not an index.
bool is_size_of_array(const Source& source, int i) {
    while (source.is(i - 1, "]", i) && source.opening(i - 1) >= 0)
        i = source.opening(i - 1);
    const Token& before_name = at(source, std::max(i - 2, 0));
    return before_name.is(">") ||
           (before_name.kind == TokenKind::identifier && !before_name.is("return"));
}

/// Whether the call from first to last stands where only a constant can: nvcc works that out
/// itself.
bool is_constant(const Source& source, int first, int last, int body) {
    const bool ends_argument = source.is(last + 1, ">", first) || source.is(last + 1, ",", first);
    if (source.is(first - 1, "<", first) && ends_argument) return true;
    for (int before = first - 1; before > body; --before) {
        const Token& token = at(source, before);
        if (token.is(";") || token.is("{") || token.is("}")) break;
        if (token.is("]") || token.is(")")) {
            if (source.opening(before) < 0) break;
            before = source.opening(before);
            continue;
        }
        if (token.is("[") && is_size_of_array(source, before)) return true;
        for (const char* word : {"constexpr", "static_assert", "case", "decltype", "sizeof"}) {
            if (token.is(word)) return true;
        }
    }
    return false;
}

/// Refuses what stands at i, when it is std::NAME( of the list or a value of numeric_limits.
void check(const Source& source, int i, int body) {
    if (!source.is(i, "std", i) || !source.is(i + 1, "::", i) || i + 2 >= source.size()) return;
    const Token& name = at(source, i + 2);
    const int behind = behind_template_arguments(source, i + 3);
    std::string function;
    std::string instead;
    int open = behind;
    if (name.is("numeric_limits") && source.is(behind, "::", i) && behind + 2 < source.size() &&
        source.is(behind + 2, "(", i)) {
        open = behind + 2;
        function = "std::" + source.joined(i + 2, behind + 1) + "()";
        instead = limits;
    } else if (source.is(behind, "(", i)) {
        for (const HostFunction& known : host_functions) {
            if (!name.is(known.name)) continue;
            function = std::string("std::") + known.name + "()";
            instead = known.instead;
        }
    }
    if (function.empty() || source.closing(open) < 0) return;
    if (is_constant(source, i, source.closing(open), body)) return;
    throw SourceError(
        at(source, i).line, at(source, i).column,
        function + " is a function of the host, and nvcc refuses it in device code; " + instead);
}

bool allowed = false;

}  // namespace

void allow_host_functions() {
    allowed = true;
}

void refuse_host_functions(const Source& source) {
    if (allowed) return;
    for (int i = 0; i < source.size(); ++i) {
        const int body = device_body(source, i);
        if (body < 0) continue;
        for (int inside = body + 1; inside < source.closing(body); ++inside)
            check(source, inside, body);
    }
}

}  // namespace workshop::translator
