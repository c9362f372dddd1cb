// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Functions of the C++ library that nvcc refuses in device code, and a host compiler takes.

#include "source.hpp"

namespace workshop::translator {

/// @brief Refuses std::max(), std::numeric_limits<...>::max() and their kin in `__global__` and
///        `__device__` functions. Where a constant is wanted (constexpr, static_assert, the size of
///        an array, an argument of a template) nvcc takes them, and so does this.
///
/// A `__host__ __device__` function is left alone: nvcc only warns. The functions that are looked
/// for are those that nvcc 13.0 was seen to refuse; those of <cmath> are there on a GPU.
/// @throws SourceError that names the function and what to write in its place
void refuse_host_functions(const Source& source);

/// @brief From now on they are taken, as by nvcc --expt-relaxed-constexpr.
void allow_host_functions();

}  // namespace workshop::translator
