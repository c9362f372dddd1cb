// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "symbols.hpp"

#include <cxxabi.h>
#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "elf_symbols.hpp"

namespace workshop::emulator {
namespace {

constexpr const char* shared_tag = "B6shared";         // what __shared__ leaves in a mangled name
constexpr const char* managed_tag = "B7managed";       // what __managed__ leaves there
constexpr const char* constant_tag = "B8constant";     // what __constant__ leaves there
constexpr const char* demangled_tag = "[abi:shared]";  // the same, for people

/// A program file that is loaded.
struct Module {
    std::uintptr_t base = 0;
    std::uintptr_t end = 0;
    std::string path;
    ElfSymbols symbols;
};

/// What is loaded, read again when something was loaded since.
struct Modules {
    std::mutex mutex;
    unsigned long long loads = 0;
    std::vector<Module> all;
    std::map<const void*, std::string> kernel_names;
};

Modules& modules() {
    static Modules& all = *new Modules;
    return all;
}

int add_module(dl_phdr_info* object, std::size_t, void* argument) {
    auto& known = *static_cast<Modules*>(argument);
    if (object->dlpi_adds == known.loads) return 1;
    Module module;
    module.base = object->dlpi_addr;
    module.path = *object->dlpi_name != '\0' ? object->dlpi_name : "/proc/self/exe";
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD) continue;
        module.end = std::max(module.end, module.base + segment.p_vaddr + segment.p_memsz);
    }
    module.symbols = read_elf_symbols(module.path.c_str());
    known.all.push_back(std::move(module));
    return 0;
}

int read_loads(dl_phdr_info* object, std::size_t, void* loads) {
    *static_cast<unsigned long long*>(loads) = object->dlpi_adds;
    return 1;
}

/// Call with the mutex held.
void refresh(Modules& known) {
    unsigned long long loads = 0;
    dl_iterate_phdr(read_loads, &loads);
    if (loads == known.loads) return;
    known.all.clear();
    dl_iterate_phdr(add_module, &known);
    known.loads = loads;
}

std::string demangled(const std::string& name) {
    // A name without C++ mangling would be taken for that of a type: "f" for float.
    if (name.compare(0, 2, "_Z") != 0) return name;
    int status = 0;
    char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    std::string result = status == 0 ? text : name;
    std::free(text);
    return result;
}

/// "void ns::k<int>(float*)" -> "ns::k<int>".
std::string without_signature(const std::string& text) {
    static const std::string unnamed = "(anonymous namespace)";
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, unnamed.size(), unnamed) == 0) {
            i += unnamed.size() - 1;
            continue;
        }
        if (text[i] == '<') ++depth;
        if (text[i] == '>') --depth;
        if (depth > 0) continue;
        if (text[i] == ' ') begin = i + 1;  // a return type ends here
        if (text[i] == '(') {
            std::string name = text.substr(begin, i - begin);
            if (name.compare(0, unnamed.size() + 2, unnamed + "::") == 0) {
                name.erase(0, unnamed.size() + 2);
            }
            return name;
        }
    }
    return text;
}

/// The name of a variable, without the tag of __managed__ or __constant__.
std::string name_of_variable(const ElfSymbol& symbol) {
    std::string name = demangled(symbol.name);
    for (const std::string tag : {"[abi:managed]", "[abi:constant]"}) {
        const std::size_t place = name.find(tag);
        if (place != std::string::npos) name.erase(place, tag.size());
    }
    return name;
}

struct FoundSymbol {
    const Module* module = nullptr;
    const ElfSymbol* symbol = nullptr;
};

FoundSymbol find_symbol(const Modules& known, const void* address,
                        std::vector<ElfSymbol> ElfSymbols::*kind) {
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    for (const Module& module : known.all) {
        if (place < module.base || place >= module.end) continue;
        const auto& symbols = module.symbols.*kind;
        const std::uint64_t offset = place - module.base;
        auto after = std::upper_bound(
            symbols.begin(), symbols.end(), offset,
            [](std::uint64_t value, const ElfSymbol& symbol) { return value < symbol.value; });
        if (after == symbols.begin()) return {};
        const ElfSymbol& symbol = *--after;
        if (offset - symbol.value >= std::max<std::uint64_t>(symbol.size, 1)) return {};
        return {&module, &symbol};
    }
    return {};
}

FoundSymbol find_function(const Modules& known, const void* address) {
    return find_symbol(known, address, &ElfSymbols::functions);
}

/// The file that holds a kernel; the first is the program itself.
const Module* module_of(const Modules& known, const void* kernel) {
    const auto place = reinterpret_cast<std::uintptr_t>(kernel);
    for (const Module& module : known.all) {
        if (place >= module.base && place < module.end) return &module;
    }
    return known.all.empty() ? nullptr : &known.all.front();
}

/// How the names of the arrays of a function begin.
std::string prefix_of_locals(const std::string& function) {
    if (function.compare(0, 2, "_Z") == 0) return "_ZZ" + function.substr(2) + "E";
    return "_ZZ" + std::to_string(function.size()) + function + "E";  // extern "C"
}

bool is_shared_array(const ElfSymbol& symbol) {
    return symbol.name.find(shared_tag) != std::string::npos;
}

/// The thread-local storage of a program file for the calling OS thread.
struct Storage {
    std::uintptr_t base;
    char* address;
};
int add_storage(dl_phdr_info* object, std::size_t, void* argument) {
    auto& storage = *static_cast<std::vector<Storage>*>(argument);
    if (object->dlpi_tls_data != nullptr) {
        storage.push_back({object->dlpi_addr, static_cast<char*>(object->dlpi_tls_data)});
    }
    return 0;
}

void add_arrays(const Module& module, char* storage, std::vector<SharedArray>& arrays) {
    for (const ElfSymbol& symbol : module.symbols.thread_locals) {
        if (!is_shared_array(symbol)) continue;
        std::string name = demangled(symbol.name);
        const std::size_t tag = name.find(demangled_tag);
        if (tag != std::string::npos) name.erase(tag);
        std::string function;
        const std::size_t colons = name.rfind("::");
        if (colons != std::string::npos) {
            function = without_signature(name.substr(0, colons));
            name.erase(0, colons + 2);
        }
        arrays.push_back({name, function, storage + symbol.value, symbol.size});
    }
}

}  // namespace

std::size_t static_shared_bytes(const void* kernel, bool with_outer) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    const FoundSymbol found = find_function(known, kernel);
    if (found.symbol == nullptr) return 0;
    const std::string own = prefix_of_locals(found.symbol->name);
    std::size_t bytes = 0;
    for (const ElfSymbol& symbol : found.module->symbols.thread_locals) {
        const bool outside_functions = symbol.name.compare(0, 3, "_ZZ") != 0;
        if (is_shared_array(symbol) &&
            ((outside_functions && with_outer) || symbol.name.compare(0, own.size(), own) == 0)) {
            bytes += symbol.size;
        }
    }
    return bytes;
}

const char* kernel_name(const void* kernel) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    auto& names = known.kernel_names;
    auto name = names.find(kernel);
    if (name == names.end()) {
        const FoundSymbol found = find_function(known, kernel);
        const std::string text = found.symbol == nullptr
                                     ? "unknown kernel"
                                     : without_signature(demangled(found.symbol->name));
        name = names.emplace(kernel, text).first;
    }
    return name->second.c_str();
}

std::vector<SharedArray> shared_arrays() {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    // Asked for at every launch, so the answer for an OS thread is kept.
    static thread_local std::vector<SharedArray> arrays;
    static thread_local unsigned long long loads = 0;
    if (loads != known.loads) {
        loads = known.loads;
        arrays.clear();
        std::vector<Storage> storage;
        dl_iterate_phdr(add_storage, &storage);
        for (const Module& module : known.all) {
            for (const Storage& place : storage) {
                if (place.base == module.base) add_arrays(module, place.address, arrays);
            }
        }
    }
    return arrays;
}

std::string variable_name(const void* address) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    const FoundSymbol found = find_symbol(known, address, &ElfSymbols::variables);
    return found.symbol == nullptr ? std::string() : name_of_variable(*found.symbol);
}

std::optional<TaggedVariable> variable_at(const void* address) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    const FoundSymbol found = find_symbol(known, address, &ElfSymbols::variables);
    if (found.symbol == nullptr) return std::nullopt;
    const std::string& name = found.symbol->name;
    return TaggedVariable{name_of_variable(*found.symbol),
                          reinterpret_cast<const char*>(found.module->base + found.symbol->value),
                          found.symbol->size, name.find(constant_tag) != std::string::npos,
                          name.find(managed_tag) != std::string::npos};
}

std::optional<ManagedVariable> managed_variable(const void* address) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    const FoundSymbol found = find_symbol(known, address, &ElfSymbols::variables);
    if (found.symbol == nullptr || found.symbol->name.find(managed_tag) == std::string::npos) {
        return std::nullopt;
    }
    return ManagedVariable{reinterpret_cast<const char*>(found.module->base + found.symbol->value),
                           found.symbol->size};
}

std::optional<ProgramVariable> program_variable(const void* address) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    const FoundSymbol found = find_symbol(known, address, &ElfSymbols::variables);
    if (found.symbol == nullptr) return std::nullopt;
    return ProgramVariable{name_of_variable(*found.symbol),
                           reinterpret_cast<const char*>(found.module->base + found.symbol->value),
                           found.symbol->size};
}

std::vector<ProgramVariable> program_variables(
    const void* kernel, const std::function<bool(const std::string&, const char*)>& wanted) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    std::vector<ProgramVariable> found;
    const Module* module = module_of(known, kernel);
    if (module == nullptr) return found;
    for (const ElfSymbol& symbol : module->symbols.variables) {
        const auto* address = reinterpret_cast<const char*>(module->base + symbol.value);
        if (symbol.size == 0 || !wanted(symbol.name, address)) continue;
        found.push_back({name_of_variable(symbol), address, symbol.size});
    }
    return found;
}

std::vector<ProgramVariable> constant_variables(const void* kernel) {
    return program_variables(kernel, [](const std::string& name, const char*) {
        return name.find(constant_tag) != std::string::npos;
    });
}

VariableRange range_of_variables(const void* kernel) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    const Module* module = module_of(known, kernel);
    if (module == nullptr || module->symbols.variables.empty()) return {0, 0};
    const ElfSymbol& last = module->symbols.variables.back();
    return {module->base + module->symbols.variables.front().value,
            module->base + last.value + last.size};
}

std::string function_name(const void* address) {
    Modules& known = modules();
    const std::lock_guard lock(known.mutex);
    refresh(known);
    const FoundSymbol found = find_function(known, address);
    return found.symbol == nullptr ? std::string()
                                   : without_signature(demangled(found.symbol->name));
}

}  // namespace workshop::emulator
