// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The words that CUDA adds to C++, for a host compiler.

/// @brief Defined when a file is compiled for the CPU device.
#define WORKSHOP_CPU_DEVICE 1

// Neither inlined, so that a kernel has a frame of its own in every report, nor looked into: a call
// that writes through a null pointer must crash, not vanish.
#if defined(__clang__)
#define __global__ __attribute__((noinline))
#else
#define __global__ __attribute__((noipa))
#endif
#define __device__
#define __host__
// Not const: the runtime has to see reads of constant memory. It knows the variable by the tag in
// the symbol's name, and reports a kernel that writes to it.
#define __constant__ __attribute__((abi_tag("constant")))
// A variable of the program is there for both sides. By the tag in the symbol's name the runtime
// knows that the host may use its address as well.
#define __managed__ __attribute__((abi_tag("managed")))
// One copy for the OS thread that runs the block. The tag ends up in the symbol's name, which is
// how the runtime finds every shared array. "used", because the runtime fills the array behind the
// compiler's back, which otherwise takes for 0 what nobody writes.
#if defined(__GNUC__) && !defined(__clang__)
// Without __constinit g++ guards an array of float4 as if it had something to construct.
#define __shared__ __constinit static thread_local __attribute__((abi_tag("shared"), used))
#else
#define __shared__ static thread_local __attribute__((abi_tag("shared"), used))
#endif

#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
// __noinline__ is rewritten by the translator: as a macro it would break the standard headers,
// which write __attribute__((__noinline__)).

// A hint of nvcc and clang. It is not evaluated: nvcc makes no access of it either, and a wrong
// assumption must not change what the kernel does here.
#if !defined(__clang__)
#define __builtin_assume(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
