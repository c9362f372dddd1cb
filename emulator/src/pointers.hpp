// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What an address is: device memory, a device symbol, page-locked or ordinary host memory.

#include <cstddef>
#include <optional>
#include <string>

namespace workshop::emulator {

enum class MemoryPlace {
    host,         ///< ordinary host memory, or anything the device knows nothing about
    page_locked,  ///< cudaMallocHost, cudaHostAlloc or cudaHostRegister
    device,       ///< cudaMalloc and its kin
    managed,      ///< cudaMallocManaged, or a __managed__ variable
    device_heap,  ///< what a kernel allocated by malloc or new
    symbol,       ///< a __device__ or __constant__ variable whose address was asked for
    not_owned,    ///< in the device's address range, but in no live allocation
};

/// @brief The block that an address lies in.
struct MemoryRange {
    MemoryPlace place = MemoryPlace::host;
    const char* base = nullptr;  ///< null for MemoryPlace::host and not_owned
    std::size_t bytes = 0;
};

/// @brief Looks an address up.
MemoryRange find_memory(const void* address);

/// @brief Makes a block of host memory known as page-locked.
/// @param[in] allocated true when the runtime allocated it (and cudaFreeHost may free it)
/// @return false when it overlaps one that is known already
bool add_page_locked(void* base, std::size_t bytes, bool allocated);

/// @brief Forgets a block; false when none of that kind starts there.
bool remove_page_locked(void* base, bool allocated);

/// @brief Page-locked memory that was given back.
struct FreedPageLocked {
    std::size_t bytes;
    bool allocated;  ///< cudaFreeHost gave it back; else cudaHostUnregister
};

/// @brief The block that an address was in until it was given back. What became page-locked since
///        then counts no more.
std::optional<FreedPageLocked> freed_page_locked(const void* address);

/// @brief How many such blocks there are.
std::size_t page_locked_blocks();

/// @brief Makes a __device__ or __constant__ variable known as device memory.
/// @param[in] address_given cudaGetSymbolAddress gives its address to the program
void add_symbol(const void* address, std::size_t bytes, bool address_given = false);

/// @brief Whether cudaGetSymbolAddress has given an address in a range.
bool symbol_address_was_given(const void* begin, std::size_t bytes);

enum class Side { source, destination };

/// @brief What to say of memory that a kernel allocated, when the host wants to use it: the runtime
///        does not know it.
struct HeapPointer {
    std::string what;  ///< goes behind the pointer: " is memory that ..."
    std::string cause;
    std::string next;
};
HeapPointer heap_pointer(const void* address);

/// @brief Refuses to copy or to fill what a kernel allocated.
/// @return whether the address is anything else
bool check_not_of_kernel(const char* function, Side side, const void* address);

/// @brief Checks that `bytes` bytes from `address` are device memory of one block. Reports what is
///        wrong otherwise.
/// @param[in] function name of the runtime function that asks
/// @return whether they are
bool check_device_range(const char* function, Side side, const void* address, std::size_t bytes);

/// @brief Checks that `bytes` bytes from `address` may be used by the host. Reports what is wrong
///        otherwise.
/// @return whether they may, as far as the runtime can know
bool check_host_range(const char* function, Side side, const void* address, std::size_t bytes);

}  // namespace workshop::emulator
