// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "own_arrays.hpp"

#include <set>
#include <vector>

#include "../profile/source_text.hpp"
#include "../scheduler.hpp"
#include "../symbols.hpp"
#include "address_text.hpp"
#include "expressions.hpp"
#include "far_access.hpp"

namespace workshop::emulator::watch {
namespace {

/// "tile" of "images::tile<float>".
std::string last_name(const std::string& function) {
    const std::string name = function.substr(0, function.find('<'));
    const std::size_t colons = name.rfind("::");
    return colons == std::string::npos ? name : name.substr(colons + 2);
}

/// The kernels that a file declares, by the names that stand before an opening bracket.
std::set<std::string> kernels_in(const std::string& file) {
    std::string code;
    for (const std::string& line : profile::source_lines_of(file))
        code += dense_code(line) + ' ';
    std::set<std::string> kernels;
    const std::string mark = "__global__";
    for (std::size_t at = 0; (at = code.find(mark, at)) != std::string::npos;) {
        at += mark.size();
        const std::size_t body = code.find_first_of("{;", at);
        std::string name;
        // `__launch_bounds__(256)` may stand before the name.
        for (std::size_t i = at; i < code.size() && i < body; ++i) {
            if (is_name_part(code[i])) {
                name += code[i];
                continue;
            }
            if (code[i] == '(' && !name.empty()) kernels.insert(name);
            name.clear();
        }
    }
    return kernels;
}

}  // namespace

std::optional<OwnArray> own_array_meant(std::uintptr_t address, const profile::SourcePlace& place) {
    // An index that is wrong by more leads to anything.
    constexpr std::uintptr_t most = 16384;
    const std::set<std::string> names = names_in(profile::source_line(place.file, place.line));
    const std::set<std::string> kernels = kernels_in(place.file);
    std::optional<OwnArray> best;
    std::uintptr_t least = most;
    for (const SharedArray& array : shared_arrays()) {
        const bool own = array.function.empty() || array.function == execution.kernel;
        const auto begin = reinterpret_cast<std::uintptr_t>(array.address);
        const bool inside = address - begin < array.bytes;
        const bool named = names.count(array.name) != 0;
        const bool of_other_kernel = !own && kernels.count(last_name(array.function)) != 0;
        // Any array of its own, and one that is named, is where the address may well belong.
        if (inside && (own || (named && !of_other_kernel))) return std::nullopt;
        if (!own || !named) continue;
        const std::uintptr_t distance =
            address < begin ? begin - address : address - begin - array.bytes + 1;
        if (distance >= least) continue;
        least = distance;
        const std::string of = array.function.empty() ? std::string() : " of " + array.function;
        best = OwnArray{"the shared array " + array.name + of, begin, array.bytes};
    }
    return best;
}

std::string distance_from(const OwnArray& array, std::uintptr_t address) {
    const bool before = address < array.begin;
    const std::uintptr_t distance =
        before ? array.begin - address : address - array.begin - array.bytes + 1;
    return "the address is " + size_text(distance) +
           (before ? " before " : " behind the last byte of ") + array.name + " (" +
           size_text(array.bytes) + ")";
}

}  // namespace workshop::emulator::watch
