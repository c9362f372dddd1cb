// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The softmax functions of the lessons as cases of an experiment.

#include "bench.hpp"

namespace workshop::bench {

BenchCase block_softmax_case();       ///< lesson 2: one block a row, three reads
BenchCase online_softmax_case();      ///< lesson 3: one block a row, two reads
BenchCase vector_softmax_case();      ///< lesson 4: two reads, 16 bytes at a time
BenchCase persistent_softmax_case();  ///< lesson 5: a persistent grid, one read
BenchCase register_softmax_case();    ///< lesson 5, one step further: one read, one block a row

}  // namespace workshop::bench
