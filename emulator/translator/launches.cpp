// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "launches.hpp"

namespace workshop::translator {
namespace {

const Token& at(const Source& source, int i) {
    return source.tokens()[static_cast<std::size_t>(i)];
}

[[noreturn]] void fail(const Token& token, const std::string& message) {
    throw SourceError(token.line, token.column, message);
}

/// Words that can stand before a parenthesis without being the name of what is called.
bool is_statement_word(std::string_view word) {
    for (const char* each :
         {"return", "else", "do", "case", "co_return", "throw", "and", "or", "not"}) {
        if (word == each) return true;
    }
    return false;
}

bool is_name(const Source& source, int i, int like) {
    return i >= 0 && at(source, i).directive == at(source, like).directive &&
           at(source, i).kind == TokenKind::identifier && !is_statement_word(at(source, i).text);
}

/// The < that opens the template arguments whose last > is at i, or -1.
int template_opening(const Source& source, int i) {
    int depth = 0;
    for (int j = i; j >= 0 && at(source, j).directive == at(source, i).directive; --j) {
        const Token& token = at(source, j);
        if (token.is(">")) {
            ++depth;
        } else if (token.is(">>>")) {
            depth += 3;
        } else if (token.is("<")) {
            if (--depth == 0) return j;
        } else if (token.is(")") || token.is("]") || token.is("}")) {
            j = source.opening(j);
            if (j < 0) return -1;
        } else if (token.is(";") || token.is("{") || token.is("(") || token.is("[")) {
            return -1;
        }
    }
    return -1;
}

/// Whether token i closes template arguments; three at once are one token.
bool ends_template(const Source& source, int i) {
    return i >= 0 && (at(source, i).is(">") || at(source, i).is(">>>"));
}

/// The first token of a name that a macro pastes together, as in kernel##N; i when it is not.
int pasted_begin(const Source& source, int i, int like) {
    while (source.is(i - 1, "##", like) && is_name(source, i - 2, like))
        i -= 2;
    return i;
}

/// The first token of the expression that ends right before token `launch`.
int callee_begin(const Source& source, int launch) {
    int i = launch - 1;
    for (;;) {
        // i is the last token of a name, a call, an index or a parenthesised expression.
        if (i < 0 || at(source, i).directive != at(source, launch).directive) return -1;
        if (at(source, i).is(")") || at(source, i).is("]")) {
            const int open = source.opening(i);
            if (open < 0) return -1;
            const bool more = is_name(source, open - 1, launch) ||
                              source.is(open - 1, ")", launch) ||
                              source.is(open - 1, "]", launch) || ends_template(source, open - 1);
            if (!more) return at(source, i).is("]") ? -1 : open;
            i = open - 1;
            continue;
        }
        if (ends_template(source, i)) i = template_opening(source, i) - 1;
        if (!is_name(source, i, launch)) return -1;
        i = pasted_begin(source, i, launch);
        while (source.is(i - 1, "template", launch))
            --i;
        if (source.is(i - 1, "::", launch)) {
            const int before = i - 2;
            const bool qualified = is_name(source, before, launch) || ends_template(source, before);
            if (!qualified) return i - 1;
            i = before;
        } else if (source.is(i - 1, ".", launch) || source.is(i - 1, "->", launch)) {
            i -= 2;
        } else {
            return i;
        }
    }
}

/// The >>> that ends the configuration opened at `launch`, or -1.
int configuration_end(const Source& source, int launch) {
    for (int i = launch + 1; i < source.size(); ++i) {
        const Token& token = at(source, i);
        if (token.directive != at(source, launch).directive) {
            if (at(source, launch).directive != 0) return -1;  // the end of a #define
            continue;
        }
        if (token.is(">>>")) return i;
        if (token.is(";") || token.is("}") || token.is("<<<")) return -1;
        // Braces belong to a value, {4} or dim3{4}, but to a function body after a ')'.
        if (token.is("{") && source.is(i - 1, ")", launch)) return -1;
        if (token.is("(") || token.is("[") || token.is("{")) {
            i = source.closing(i);
            if (i < 0) return -1;
        }
    }
    return -1;
}

int count_values(const Source& source, int first, int last) {
    int values = 1;
    for (int i = first; i <= last; ++i) {
        const Token& token = at(source, i);
        if (token.is("(") || token.is("[") || token.is("{")) i = source.closing(i);
        if (i < 0) break;
        if (at(source, i).is(",")) ++values;
    }
    return values;
}

void check_launch(const Source& source, int launch, int callee, int end) {
    const Token& token = at(source, launch);
    if (callee < 0) {
        if (token.column == 1 && source.is(launch + 1, "<<<", launch)) {
            fail(token, "a conflict marker is left from merging");
        }
        fail(token, "no kernel is named before this '<<<'");
    }
    if (end < 0) fail(token, "this '<<<' of a launch has no matching '>>>'");
    if (end == launch + 1) {
        fail(at(source, end), "the launch names no grid and block: write <<<grid, block>>>");
    }
    const int values = count_values(source, launch + 1, end - 1);
    // One name may be a macro for several values.
    if (values > 4 || (values == 1 && at(source, end - 1).kind != TokenKind::identifier)) {
        fail(token,
             "a launch takes 2 to 4 values between <<< and >>> (grid, block, bytes of dynamic "
             "shared memory, stream), not " +
                 std::to_string(values));
    }
    if (!source.is(end + 1, "(", launch)) {
        fail(at(source, end), "the arguments of the kernel are missing: expected '(' after '>>>'");
    }
    const int close = source.closing(end + 1);
    if (close < 0) fail(at(source, end + 1), "this '(' of a launch has no matching ')'");
    for (int i = end + 1; i < close; ++i) {
        const bool begins =
            i == end + 1 || (at(source, i).is(",") && source.depth(i) == source.depth(end + 2));
        if (begins && source.is(i + 1, "{", launch)) {
            fail(at(source, i + 1),
                 "a kernel argument in braces needs its type on the CPU device: "
                 "write T{...}");
        }
    }
}

/// Whether token i is all of an argument of the call that is opened at `open`.
bool is_whole_argument(const Source& source, int i, int open) {
    const bool begins = source.is(i - 1, "(", open) || source.is(i - 1, ",", open);
    const bool ends = source.is(i + 1, ")", open) || source.is(i + 1, ",", open);
    return begins && ends && source.depth(i) == source.depth(open) + 1;
}

/// An argument NULL as nullptr, and 0 as what may become either: on its way to the kernel it would
/// be a number.
/// @return whether there is a 0
bool translate_null_arguments(Source& source, int open) {
    const int close = source.closing(open);
    bool zero = false;
    for (int i = open + 1; i < close; ++i) {
        const Token& token = at(source, i);
        if ((!token.is("NULL") && !token.is("0")) || !is_whole_argument(source, i, open)) continue;
        zero = zero || token.is("0");
        source.replace(token.begin, token.end(),
                       token.is("0") ? "::workshop::emulator::Zero()" : "nullptr");
    }
    return zero;
}

bool is_word_of_a_type(std::string_view word) {
    for (const char* each : {"const", "volatile", "unsigned", "signed", "char", "short", "int",
                             "long", "float", "double", "bool", "__restrict__"}) {
        if (word == each) return true;
    }
    return false;
}

/// The name that is declared by the tokens of a parameter; empty when it has none.
std::string parameter_name(const Source& source, int first, int last) {
    int end = first;
    while (end <= last && !at(source, end).is("=") && !at(source, end).is("["))
        ++end;
    const int name = end - 1;
    if (name <= first || at(source, name).kind != TokenKind::identifier) return {};
    if (is_word_of_a_type(at(source, name).text)) return {};
    return source.is(name - 1, "::", name) ? std::string() : std::string(at(source, name).text);
}

/// "out, in, n" from the parameters between two parentheses; empty when one has no name.
std::string parameter_names(const Source& source, int open, int close) {
    std::string names;
    int angles = 0;
    int first = open + 1;
    for (int i = first; i <= close; ++i) {
        const Token& token = at(source, i);
        if (token.is("<")) ++angles;
        if (token.is(">")) --angles;
        if (i != close && (token.is("(") || token.is("[") || token.is("{"))) {
            i = source.closing(i);
            if (i < 0) return {};
        }
        if (i != close && !(at(source, i).is(",") && angles == 0)) continue;
        const std::string name = parameter_name(source, first, i - 1);
        if (name.empty()) return {};
        names += (names.empty() ? "" : ", ") + name;
        first = i + 1;
    }
    return names;
}

/// Whether the declaration around token i, the name of a function, is that of a kernel.
bool declares_kernel(const Source& source, int i) {
    for (int j = i - 1; j >= 0 && at(source, j).directive == at(source, i).directive; --j) {
        const Token& token = at(source, j);
        if (token.is("__global__")) return true;
        if (token.is(")") && source.opening(j) >= 0) {  // __launch_bounds__(128)
            j = source.opening(j);
        } else if (token.is(";") || token.is("{") || token.is("}") || token.is("=")) {
            return false;
        }
    }
    return false;
}

/// The names of a kernel's parameters, when the source declares one of that name, and in one way
/// only.
std::string names_of_kernel(const Source& source, std::string_view kernel) {
    std::string found;
    for (int i = 0; i + 1 < source.size(); ++i) {
        if (!at(source, i).is(kernel) || !source.is(i + 1, "(", i) || !declares_kernel(source, i)) {
            continue;
        }
        const int close = source.closing(i + 1);
        const std::string names = close < 0 ? "" : parameter_names(source, i + 1, close);
        if (names.empty() || (!found.empty() && names != found)) return {};
        found = names;
    }
    return found;
}

/// The name of what is called, without template arguments and what it is a member of.
std::string_view called_name(const Source& source, int callee, int launch) {
    int i = launch - 1;
    if (ends_template(source, i)) i = template_opening(source, i) - 1;
    // Of kernel##N the end says nothing.
    const bool named = i >= callee && at(source, i).kind == TokenKind::identifier &&
                       !source.is(i - 1, "##", launch);
    return named ? at(source, i).text : std::string_view();
}

/// Whether a kernel is named without anything that has to be computed: a::k<4>, but not ks[1].
bool is_plain_name(const Source& source, int callee, int launch) {
    int i = launch - 1;
    while (i >= callee) {
        if (ends_template(source, i)) i = template_opening(source, i) - 1;
        if (i < callee) return false;
        const Token& token = at(source, i--);
        const bool of_name = token.is("::") || token.is("##");
        if (token.kind != TokenKind::identifier && !of_name) return false;
    }
    return true;
}

void translate_launch(Source& source, int launch) {
    const int callee = callee_begin(source, launch);
    const int end = configuration_end(source, launch);
    check_launch(source, launch, callee, end);

    const Token& first = at(source, callee);
    const Token& open = at(source, end + 1);
    const std::string name = source.joined(callee, launch - 1);
    // A #line cannot stand inside a #define, and should not stand inside a macro's arguments.
    const bool one_line = first.directive != 0 || source.depth(callee) > 0;
    const auto place = [&](int i) {
        return one_line ? std::string() : source.line_directive(at(source, i));
    };
    const auto text = [&](int from, int to) {
        return one_line ? source.joined(from, to) : std::string(source.slice(from, to));
    };
    std::string result;
    // The space: `default:kernel<<<...>>>` must not become `default:::workshop`.
    result += " ::workshop::emulator::configure(";
    result += place(launch + 1) + text(launch + 1, end - 1);
    result += ") << [&](auto... workshop_a) { ";
    // Wherever the kernel is named again, it is at its own line and column: the name may be wrong.
    const std::string named = place(callee) + text(callee, launch - 1);
    const std::string call = named + "(workshop_a...);";
    const bool zero = translate_null_arguments(source, end + 1);
    if (zero) {
        // Asked for its type only: which arguments the kernel takes. Asked here, because clang++ 14
        // does not find local variables when it comes to that later.
        result += "const auto workshop_n = [](auto... workshop_b) -> decltype(" + named +
                  "(workshop_b...)) {}; constexpr auto workshop_z = "
                  "::workshop::emulator::null_zeros<decltype(workshop_n), "
                  "decltype(workshop_a)...>(); ";
    }
    // The text of the arguments, and what the kernel calls them, for messages.
    const int last = source.closing(end + 1);
    const std::string_view called = called_name(source, callee, launch);
    const std::string arguments =
        (zero ? "::workshop::emulator::name_with_zeros(workshop_z, \""
              : "::workshop::emulator::name_arguments(\"") +
        escaped(source.joined(end + 1, last)) + "\", \"" +
        (called.empty() ? std::string() : names_of_kernel(source, called)) +
        "\", workshop_a...)); ";
    const std::string visited = "[&](auto workshop_k) -> decltype(workshop_k(" + named +
                                ")) { return workshop_k(" + named + "); })";
    const std::string prepare =
        "return ::workshop::emulator::prepare_call(\"" + escaped(name) + "\", [=]() mutable { ";
    // A pointer to a kernel may lie in memory that no thread may read: it is fetched here.
    result += "[[maybe_unused]] const auto workshop_f = ::workshop::emulator::" +
              std::string(is_plain_name(source, callee, launch) ? "pointer_to_kernel"
                                                                : "value_of_kernel") +
              "<decltype(workshop_a)...>(" + visited + "; ";
    result += "if constexpr (::workshop::emulator::is_pointer_to_kernel<decltype(workshop_f)>) { " +
              prepare +
              "workshop_f(workshop_a...); }, reinterpret_cast<const void*>(workshop_f), " +
              arguments + "} else { " + prepare;
    if (zero) {
        result +=
            "if constexpr (::workshop::emulator::takes_numbers<decltype(workshop_n), "
            "decltype(workshop_a)...>()) " +
            named + "(::workshop::emulator::as_number(workshop_a)...); else ";
    }
    result += call + " }, ";
    result += zero ? "::workshop::emulator::find_kernel_address<decltype("
                     "::workshop::emulator::as_number(workshop_a))...>("
                   : "::workshop::emulator::find_kernel_address<decltype(workshop_a)...>(";
    result += visited + ", " + arguments + "} }";
    if (one_line) {
        result += source.line_ends(first.begin, open.begin, first.directive != 0);
    } else {
        result += source.line_directive(open);
    }
    source.replace(first.begin, open.begin, result);
}

/// Where the type of a cast to void* ends that begins behind token i; else -1.
int behind_void_pointer(const Source& source, int i, int like) {
    if (source.is(i + 1, "const", like)) ++i;
    if (!source.is(i + 1, "void", like)) return -1;
    ++i;
    if (source.is(i + 1, "const", like)) ++i;
    return source.is(i + 1, "*", like) ? i + 2 : -1;
}

/// cudaLaunchKernel((void*)kernel, ...) or with reinterpret_cast<const void*>(kernel): without the
/// cast the types of the parameters are known.
void uncast_kernel(Source& source, int function) {
    if (!source.is(function + 1, "(", function)) return;
    const int first = function + 2;
    const bool named =
        source.is(first, "reinterpret_cast", function) && source.is(first + 1, "<", function);
    if (!named && !source.is(first, "(", function)) return;
    const int end = behind_void_pointer(source, named ? first + 1 : first, function);
    if (end < 0 || !source.is(end, named ? ">" : ")", function)) return;
    source.blank(first, end);
}

}  // namespace

void translate_launches(Source& source) {
    for (int i = 0; i < source.size(); ++i) {
        const Token& token = at(source, i);
        if (token.is("<<<")) translate_launch(source, i);
        if (token.is("cudaLaunchKernel") || token.is("cudaLaunchCooperativeKernel")) {
            uncast_kernel(source, i);
        }
    }
}

}  // namespace workshop::translator
