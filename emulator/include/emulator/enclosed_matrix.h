// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief For tests: a matrix inside of a larger allocation. What lies around its elements is
///        outside for kernels, and memcheck says so. The host may use all of the allocation.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace workshop::emulator {

/// @brief Where a matrix lies in an allocation.
struct EnclosedMatrix {
    std::string name;             ///< what reports call it
    const void* begin = nullptr;  ///< of the allocation
    std::size_t bytes = 0;        ///< of the allocation
    const void* first = nullptr;  ///< element (0, 0)
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t ld = 0;  ///< elements from one row to the next, at least cols
    std::size_t element_bytes = 4;
};

/// @brief Lets kernels use the elements of a matrix only. An access of anything else in its
///        allocation is a finding of memcheck that names the matrix and the place. It is no error
///        of the launch: a GPU does not see it. Call forget_matrix() before the allocation is
///        freed. A copy to the allocation makes it usable as a whole: enclose the matrix after it.
/// Without memcheck nothing happens.
void enclose_matrix(const EnclosedMatrix& matrix);

/// @brief Forgets the matrix of an allocation. @param[in] begin as in EnclosedMatrix
void forget_matrix(const void* begin);

/// @brief Whether copies and fills that the host asks for (cudaMemcpy*, cudaMemset*) are looked at
/// as
///        accesses of kernels are: outside of an enclosed matrix they are a finding. For the time
///        of a call of a function that gets the matrix; who owns the allocation may copy all of it.
void watch_host_copies(bool on);

/// @brief How many findings of accesses outside of enclosed matrices there were; finding_count()
///        counts them too.
unsigned long long outside_finding_count();

/// @brief A moment between two launches, for first_write_since().
unsigned long long moment();

/// @brief A word that a kernel has written.
struct WrittenWord {
    const void* address = nullptr;
    std::string line;  ///< "file:line" of the store, or empty
    std::string call;  ///< the function that the host called, where no kernel wrote it
};

/// @brief The first word of a range that a kernel wrote after a moment, whatever the value. Needs
///        racecheck, and looks at the memory that racecheck covers. A copy or fill that the host
///        asked for since the last watch_host_copies(true) counts as well.
/// @return nothing when no word was written, or nobody watches
std::optional<WrittenWord> first_write_since(unsigned long long moment, const void* begin,
                                             std::size_t bytes);

}  // namespace workshop::emulator
