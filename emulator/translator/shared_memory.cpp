// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "shared_memory.hpp"

#include <algorithm>

#include "shared_at_file_scope.hpp"

namespace workshop::translator {
namespace {

const Token& at(const Source& source, int i) {
    return source.tokens()[static_cast<std::size_t>(i)];
}

/// The first token of the preprocessor line that token i is in.
int directive_begin(const Source& source, int i) {
    while (i > 0 && at(source, i - 1).directive == at(source, i).directive)
        --i;
    return i;
}

bool is_definition(const Source& source, int first) {
    return source.is(first, "#", first) && source.is(first + 1, "define", first);
}

bool has_parameters(const Source& source, int first) {
    const int open = first + 3;
    return source.is(open, "(", first) && at(source, open).begin == at(source, open - 1).end() &&
           source.closing(open) >= 0;
}

/// The first token behind `#define NAME` or `#define NAME(parameters)`.
int body_begin(const Source& source, int first) {
    return has_parameters(source, first) ? source.closing(first + 3) + 1 : first + 3;
}

/// The first token that is not in the preprocessor line of token i any more.
int directive_end(const Source& source, int i) {
    const int directive = at(source, i).directive;
    while (i < source.size() && at(source, i).directive == directive)
        ++i;
    return i;
}

/// The first token that the declaration around token i can begin with.
int declaration_limit(const Source& source, int i) {
    if (at(source, i).directive == 0) return 0;
    const int first = directive_begin(source, i);
    return is_definition(source, first) ? body_begin(source, first) : first;
}

/// The first token of the declaration that token i is in.
int declaration_begin(const Source& source, int i) {
    const int limit = declaration_limit(source, i);
    int first = i;
    while (first > limit && at(source, first - 1).directive == at(source, i).directive) {
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

/// The ; of the declaration, or what follows a macro that holds all but the ;. -1: there is none.
int declaration_end(const Source& source, int i) {
    const int directive = at(source, i).directive;
    const int limit = directive == 0 ? source.size() : directive_end(source, i);
    for (int j = i; j < limit; ++j) {
        if (at(source, j).directive != at(source, i).directive) continue;
        if (at(source, j).is(";")) return j;
        if (at(source, j).is("{") || at(source, j).is("}")) return -1;
    }
    return directive == 0 ? -1 : limit;
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
    if (at(source, i).directive != 0) return false;  // a macro: nobody knows where it will be used
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

/// Adds tokens of a declaration to the text of a type: without what says where the array lies.
void add_type(const Source& source, int first, int end, const SharedWords& words,
              std::string& type) {
    for (int i = first; i < end; ++i) {
        const Token& token = at(source, i);
        if (token.is("extern") || token.is("__shared__") || token.is("static")) continue;
        if (is_alignment(token) && source.is(i + 1, "(", first) && source.closing(i + 1) >= 0) {
            i = source.closing(i + 1);
            continue;
        }
        const auto word = words.find(std::string(token.text));
        const std::string_view text = word == words.end() ? token.text : word->second.type;
        if (!type.empty() && !text.empty()) type += ' ';
        type += text;
    }
}

/// The name of the first array that is declared; `end` when there is none.
int first_name(const Source& source, int first, int end) {
    for (int i = first; i < end; ++i) {
        if (is_alignment(at(source, i)) && source.is(i + 1, "(", first)) {
            i = source.closing(i + 1);
            if (i < 0) break;
        } else if (i + 1 < end && source.is(i + 1, "[", first)) {
            return i;
        }
    }
    return end;
}

void translate_dynamic(Source& source, int first, int end, const SharedWords& words) {
    int i = first_name(source, first, end);
    std::string type;
    add_type(source, first, i, words, type);
    if (i >= end || type.empty() || has_word(source, first, end - 1, "##")) {
        throw SourceError(at(source, first).line, at(source, first).column,
                          "extern __shared__ declares an array without a size: "
                          "extern __shared__ T name[];");
    }
    std::string declarators;
    std::vector<FileScopeArray> arrays;
    while (i < end) {
        int last = i;
        while (last + 1 < end && !source.is(last + 1, ",", first))
            ++last;
        const std::string one = declarator(source, i, last);
        declarators += (declarators.empty() ? "" : ", ") + one;
        arrays.push_back({std::string(at(source, i).text), type + " " + one + ";"});
        i = last + 2;
    }
    if (is_at_file_scope(source, first)) {
        source.blank(first, source.is(end, ";", first) ? end : end - 1);
        define_in_functions(source, end, arrays);
        return;
    }
    const std::size_t begin = at(source, first).begin;
    const std::size_t behind =
        source.is(end, ";", first) ? at(source, end).begin : at(source, end - 1).end();
    // About as long as "extern __shared__ ", so that the type keeps its column.
    source.replace(begin, behind,
                   "[[maybe_unused]]  " + type + " " + declarators +
                       source.line_ends(begin, behind, at(source, first).directive != 0));
}

/// Whether the macro at `first`, a `#define`, holds the beginning of a declaration and no name.
bool is_shared_word(const Source& source, int first, const SharedWords& words) {
    bool shared = false;
    const int end = directive_end(source, first);
    for (int i = body_begin(source, first); i < end; ++i) {
        const Token& token = at(source, i);
        if (token.is("[") || token.is(";") || token.is("{")) return false;
        shared = shared || token.is("__shared__") || words.count(std::string(token.text)) != 0;
    }
    return shared;
}

SharedWord shared_word(const Source& source, int first, const SharedWords& words) {
    SharedWord word;
    word.place = source.path() + ":" + std::to_string(at(source, first).line);
    word.has_parameters = has_parameters(source, first);
    const int begin = body_begin(source, first);
    const int end = directive_end(source, first);
    add_type(source, begin, end, words, word.type);
    for (int i = begin; i < end; ++i) {
        const auto inner = words.find(std::string(at(source, i).text));
        word.is_extern = word.is_extern || at(source, i).is("extern") ||
                         (inner != words.end() && inner->second.is_extern);
    }
    return word;
}

/// A declaration that begins with a macro, at token i.
void translate_use(Source& source, int i, const SharedWord& word, const SharedWords& words) {
    const int first = declaration_begin(source, i);
    const int end = declaration_end(source, i);
    const bool is_dynamic =
        word.is_extern || (end >= 0 && has_word(source, first, end - 1, "extern"));
    if (!is_dynamic) return;
    if (word.has_parameters || end < 0) {
        throw SourceError(at(source, i).line, at(source, i).column,
                          "the macro " + std::string(at(source, i).text) + " (" + word.place +
                              ") holds a part of a declaration of dynamic shared memory, and the "
                              "CPU device needs all of it in one place; write it out here: "
                              "extern __shared__ T name[];");
    }
    translate_dynamic(source, first, end, words);
}

/// `__shared__ float4 mean;` gets a `{}`: without elided constructors g++ takes it for something to
/// construct. (Not so an array, and the runtime fills all of them anyway.)
void initialise_object(Source& source, int first, int end) {
    if (at(source, first).directive != 0) return;
    for (const char* word : {"[", ",", "="}) {
        if (has_word(source, first, end, word)) return;
    }
    source.replace(at(source, end).begin, at(source, end).begin, "{}");
}

void translate_declaration(Source& source, int i, const SharedWords& words) {
    const int first = declaration_begin(source, i);
    const int end = declaration_end(source, i);
    if (end < 0) return;
    if (has_word(source, first, end - 1, "extern")) {
        translate_dynamic(source, first, end, words);
        return;
    }
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

}  // namespace

void translate_shared_memory(Source& source, SharedWords& words) {
    for (int i = 0; i < source.size(); ++i) {
        const Token& token = at(source, i);
        if (token.directive != 0 && (i == 0 || at(source, i - 1).directive != token.directive)) {
            const int end = directive_end(source, i);
            if (!is_definition(source, i)) {
                if (i + 2 < end && at(source, i + 1).is("undef"))
                    words.erase(std::string(at(source, i + 2).text));
                i = end - 1;
            } else if (is_shared_word(source, i, words)) {
                words[std::string(at(source, i + 2).text)] = shared_word(source, i, words);
                i = end - 1;
            } else {
                words.erase(std::string(at(source, i + 2).text));  // defined anew as something else
                i = std::min(body_begin(source, i), end) - 1;
            }
            continue;
        }
        const auto word = words.find(std::string(token.text));
        if (token.is("__shared__")) {
            translate_declaration(source, i, words);
        } else if (word != words.end()) {
            translate_use(source, i, word->second, words);
        }
    }
}

}  // namespace workshop::translator
