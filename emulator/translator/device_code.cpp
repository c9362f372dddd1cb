// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_code.hpp"

#include <fstream>
#include <sstream>

namespace workshop::translator {
namespace {

const Token& at(const Source& source, int i) {
    return source.tokens()[static_cast<std::size_t>(i)];
}

/// The first token of the declaration that token i is in.
int declaration_begin(const Source& source, int i) {
    int first = i;
    while (first > 0 && at(source, first - 1).directive == at(source, i).directive) {
        const Token& before = at(source, first - 1);
        if (before.is(")") && source.opening(first - 1) >= 0) {  // __align__(16)
            first = source.opening(first - 1);
            continue;
        }
        if (before.kind != TokenKind::identifier) break;
        --first;
    }
    return first;
}

int declaration_end(const Source& source, int i) {
    for (int j = i; j < source.size(); ++j) {
        if (at(source, j).directive != at(source, i).directive) continue;
        if (at(source, j).is(";")) return j;
        if (at(source, j).is("{") || at(source, j).is("}")) return -1;
    }
    return -1;
}

bool is_alignment(const Token& token) {
    return token.is("__align__") || token.is("alignas") || token.is("__attribute__");
}

/// Whether the declaration has the word, outside brackets.
bool has_word(const Source& source, int first, int last, const char* word) {
    for (int i = first; i <= last; ++i) {
        if (source.is(i, word, first)) return true;
    }
    return false;
}

/// One declarator, `s[]` or `s[][32]`, as a pointer.
std::string declarator(const Source& source, int name, int last) {
    const int close = source.closing(name + 1);
    if (close != name + 2) {
        throw SourceError(at(source, name).line, at(source, name).column,
                          "dynamic shared memory is declared without a size: extern __shared__ T " +
                              std::string(at(source, name).text) + "[];");
    }
    const std::string rest = close < last ? source.joined(close + 1, last) : std::string();
    const std::string constant = "*const " + std::string(at(source, name).text);
    return (rest.empty() ? constant : "(" + constant + ")" + rest) +
           " = ::workshop::emulator::dynamic_shared_memory()";
}

/// Whether token i is outside of every function: around it are namespaces at most.
bool is_at_file_scope(const Source& source, int i) {
    int depth = 0;
    for (int j = i - 1; j >= 0; --j) {
        if (at(source, j).directive != 0) continue;
        if (at(source, j).is("}")) ++depth;
        if (!at(source, j).is("{")) continue;
        if (depth > 0) {
            --depth;
            continue;
        }
        int before = j - 1;
        while (before >= 0 &&
               (at(source, before).kind == TokenKind::identifier || at(source, before).is("::"))) {
            if (at(source, before).is("namespace")) break;
            --before;
        }
        const bool is_linkage = j >= 2 && at(source, j - 2).is("extern");  // extern "C" {
        if (before >= 0 && !at(source, before).is("namespace") && !is_linkage) return false;
        if (before < 0 && !is_linkage) return false;
    }
    return true;
}

void translate_dynamic(Source& source, int first, int end) {
    if (is_at_file_scope(source, first)) {
        throw SourceError(at(source, first).line, at(source, first).column,
                          "dynamic shared memory is declared outside of the kernels, which the CPU "
                          "device cannot give an address; declare it in each kernel that uses it");
    }
    std::string type;
    int i = first;
    for (; i < end; ++i) {
        const Token& token = at(source, i);
        if (token.is("extern") || token.is("__shared__") || token.is("static")) continue;
        if (is_alignment(token) && source.is(i + 1, "(", first)) {
            i = source.closing(i + 1);
            continue;
        }
        if (source.is(i + 1, "[", first)) break;
        if (!type.empty()) type += ' ';
        type += token.text;
    }
    if (i >= end || type.empty()) {
        throw SourceError(at(source, first).line, at(source, first).column,
                          "extern __shared__ declares an array without a size: "
                          "extern __shared__ T name[];");
    }
    std::string declarators;
    while (i < end) {
        int last = i;
        while (last + 1 < end && !source.is(last + 1, ",", first))
            ++last;
        declarators += (declarators.empty() ? "" : ", ") + declarator(source, i, last);
        i = last + 2;
    }
    // About as long as "extern __shared__ ", so that the type keeps its column.
    const std::size_t begin = at(source, first).begin;
    source.replace(
        begin, at(source, end).begin,
        "[[maybe_unused]]  " + type + " " + declarators +
            source.line_ends(begin, at(source, end).begin, at(source, first).directive != 0));
}

/// `__shared__ float4 mean;` gets a `{}`: without elided constructors g++ takes it for something to
/// construct. (Not so an array, and the runtime fills all of them anyway.)
void initialise_object(Source& source, int first, int end) {
    for (const char* word : {"[", ",", "="}) {
        if (has_word(source, first, end, word)) return;
    }
    source.replace(at(source, end).begin, at(source, end).begin, "{}");
}

/// asm volatile("..." : ...) as an error that names it.
void refuse_assembly(Source& source, int i) {
    int open = i + 1;
    while (source.is(open, "volatile", i) || source.is(open, "__volatile__", i) ||
           source.is(open, "goto", i)) {
        ++open;
    }
    if (!source.is(open, "(", i) || source.closing(open) < 0) return;
    const std::size_t begin = at(source, i).begin;
    const std::size_t end = at(source, source.closing(open)).end();
    source.replace(begin, end,
                   "static_assert(false, \"inline PTX (asm) is not supported by the CPU device\")" +
                       source.line_ends(begin, end, at(source, i).directive != 0));
}

void refuse_clusters(Source& source, int i) {
    if (!source.is(i + 1, "(", i) || source.closing(i + 1) < 0) return;
    source.replace(at(source, i).begin, at(source, source.closing(i + 1)).end(),
                   "__attribute__((error(\"thread block clusters (__cluster_dims__) are not "
                   "supported by the CPU device\")))");
}

}  // namespace

void translate_shared_memory(Source& source) {
    for (int i = 0; i < source.size(); ++i) {
        if (!at(source, i).is("__shared__")) continue;
        const int first = declaration_begin(source, i);
        const int end = declaration_end(source, i);
        if (end < 0) continue;
        if (has_word(source, first, end, "extern")) {
            translate_dynamic(source, first, end);
        } else {
            initialise_object(source, first, end);
            for (int j = first; j < end; ++j) {
                if (source.is(j, "static", first)) source.blank(j, j);
                // nvcc takes it anywhere; C++ only before everything else.
                if (j > first && source.is(j, "alignas", first) && source.is(j + 1, "(", first)) {
                    const int close = source.closing(j + 1);
                    if (close < 0) break;
                    const std::size_t begin = at(source, first).begin;
                    source.replace(begin, begin, source.joined(j, close) + " ");
                    source.blank(j, close);
                }
            }
        }
    }
}

void translate_device_words(Source& source) {
    for (int i = 0; i < source.size(); ++i) {
        const Token& token = at(source, i);
        if (token.kind != TokenKind::identifier) continue;
        if (token.is("asm") || token.is("__asm__") || token.is("__asm")) refuse_assembly(source, i);
        if (token.is("__cluster_dims__")) refuse_clusters(source, i);
        const bool in_attribute = source.is(i - 1, "(", i) || source.is(i - 1, ",", i);
        if (token.is("__noinline__") && !in_attribute) {
            source.replace(token.begin, token.end(), "__attribute__((noinline))");
        }
    }
}

void check_includes(const Source& source) {
    const std::size_t slash = source.path().rfind('/');
    const std::string folder =
        slash == std::string::npos ? std::string() : source.path().substr(0, slash + 1);
    for (int i = 0; i + 2 < source.size(); ++i) {
        const Token& name = at(source, i + 2);
        if (name.directive == 0 || !source.is(i, "#", i + 2) ||
            !source.is(i + 1, "include", i + 2) || name.kind != TokenKind::string ||
            name.text.size() < 3) {
            continue;
        }
        std::ifstream file(folder + std::string(name.text.substr(1, name.text.size() - 2)));
        if (!file) continue;  // found elsewhere, or not at all: the compiler will say
        std::ostringstream text;
        text << file.rdbuf();
        const std::string included = text.str();
        std::vector<Token> tokens;
        try {
            tokens = tokenize(included);
        } catch (const SourceError&) {
            continue;  // the compiler will say that too
        }
        for (std::size_t t = 0; t < tokens.size(); ++t) {
            const bool dynamic =
                tokens[t].is("extern") && t + 1 < tokens.size() && tokens[t + 1].is("__shared__");
            if (!tokens[t].is("<<<") && !dynamic) continue;
            throw SourceError(
                name.line, name.column,
                std::string(name.text) + " line " + std::to_string(tokens[t].line) +
                    (dynamic ? " declares dynamic shared memory" : " launches a kernel") +
                    ": the CPU device translates .cu files only, not what they "
                    "include; move it into the .cu file");
        }
    }
}

}  // namespace workshop::translator
