// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "null_arguments.hpp"

#include "scheduler.hpp"
#include "watch/argument_names.hpp"

namespace workshop::emulator {
namespace {

/// An argument of the launch that runs, as people count and call it.
struct NullArgument {
    std::size_t number;  ///< from 1
    std::string name;    ///< in the kernel; empty when it is not known
    std::string passed;  ///< by the launch
    std::size_t element_bytes;
};

std::vector<NullArgument> null_arguments(const LaunchArguments& all) {
    std::vector<NullArgument> found;
    const std::string names =
        '(' + std::string(all.parameters != nullptr ? all.parameters : "") + ')';
    for (std::size_t i = 0; i < all.count; ++i) {
        const LaunchArgument& each = all.first[i];
        if (!each.is_pointer || each.address != nullptr) continue;
        const std::string text = all.text != nullptr ? all.text : "";
        found.push_back({i + 1, watch::argument_text(names, i), watch::argument_text(text, i),
                         each.element_bytes});
    }
    return found;
}

bool is_literal(const std::string& text) {
    return text == "nullptr" || text == "NULL" || text == "0";
}

/// "argument 1 of fill (its parameter out)".
std::string argument_words(const NullArgument& argument) {
    return "argument " + std::to_string(argument.number) + " of " + execution.kernel +
           (argument.name.empty() ? "" : " (its parameter " + argument.name + ")");
}

/// ": the launch passes x"; empty when that says nothing new.
std::string passed_words(const NullArgument& argument) {
    if (argument.passed.empty() || argument.passed == argument.name) return {};
    return ": the launch passes " + argument.passed;
}

}  // namespace

bool explain_null_argument(std::uintptr_t address, Diagnostic& diagnostic) {
    // Programs and what they allocate lie higher. An index that leads further is not known as such.
    constexpr std::uintptr_t highest = std::uintptr_t{1} << 32;
    if (execution.call == nullptr || address >= highest) return false;
    const std::vector<NullArgument> found = null_arguments(execution.call->arguments);
    if (found.empty()) return false;
    bool all_literal = true;
    for (const NullArgument& each : found) {
        diagnostic.notes.push_back(argument_words(each) + " is a null pointer" +
                                   passed_words(each));
        all_literal = all_literal && is_literal(each.passed);
    }
    const NullArgument& only = found.front();
    if (found.size() > 1) {
        diagnostic.notes.emplace_back("the access is through one of them");
    } else if (only.element_bytes != 0 && address % only.element_bytes == 0) {
        diagnostic.notes.push_back("the address is that of its element " +
                                   std::to_string(address / only.element_bytes));
    }
    if (all_literal) {
        diagnostic.likely_cause = "the launch passes no memory at all where the kernel uses some";
        diagnostic.next = "pass a pointer that cudaMalloc has set";
    } else {
        diagnostic.likely_cause =
            "its cudaMalloc is missing, comes after the launch, or failed and nobody looked at the "
            "error";
        diagnostic.next = "look at what cudaMalloc returns, and at the pointer before the launch";
    }
    return true;
}

}  // namespace workshop::emulator
