// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "argument_names.hpp"

#include "../scheduler.hpp"

namespace workshop::emulator::watch {
namespace {

std::uintptr_t number(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

/// "x", "a.x" and "x()" as they are; "x + 4" in parentheses.
std::string in_parentheses(const std::string& expression) {
    const bool plain = expression.find_first_of(" +-*/&|?<>=") == std::string::npos ||
                       (expression.front() == '(' && expression.back() == ')');
    return plain ? expression : '(' + expression + ')';
}

}  // namespace

std::string argument_text(const std::string& text, std::size_t index) {
    // A macro that does not name its arguments: which of them these are, the text does not say.
    if (text.find("__VA_ARGS__") != std::string::npos) return {};
    int depth = 0;
    std::size_t place = 0;
    std::string found;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const char character = text[i];
        if (character == '(' || character == '[' || character == '{') ++depth;
        if (character == ')' || character == ']' || character == '}') --depth;
        if (character == ',' && depth == 0) {
            ++place;
        } else if (place == index) {
            found += character;
        }
    }
    const std::size_t first = found.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    return found.substr(first, found.find_last_not_of(' ') - first + 1);
}

std::string name_in_launch(std::uintptr_t address, const void* base, std::size_t bytes) {
    if (execution.call == nullptr) return {};
    const LaunchArguments& all = execution.call->arguments;
    if (all.text == nullptr) return {};
    const LaunchArgument* best = nullptr;
    for (std::size_t i = 0; i < all.count; ++i) {
        const LaunchArgument& each = all.first[i];
        if (each.element_bytes == 0 || number(each.address) - number(base) >= bytes) continue;
        // The nearest one that begins before the place, else the first behind it.
        const bool before = number(each.address) <= address;
        const bool best_before = best != nullptr && number(best->address) <= address;
        const bool better = best == nullptr || (before && !best_before) ||
                            (before == best_before && (before ? each.address > best->address
                                                              : each.address < best->address));
        if (better) best = &each;
    }
    if (best == nullptr) return {};
    // A comma of a template argument, or a macro for several: which is which is not known.
    const bool as_many_names = argument_text(all.text, all.count).empty() &&
                               !argument_text(all.text, all.count - 1).empty();
    if (!as_many_names) return {};
    const std::string name = argument_text(all.text, static_cast<std::size_t>(best - all.first));
    const auto offset = static_cast<std::ptrdiff_t>(address - number(best->address));
    const auto element = static_cast<std::ptrdiff_t>(best->element_bytes);
    if (offset % element != 0) return {};
    return in_parentheses(name) + '[' + std::to_string(offset / element) + ']';
}

}  // namespace workshop::emulator::watch
