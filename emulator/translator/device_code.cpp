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
