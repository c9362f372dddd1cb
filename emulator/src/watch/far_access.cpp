// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "far_access.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "../scheduler.hpp"
#include "../shared_memory.hpp"
#include "../symbols.hpp"
#include "hot.hpp"
#include "mappings.hpp"

namespace workshop::emulator::watch {
namespace {

std::uintptr_t number(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

/// From an address to the nearest byte of a range.
std::uintptr_t distance_to(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t address) {
    if (address < begin) return begin - address;
    return address < end ? 0 : address - end + 1;
}

std::uintptr_t distance_between(std::uintptr_t a, std::uintptr_t b) {
    return a < b ? b - a : a - b;
}

struct Array {
    std::string name;
    std::uintptr_t begin;
    std::size_t bytes;
    bool shared;
    int fit;  ///< 2: the line names it, and it is the kernel's own; 1: the line names it
    std::uintptr_t distance;
};

/// Whether the line takes an element of what has this name: `name[`.
bool takes_element(const std::string& line, const std::string& name) {
    for (std::size_t at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
        const char before = at == 0 ? ' ' : line[at - 1];
        const std::size_t next = line.find_first_not_of(' ', at + name.size());
        const bool begins = std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '_';
        if (begins && next != std::string::npos && line[next] == '[') return true;
    }
    return false;
}

/// Whether a line may reach memory of a variable by an index or a member: `a[i]`, `*(a + i)`,
/// `a.b`. What is only a number in it, such as threadIdx.x or the size of a matrix, was not meant.
bool is_used_as_array(const std::string& line, const std::string& name) {
    for (const char* built_in : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}) {
        if (name == built_in) return false;
    }
    const std::string starred = '*' + name;
    const std::string in_brackets = "*(" + name;
    return takes_element(line, name) || line.find(name + '.') != std::string::npos ||
           line.find(starred) != std::string::npos || line.find(in_brackets) != std::string::npos;
}

/// Whether a variable holds a pointer that leads nearer to an address than the variable lies: what
/// `p[i]` reaches is not p then.
bool is_pointer_towards(const ProgramVariable& variable, std::uintptr_t address) {
    if (variable.bytes != sizeof(std::uintptr_t)) return false;
    std::uintptr_t value = 0;
    std::memcpy(&value, variable.address, sizeof value);
    return value != 0 &&
           distance_between(value, address) < distance_between(number(variable.address), address);
}

std::vector<Array> arrays_for(std::uintptr_t address, const std::string& line) {
    const std::set<std::string> names = names_in(line);
    std::vector<Array> arrays;
    const auto add = [&](const std::string& name, const void* begin, std::size_t bytes, bool shared,
                         int fit) {
        const std::uintptr_t first = number(begin);
        const std::uintptr_t distance = distance_to(first, first + bytes, address);
        if (distance <= farthest_index)
            arrays.push_back({name, first, bytes, shared, fit, distance});
    };
    for (const SharedArray& array : shared_arrays()) {
        const std::string of = array.function.empty() ? std::string() : " of " + array.function;
        const bool own = array.function.empty() || array.function == execution.kernel;
        add("the shared array " + array.name + of, array.address, array.bytes, true,
            names.count(array.name) == 0 ? 0
            : own                        ? 2
            // An argument may be called like an array of another function.
            : takes_element(line, array.name) ? 1
                                              : 0);
    }
    const std::size_t dynamic = execution.configuration->dynamic_shared_bytes;
    if (dynamic != 0) {
        add("dynamic shared memory", shared_memory().dynamic(), dynamic, true, 0);
    }
    // Most names are soon seen not to be in the line: a mangled one holds all of its words.
    const auto can_be_named = [&](const std::string& mangled, const char*) {
        return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return mangled.find(name) != std::string::npos;
        });
    };
    for (const ProgramVariable& variable :
         program_variables(execution.call->address, can_be_named)) {
        const std::size_t colons = variable.name.rfind("::");
        const std::string last =
            colons == std::string::npos ? variable.name : variable.name.substr(colons + 2);
        if (names.count(last) == 0 || !is_used_as_array(line, last)) continue;
        if (is_pointer_towards(variable, address)) continue;
        std::string name = variable.name;
        const std::string unnamed = "(anonymous namespace)::";
        if (name.compare(0, unnamed.size(), unnamed) == 0) name.erase(0, unnamed.size());
        add("the variable " + name, variable.address, variable.bytes, false, 2);
    }
    return arrays;
}

/// What the line names comes first, then what has elements that lie right, then the nearest.
const Array* best_of(const std::vector<Array>& arrays, std::uintptr_t address, std::size_t bytes) {
    const auto fits = [&](const Array& array) {
        return static_cast<std::ptrdiff_t>(address - array.begin) %
                   static_cast<std::ptrdiff_t>(bytes) ==
               0;
    };
    const auto better = [&](const Array& a, const Array& b) {
        if (a.fit != b.fit) return a.fit > b.fit;
        if (fits(a) != fits(b)) return fits(a);
        return a.distance < b.distance;
    };
    const auto best = std::min_element(arrays.begin(), arrays.end(), better);
    return best == arrays.end() ? nullptr : &*best;
}

std::string count_text(std::uintptr_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::set<std::string> names_in(const std::string& line) {
    const std::string code = line.substr(0, line.find("//"));
    std::set<std::string> names;
    std::string name;
    for (const char character : code + ' ') {
        if (std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_') {
            name += character;
        } else if (!name.empty()) {
            names.insert(name);
            name.clear();
        }
    }
    return names;
}

bool is_mapped(std::uintptr_t address) {
    constexpr std::uintptr_t page_bytes = 4096;
    unsigned char in_memory = 0;
    return mincore(reinterpret_cast<void*>(address & -page_bytes), page_bytes, &in_memory) == 0;
}

bool nobody_may_use(std::uintptr_t address) {
    for (const Region* region :
         {&hot.global, &hot.static_shared, &hot.dynamic_shared, &hot.symbols}) {
        if (is_shadow(*region, address)) return true;
    }
    return mapping_at(address).text.find(" ---") != std::string::npos;
}

/// Any word among the arguments may be a pointer; what lies between them by chance, behind an int
/// for example, is none, and mostly no address of anything.
std::optional<std::uintptr_t> nearest_argument(std::uintptr_t address) {
    const auto* arguments = static_cast<const char*>(execution.call->closure);
    std::optional<std::uintptr_t> nearest;
    for (std::size_t i = 0; i + 8 <= execution.call->closure_bytes; i += 8) {
        std::uintptr_t word = 0;
        std::memcpy(&word, arguments + i, sizeof word);
        if (!is_mapped(word)) continue;
        if (!nearest || distance_between(word, address) < distance_between(*nearest, address)) {
            nearest = word;
        }
    }
    return nearest;
}

bool can_be_far_index(std::uintptr_t address) {
    std::uintptr_t nearest = UINTPTR_MAX;
    for (const SharedArray& array : shared_arrays()) {
        const std::uintptr_t begin = number(array.address);
        nearest = std::min(nearest, distance_to(begin, begin + array.bytes, address));
    }
    const VariableRange variables = range_of_variables(execution.call->address);
    if (variables.end != 0) {
        nearest = std::min(nearest, distance_to(variables.begin, variables.end, address));
    }
    const auto argument = nearest_argument(address);
    return nearest <= farthest_index &&
           (!argument || nearest < distance_between(*argument, address));
}

FarAccess explain_far_access(std::uintptr_t address, std::size_t bytes, const std::string& line,
                             std::uintptr_t too_far) {
    FarAccess result;
    result.heap = is_heap_or_stack(mapping_at(address));
    const std::vector<Array> arrays = arrays_for(address - too_far, line);
    const Array* array = best_of(arrays, address - too_far, bytes);
    if (array == nullptr) return result;
    result.meant = array->fit > 0;
    result.shared = array->shared;
    const std::string name = array->name + " (" + count_text(array->bytes, "byte") + ")";
    result.distance = distance_to(array->begin, array->begin + array->bytes, address);
    const std::string distance = count_text(result.distance, "byte");
    const bool before = address < array->begin;
    result.notes.push_back(result.meant
                               ? "the address is " + distance +
                                     (before ? " before " : " behind the last byte of ") + name
                               : "nearest is " + name + ", " + distance +
                                     (before ? " behind the address" : " before the address"));
    if (!before) result.index = (address - array->begin) / bytes;
    const auto offset = static_cast<std::ptrdiff_t>(address - array->begin);
    const auto size = static_cast<std::ptrdiff_t>(bytes);
    if (result.meant && offset % size == 0) {
        const std::ptrdiff_t index = offset / size;
        const std::size_t elements = array->bytes / bytes;
        result.notes.push_back("it would be element " + std::to_string(index) + ", and there " +
                               (elements == 1 ? "is " : "are ") + count_text(elements, "element"));
    }
    return result;
}

}  // namespace workshop::emulator::watch
