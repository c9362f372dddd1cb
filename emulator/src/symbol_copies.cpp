// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Copies to and from __device__ and __constant__ variables.

#include <dlfcn.h>
#include <emulator/runtime_api.h>
#include <link.h>

#include "api_messages.hpp"
#include "call_record.hpp"
#include "copies.hpp"
#include "errors.hpp"
#include "pointers.hpp"
#include "streams.hpp"
#include "symbols.hpp"

namespace workshop::emulator {
namespace {

/// Whether an address is in a program file, as variables are: not on the stack, not on the heap.
bool is_in_a_file(const void* address) {
    Dl_info file;
    return dladdr(address, &file) != 0;
}

struct Constness {
    std::uintptr_t address;
    bool read_only;
};
int find_constness(dl_phdr_info* object, std::size_t, void* argument) {
    auto& asked = *static_cast<Constness*>(argument);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        const std::uintptr_t offset = asked.address - object->dlpi_addr - segment.p_vaddr;
        if (segment.p_type != PT_LOAD || offset >= segment.p_memsz) continue;
        asked.read_only = (segment.p_flags & PF_W) == 0;
        return 1;
    }
    return 0;
}

/// Whether an address lies in a part of a program file that nobody may write to.
bool is_read_only(const void* address) {
    Constness asked{reinterpret_cast<std::uintptr_t>(address), false};
    dl_iterate_phdr(find_constness, &asked);
    return asked.read_only;
}

/// Refuses a name in quotes: text of the program, and no variable.
cudaError_t check_no_text(const char* function, const void* symbol) {
    if (!is_read_only(symbol) || !variable_name(symbol).empty()) return cudaSuccess;
    return refuse(cudaErrorInvalidSymbol, function,
                  "the symbol is text of the program, and no __device__ or __constant__ variable",
                  "the name of the variable in quotes: CUDA 5 has ended that",
                  "pass the variable itself: table, not \"table\"");
}

/// The variable is ordinary memory of the program here. What can be wrong with a symbol is that it
/// is no variable, and its range.
cudaError_t check_symbol(const char* function, const void* symbol, std::size_t size,
                         std::size_t offset, std::size_t bytes) {
    if (symbol == nullptr) return record_error(cudaErrorInvalidSymbol);
    if (!is_in_a_file(symbol)) {
        return refuse(
            cudaErrorInvalidSymbol, function,
            "the symbol is memory of the host, and no __device__ or __constant__ variable",
            "two arguments in the wrong order, or a pointer: a symbol is the variable "
            "itself");
    }
    if (const cudaError_t error = check_no_text(function, symbol)) return error;
    if (offset <= size && bytes <= size - offset) return cudaSuccess;
    const bool too_many = bytes > size;
    return refuse(
        cudaErrorInvalidValue, function,
        std::to_string(bytes) + " bytes from offset " + std::to_string(offset) +
            " pass the end of a symbol of " + std::to_string(size) + " bytes",
        too_many ? "more bytes than the symbol has: sizeof of something larger, or of "
                   "another type"
                 : "an offset in elements: it is in bytes",
        too_many ? "pass sizeof of the symbol itself, or the bytes of the elements meant" : "");
}

/// cudaMemcpyToSymbol waits; cudaMemcpyToSymbolAsync is work of its stream.
/// @param[in] other where the copy comes from or goes to, beside the symbol
void note_copy(const char* function, cudaStream_t stream, const void* other) {
    const std::string name = function;
    if (name.size() > 5 && name.compare(name.size() - 5, 5, "Async") == 0) {
        note_work(stream, {other});
    } else {
        note_wait(function);
    }
}

}  // namespace

cudaError_t copy_to_symbol(const char* function, const void* symbol, std::size_t size,
                           const void* source, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream) {
    if (const cudaError_t error = check_stream(function, stream)) return error;
    note_copy(function, stream, source);
    if (const cudaError_t error = check_symbol(function, symbol, size, offset, bytes)) {
        return error;
    }
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) {
        return refuse(cudaErrorInvalidMemcpyDirection, function, "the destination is a symbol");
    }
    if (is_read_only(symbol)) {
        return refuse(cudaErrorInvalidSymbol, function,
                      "the variable " + variable_name(symbol) + " is const",
                      "a const variable is for values that the compiler knows",
                      "leave const out where the host copies to it");
    }
    add_symbol(symbol, size);
    auto* destination = static_cast<char*>(const_cast<void*>(symbol)) + offset;
    return checked_copy(function, destination, source, {bytes, 1, bytes, bytes}, kind);
}

cudaError_t copy_from_symbol(const char* function, void* destination, const void* symbol,
                             std::size_t size, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream) {
    if (const cudaError_t error = check_stream(function, stream)) return error;
    note_copy(function, stream, destination);
    if (const cudaError_t error = check_symbol(function, symbol, size, offset, bytes)) {
        return error;
    }
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) {
        return refuse(cudaErrorInvalidMemcpyDirection, function, "the source is a symbol");
    }
    add_symbol(symbol, size);
    const auto* source = static_cast<const char*>(symbol) + offset;
    return checked_copy(function, destination, source, {bytes, 1, bytes, bytes}, kind);
}

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (symbol == nullptr) return record_error(cudaErrorInvalidSymbol);
    if (pointer == nullptr) return record_error(cudaErrorInvalidValue);
    if (const cudaError_t error = check_no_text("cudaGetSymbolAddress", symbol)) return error;
    add_symbol(symbol, size, true);
    *pointer = const_cast<void*>(symbol);
    return cudaSuccess;
}

}  // namespace workshop::emulator
