// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_bodies.hpp"

namespace workshop::translator {
namespace {

const Token& at(const Source& source, int i) {
    return source.tokens()[static_cast<std::size_t>(i)];
}

/// The first token of the declaration that the word at i is in.
int declaration_begin(const Source& source, int i) {
    while (i > 0 && at(source, i - 1).directive == at(source, i).directive &&
           !at(source, i - 1).is(";") && !at(source, i - 1).is("{") && !at(source, i - 1).is("}")) {
        --i;
    }
    return i;
}

}  // namespace

int device_body(const Source& source, int i) {
    if (!at(source, i).is("__global__") && !at(source, i).is("__device__")) return -1;
    const int directive = at(source, i).directive;
    for (int token = declaration_begin(source, i);
         token < source.size() && at(source, token).directive == directive; ++token) {
        const Token& word = at(source, token);
        if (word.is("__host__") || word.is("constexpr")) return -1;
        if (token <= i) continue;
        if (word.is("(") && source.closing(token) >= 0) token = source.closing(token);
        if (word.is(";") || word.is("=")) return -1;
        if (word.is("{")) return source.closing(token) >= 0 ? token : -1;
    }
    return -1;
}

int parameters_of(const Source& source, int body) {
    for (int token = body - 1; token > 0 && !at(source, token).is(";"); --token) {
        if (at(source, token).is("}") || at(source, token).is("{")) return -1;
        if (at(source, token).is(")")) return source.opening(token);
    }
    return -1;
}

}  // namespace workshop::translator
