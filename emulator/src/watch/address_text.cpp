// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "address_text.hpp"

#include "../api_messages.hpp"
#include "../device_heap.hpp"
#include "../profile/source_text.hpp"
#include "../symbols.hpp"
#include "argument_names.hpp"
#include "enclosed_matrices.hpp"
#include "far_access.hpp"
#include "lifecycle.hpp"
#include "lost_index.hpp"
#include "mappings.hpp"
#include "meant_argument.hpp"
#include "memory_text.hpp"
#include "named_variables.hpp"
#include "own_arrays.hpp"

namespace workshop::emulator::watch {

std::string kind_word(AccessKind kind) {
    switch (kind) {
        case AccessKind::read:
            return "read";
        case AccessKind::write:
            return "write";
        default:
            return "atomic";
    }
}

const std::string one_past_text =
    "an index one past the last value: of an odd number of values, the middle one has no partner";

std::string size_text(std::size_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

namespace {

void explain_host_memory(std::uintptr_t address, Diagnostic& diagnostic) {
    diagnostic.what += ": the address is memory of the host";
    const void* pointer = reinterpret_cast<const void*>(address);
    if (is_program_data(pointer)) {
        const std::string name = variable_name(pointer);
        diagnostic.notes.push_back(name.empty() ? "it is text or a constant of the program"
                                                : "it is the variable " + name);
        diagnostic.likely_cause =
            "an array or a variable outside of functions, or text in quotes, that a launch "
            "passes; of a __device__ variable, too, & gives the host's address";
        diagnostic.next =
            "pass memory of cudaMalloc, and copy with cudaMemcpy; the address of a __device__ "
            "variable comes from cudaGetSymbolAddress";
        return;
    }
    if (nobody_may_use(address)) {
        diagnostic.likely_cause =
            "an index far outside an array: a row number or an offset that was cut to 32 bits, for "
            "example";
        diagnostic.next =
            "compute rows, and row * ld, in 64 bits (std::int64_t); print the index, and compare "
            "it with the size";
        return;
    }
    if (const auto freed = freed_page_locked(reinterpret_cast<const void*>(address))) {
        const std::string function = freed->allocated ? "cudaFreeHost" : "cudaHostUnregister";
        diagnostic.notes.push_back("it was in page-locked memory of " + size_text(freed->bytes) +
                                   " until " + function + "() gave that back");
        diagnostic.likely_cause = function + " before the last kernel that uses the memory";
        diagnostic.next = "call it later, or forget the pointer then";
        return;
    }
    diagnostic.likely_cause = "a pointer from new, malloc, std::vector or & of a variable";
    diagnostic.next = "pass memory of cudaMalloc, and copy with cudaMemcpy";
}

std::string line_of(const Located& located) {
    return profile::source_line(located.here.file, located.here.line);
}

void explain_variable_name(std::uintptr_t address, Diagnostic& diagnostic) {
    diagnostic.what += ": the address is memory of the host";
    const NamedVariable* variable = named_variable(address);
    if (variable == nullptr) return;
    diagnostic.notes.push_back(variable->argument + " is the " + variable->kind + " variable " +
                               variable->name);
    diagnostic.likely_cause =
        "the name of a " + std::string(variable->kind) + " variable is not its address on the host";
    diagnostic.next = "pass the pointer that cudaGetSymbolAddress() gives, or use " +
                      variable->name + " by its name in the kernel";
}

FarAccess far_access_of(const Located& located, std::uintptr_t too_far = 0) {
    return explain_far_access(located.finding.address, located.finding.bytes, line_of(located),
                              too_far);
}

std::string page_locked_distance(std::uintptr_t address, const MemoryRange& memory) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.base);
    const std::string name = name_in_launch(address, memory.base, memory.bytes);
    const bool before = address < begin;
    const std::uintptr_t distance = before ? begin - address : address - begin - memory.bytes + 1;
    return "the address is " + (name.empty() ? name : name + ", ") + size_text(distance) +
           (before ? " before " : " behind the last byte of ") + "page-locked memory of " +
           size_text(memory.bytes) + " at " + address_text(memory.base);
}

void explain_page_locked_end(const Finding& finding, Diagnostic& diagnostic) {
    diagnostic.what += ": the address is out of bounds";
    if (const auto memory = page_locked_beside(finding.address))
        diagnostic.notes.push_back(page_locked_distance(finding.address, *memory));
    diagnostic.likely_cause = "an index outside the array";
    diagnostic.next = "compare the index with the size before the access";
}

/// Whether the line uses the array by its own name, and its index does not fit into 32 bits: no
/// unsigned int was too small for it.
bool is_past_32_bits(const Located& located, const WrappedIndex& wrapped, const FarAccess& access) {
    constexpr std::uintptr_t all = std::uintptr_t{1} << 32;
    const Finding& finding = located.finding;
    if (access.meant) return access.index >= all;
    const char* base = finding.meant         ? finding.meant->base
                       : wrapped.page_locked ? wrapped.page_locked->base
                                             : nullptr;
    const std::size_t bytes = finding.meant         ? finding.meant->bytes
                              : wrapped.page_locked ? wrapped.page_locked->bytes
                                                    : 0;
    for (const void* argument : arguments_in(line_of(located), finding.party.kind)) {
        const auto begin = reinterpret_cast<std::uintptr_t>(argument);
        if (begin - reinterpret_cast<std::uintptr_t>(base) >= bytes) continue;
        return (finding.address - begin) / wrapped.element_bytes >= all;
    }
    return false;
}

void explain_wrapped_index(const Located& located, Diagnostic& diagnostic) {
    FarAccess access;
    const Finding& finding = located.finding;
    const auto wrapped = wrapped_index(finding.address, finding.bytes);
    const std::string what = "memcheck: Invalid ";
    const std::string rest = kind_word(finding.party.kind) + " of size " +
                             size_text(finding.bytes) + ": the address is out of bounds";
    if (finding.meant) {
        diagnostic.what = what + space_word(Space::global) + " " + rest;
        for (std::string& note : distance_text(finding))
            diagnostic.notes.push_back(note);
    } else if (wrapped && wrapped->page_locked) {
        diagnostic.what = what + space_word(Space::global) + " " + rest;
        diagnostic.notes.push_back(page_locked_distance(finding.address, *wrapped->page_locked));
    } else {
        access = far_access_of(located, wrapped ? wrapped->too_far() : 0);
        diagnostic.what = what + (access.shared ? space_word(Space::shared) + " " : "") + rest;
        diagnostic.notes.insert(diagnostic.notes.end(), access.notes.begin(), access.notes.end());
    }
    if (wrapped && is_past_32_bits(located, *wrapped, access)) {
        diagnostic.likely_cause = "an index of 2^32 or more, computed in 64 bits";
        diagnostic.next = "print the index, and compare it with the size before the access";
        return;
    }
    diagnostic.likely_cause =
        "an unsigned index that went below 0: in unsigned int, 0 - 1 is 4294967295";
    if (wrapped && finding.meant) {
        const std::uintptr_t offset =
            finding.address - reinterpret_cast<std::uintptr_t>(finding.meant->base);
        const std::uintptr_t index = offset / wrapped->element_bytes;
        diagnostic.notes.push_back(std::to_string(index) + " is " + wrapped_text(index));
        if (index >= std::uintptr_t{1} << 32) {
            diagnostic.likely_cause += "; or an index of 2^32 or more, computed in 64 bits";
        }
    }
    diagnostic.next = "compare before you subtract, as in i > 0, or compute the index with a sign";
}

/// An index that leads far away from the array that the line names.
void explain_far_index(const Finding& finding, const FarAccess& access, Diagnostic& diagnostic) {
    const std::string space = access.shared ? space_word(Space::shared) + " " : "";
    diagnostic.what = "memcheck: Invalid " + space + kind_word(finding.party.kind) + " of size " +
                      size_text(finding.bytes) + ": the address is out of bounds";
    diagnostic.notes.insert(diagnostic.notes.end(), access.notes.begin(), access.notes.end());
    constexpr std::uintptr_t near_by = 4096;
    if (access.distance < near_by) {
        diagnostic.likely_cause = "an index outside the array";
        diagnostic.next = "compare the index with the size before the access";
        return;
    }
    diagnostic.likely_cause = "an index far outside the array";
    diagnostic.next = "print the index, and compare it with the size before the access";
}

void explain_far_away(const Located& located, Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    const FarAccess access = far_access_of(located);
    const bool stored = is_behind_stored_pointer(finding.address, line_of(located));
    if (access.meant && !stored) {
        explain_far_index(finding, access, diagnostic);
        return;
    }
    if (access.heap || stored) {
        explain_host_memory(finding.address, diagnostic);
        return;
    }
    diagnostic.what = "memcheck: Invalid " + kind_word(finding.party.kind) + " of size " +
                      size_text(finding.bytes) +
                      ": the address is outside of every allocation and array";
    diagnostic.notes.insert(diagnostic.notes.end(), access.notes.begin(), access.notes.end());
    diagnostic.likely_cause =
        "an index far outside an array, or a pointer of the host (new, malloc, std::vector)";
    diagnostic.next = "print the address and the index; pass memory of cudaMalloc only";
}

/// Whether an address lies so far before an allocation that no row of a matrix is as long.
bool is_far_below(const Finding& finding) {
    constexpr std::uintptr_t far_below = std::uintptr_t{1} << 28;
    return finding.meant &&
           finding.address + far_below < reinterpret_cast<std::uintptr_t>(finding.meant->base);
}

void explain_overflow(Diagnostic& diagnostic) {
    diagnostic.likely_cause =
        "an index far below 0: an int that passes 2147483647 goes on at -2147483648";
    diagnostic.next =
        "compute row * columns + column in 64 bits (std::size_t); print the index, and compare it "
        "with the size";
}

/// So far away that the line's arrays are all as near as each other.
void explain_one_of(const Finding& finding, const MeantArray& meant, Diagnostic& diagnostic) {
    diagnostic.what += ": the address is out of bounds";
    std::string names;
    for (const Allocation& block : meant.can_be_it) {
        const std::string name = name_in_launch(finding.address, block.base, block.bytes);
        names += (names.empty() ? "" : " or ") + (name.empty() ? allocation_name(block) : name);
    }
    diagnostic.notes.push_back("which array was meant is not known: the address is " + names);
    if (is_far_below(finding)) {
        explain_overflow(diagnostic);
        return;
    }
    diagnostic.likely_cause = "an index far outside the array";
    diagnostic.next = "print the index, and compare it with the size before the access";
}

/// Outside of what may be used, in a region that is watched.
void explain_out_of_bounds(const Located& located, Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    if (finding.space == Space::global &&
        is_behind_stored_pointer(finding.address, line_of(located))) {
        explain_host_memory(finding.address, diagnostic);
        return;
    }
    if (finding.space == Space::global && can_be_far_index(finding.address)) {
        const FarAccess access = far_access_of(located);
        if (access.meant) {
            explain_far_index(finding, access, diagnostic);
            return;
        }
    }
    const MeantArray meant = meant_array(finding, line_of(located));
    if (meant.can_be_it.size() > 1) {
        explain_one_of(finding, meant, diagnostic);
        return;
    }
    Finding of_array = finding;
    if (!meant.can_be_it.empty()) of_array.meant = meant.can_be_it.front();
    const auto own = finding.space == Space::shared ? own_array_meant(finding.address, located.here)
                                                    : std::nullopt;
    bool is_dynamic = false;
    for (std::string& note : distance_text(of_array)) {
        // Beside it lie arrays of other kernels, which were not meant.
        const bool static_array = note.find("the shared array ") != std::string::npos;
        if (own && static_array && note.find(own->name) == std::string::npos)
            note = distance_from(*own, finding.address);
        is_dynamic = is_dynamic || note.find("dynamic shared memory") != std::string::npos;
        diagnostic.notes.push_back(note);
    }
    diagnostic.what += ": the address is out of bounds";
    const std::string third_value =
        "the third value between <<< and >>> is too small (it counts bytes, not elements)";
    // A reduction reads a partner there; who writes there has more elements than memory.
    const auto index = shared_index(finding.address, finding.bytes);
    if (finding.space == Space::shared && finding.party.kind == AccessKind::read && index &&
        index->index == index->elements) {
        diagnostic.likely_cause = one_past_text + (is_dynamic ? "; else " + third_value : "");
        diagnostic.next = "compare the index with the number of values before the access";
        return;
    }
    if (is_far_below(of_array)) {
        explain_overflow(diagnostic);
        return;
    }
    diagnostic.likely_cause =
        is_dynamic ? third_value + ", or an index outside the array" : "an index outside the array";
    diagnostic.next =
        "compare the index with the size before the access; the last block often has more threads "
        "than there are elements left";
}

}  // namespace

void explain_address(const Located& located, Diagnostic& diagnostic) {
    const Finding& finding = located.finding;
    diagnostic.what = "memcheck: Invalid " + space_word(finding.space) + " " +
                      kind_word(finding.party.kind) + " of size " + size_text(finding.bytes);
    switch (finding.fault) {
        case Fault::host_memory:
            explain_host_memory(finding.address, diagnostic);
            break;
        case Fault::variable_name:
            explain_variable_name(finding.address, diagnostic);
            break;
        case Fault::page_locked_end:
            explain_page_locked_end(finding, diagnostic);
            break;
        case Fault::wrapped_index:
            explain_wrapped_index(located, diagnostic);
            break;
        case Fault::far_away:
            explain_far_away(located, diagnostic);
            break;
        case Fault::foreign_local:
            diagnostic.what += ": the address is a local variable of another thread";
            diagnostic.likely_cause = "a pointer to a local variable, stored where others find it";
            diagnostic.next = "share data through __shared__ or global memory";
            break;
        case Fault::constant_write:
            diagnostic.what = "memcheck: a kernel writes to a __constant__ variable";
            diagnostic.notes.push_back("it is " + place_text(finding.space, finding.address, 0));
            diagnostic.likely_cause =
                "constant memory that is meant to change; the variable is const in device code: "
                "nvcc refuses the write, or warns where it is an element of an array";
            diagnostic.next =
                "let the host copy to it by cudaMemcpyToSymbol(), or make it a __device__ variable";
            break;
        case Fault::outside_matrix:
            diagnostic.what += ": outside of " + enclosed_name(finding.address);
            diagnostic.notes.push_back(enclosed_text(finding.address, finding.bytes));
            diagnostic.likely_cause =
                "an index that runs past the last column or the last row, or an offset in bytes: a "
                "pointer to float counts elements";
            diagnostic.next =
                "compare the index with the size before the access, whether the value is used or "
                "not; a GPU may not notice it, and what lies there belongs to somebody else";
            break;
        case Fault::misaligned:
            diagnostic.what +=
                ": the address is not a multiple of " + std::to_string(finding.bytes);
            diagnostic.notes.push_back("it is " + place_text(finding.space, finding.address, 0));
            diagnostic.likely_cause =
                "a wide access (float2, float4) through a pointer that was cast and is not aligned";
            diagnostic.next = "use it only where the address allows, and single elements elsewhere";
            break;
        case Fault::after_free:
            for (std::string& note : distance_text(finding))
                diagnostic.notes.push_back(note);
            diagnostic.what += ": the memory was freed";
            diagnostic.likely_cause = finding.meant && heap_block(*finding.meant)
                                          ? "free or delete before the last use of the memory"
                                          : "cudaFree before the last kernel that uses the memory";
            diagnostic.next = "free it later, or forget the pointer when it is freed";
            break;
        default:
            explain_out_of_bounds(located, diagnostic);
    }
}

}  // namespace workshop::emulator::watch
