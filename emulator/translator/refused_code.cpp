// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "refused_code.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace workshop::translator {
namespace {

const Token& at(const Source& source, int i) {
    return source.tokens()[static_cast<std::size_t>(i)];
}

[[noreturn]] void refuse(const Source& source, int i, const std::string& message) {
    throw SourceError(at(source, i).line, at(source, i).column, message);
}

/// The { around token i, or -1.
int enclosing_brace(const Source& source, int i) {
    for (int j = i - 1; j >= 0; --j) {
        if (at(source, j).directive != 0) continue;
        if (at(source, j).is("}") && source.opening(j) >= 0) {
            j = source.opening(j);
        } else if (at(source, j).is("{")) {
            return j;
        }
    }
    return -1;
}

/// Whether a { opens the body of a class: struct or class stands before it, and no parenthesis.
bool opens_class(const Source& source, int brace) {
    for (int j = brace - 1; j >= 0; --j) {
        const Token& token = at(source, j);
        if (token.is(";") || token.is("{") || token.is("}") || token.is("=")) return false;
        if (token.is(")")) {  // alignas(16), or the parameters of a function
            if (source.opening(j) <= 0) return false;
            j = source.opening(j);
            const Token& before = at(source, j - 1);
            if (!before.is("alignas") && !before.is("__align__") && !before.is("__attribute__")) {
                return false;
            }
        }
        if (token.is("struct") || token.is("class")) return !source.is(j - 1, "enum", j);
    }
    return false;
}

/// The name of the function that is declared behind __global__ at i, or -1.
int name_of_function(const Source& source, int i) {
    for (int j = i + 1; j < source.size() && at(source, j).directive == at(source, i).directive;
         ++j) {
        const Token& token = at(source, j);
        if (token.is(";") || token.is("{") || token.is("=")) return -1;
        if (!token.is("(")) continue;
        if (at(source, j - 1).is("__launch_bounds__") || at(source, j - 1).is("__attribute__")) {
            if (source.closing(j) < 0) return -1;
            j = source.closing(j);
            continue;
        }
        return at(source, j - 1).kind == TokenKind::identifier ? j - 1 : -1;
    }
    return -1;
}

/// The names that only kernels have: no other function, variable or type is declared by them.
std::set<std::string> names_of_kernels_only(const Source& source) {
    std::set<std::string> kernels;
    std::set<int> declared;
    for (int i = 0; i < source.size(); ++i) {
        if (!at(source, i).is("__global__") || at(source, i).directive != 0) continue;
        const int name = name_of_function(source, i);
        if (name < 0) continue;
        kernels.insert(std::string(at(source, name).text));
        declared.insert(name);
    }
    // "void name(" or "auto name =" elsewhere: something else has the name, too.
    for (int i = 1; i < source.size(); ++i) {
        const Token& token = at(source, i);
        if (declared.count(i) != 0 || kernels.count(std::string(token.text)) == 0) continue;
        const Token& before = at(source, i - 1);
        const bool is_declared = (before.kind == TokenKind::identifier && !before.is("return") &&
                                  !before.is("else") && !before.is("do")) ||
                                 before.is("*") || before.is("&") || token.directive != 0;
        if (is_declared) kernels.erase(std::string(token.text));
    }
    return kernels;
}

void check_shared(const Source& source, int i) {
    for (int j = i + 1; j < source.size() && at(source, j).directive == at(source, i).directive;
         ++j) {
        if (at(source, j).is("[") || at(source, j).is("(")) {
            if (source.closing(j) < 0) return;
            j = source.closing(j);
        }
        if (at(source, j).is(";") || at(source, j).is("{")) return;
        if (!at(source, j).is("=")) continue;
        refuse(source, j,
               "a __shared__ variable has no initial value, and nvcc refuses one: let one thread "
               "store it, and put __syncthreads() behind it");
    }
}

}  // namespace

void refuse_what_nvcc_refuses(const Source& source) {
    const std::set<std::string> kernels = names_of_kernels_only(source);
    for (int i = 0; i < source.size(); ++i) {
        const Token& token = at(source, i);
        if (token.directive != 0) continue;
        if (token.is("__shared__")) check_shared(source, i);
        if (token.is("__global__") && name_of_function(source, i) >= 0) {
            const int brace = enclosing_brace(source, i);
            if (brace >= 0 && opens_class(source, brace)) {
                refuse(source, i,
                       "a kernel cannot be a member of a class, and nvcc refuses it: declare it "
                       "outside, and pass what it needs");
            }
        }
        const bool begins = i > 0 && (at(source, i - 1).is(";") || at(source, i - 1).is("{") ||
                                      at(source, i - 1).is("}"));
        if (begins && source.is(i + 1, "(", i) && kernels.count(std::string(token.text)) != 0) {
            refuse(source, i,
                   std::string(token.text) +
                       " is a kernel and is called like an ordinary function, which nvcc refuses; "
                       "launch it: " +
                       std::string(token.text) + "<<<blocks, threads>>>(...)");
        }
    }
}

}  // namespace workshop::translator
