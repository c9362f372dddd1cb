// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "shared_at_file_scope.hpp"

#include "device_bodies.hpp"

namespace workshop::translator {
namespace {

const Token& at(const Source& source, int i) {
    return source.tokens()[static_cast<std::size_t>(i)];
}

/// Whether a token of first to last names the array, and not a member or something of a namespace.
bool uses(const Source& source, int first, int last, const std::string& name) {
    for (int i = first; i <= last; ++i) {
        if (!at(source, i).is(name)) continue;
        const Token& before = at(source, i - 1);
        if (!before.is(".") && !before.is("->") && !before.is("::")) return true;
    }
    return false;
}

/// Whether the function has a parameter or a variable of this name: "float name", "float* name".
bool declares(const Source& source, int first, int last, const std::string& name) {
    for (int i = first + 1; i <= last; ++i) {
        if (!at(source, i).is(name)) continue;
        const Token& before = at(source, i - 1);
        const bool is_type = before.kind == TokenKind::identifier && !before.is("return") &&
                             !before.is("sizeof") && !before.is("else") && !before.is("case");
        const bool points = (before.is("*") || before.is("&")) && i > first + 1 &&
                            at(source, i - 2).kind == TokenKind::identifier &&
                            (source.is(i + 1, ",", i) || source.is(i + 1, ")", i));
        if (is_type || points) return true;
    }
    return false;
}

}  // namespace

void define_in_functions(Source& source, int declared, const std::vector<FileScopeArray>& arrays) {
    for (int i = declared; i < source.size(); ++i) {
        const int body = device_body(source, i);
        if (body < 0) continue;
        const int last = source.closing(body);
        const int parameters = parameters_of(source, body);
        std::string definitions;
        for (const FileScopeArray& array : arrays) {
            if (!uses(source, body + 1, last, array.name)) continue;
            if (parameters >= 0 && declares(source, parameters, body, array.name)) continue;
            if (declares(source, body, last, array.name)) continue;
            definitions += " [[maybe_unused]] " + array.definition;
        }
        if (definitions.empty()) continue;
        const std::size_t behind = at(source, body).end();
        source.replace(behind, behind, definitions);
    }
}

}  // namespace workshop::translator
