// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The atomic functions of CUDA, by operation and type. Included several times, so no guard.
// WORKSHOP_ATOMIC(name, type, operation): type name(type* address, type value)

#define WORKSHOP_ATOMIC_SCOPES(name, type, operation) \
    WORKSHOP_ATOMIC(name, type, operation)            \
    WORKSHOP_ATOMIC(name##_block, type, operation)    \
    WORKSHOP_ATOMIC(name##_system, type, operation)

#define WORKSHOP_ATOMIC_COMPARE_SCOPES(name, type) \
    WORKSHOP_ATOMIC_COMPARE(name, type)            \
    WORKSHOP_ATOMIC_COMPARE(name##_block, type)    \
    WORKSHOP_ATOMIC_COMPARE(name##_system, type)

WORKSHOP_ATOMIC_SCOPES(atomicAdd, int, add)
WORKSHOP_ATOMIC_SCOPES(atomicAdd, unsigned int, add)
WORKSHOP_ATOMIC_SCOPES(atomicAdd, unsigned long long, add)
WORKSHOP_ATOMIC_SCOPES(atomicAdd, float, add)
WORKSHOP_ATOMIC_SCOPES(atomicAdd, double, add)

WORKSHOP_ATOMIC_SCOPES(atomicSub, int, subtract)
WORKSHOP_ATOMIC_SCOPES(atomicSub, unsigned int, subtract)

WORKSHOP_ATOMIC_SCOPES(atomicExch, int, exchange)
WORKSHOP_ATOMIC_SCOPES(atomicExch, unsigned int, exchange)
WORKSHOP_ATOMIC_SCOPES(atomicExch, unsigned long long, exchange)
WORKSHOP_ATOMIC_SCOPES(atomicExch, float, exchange)

WORKSHOP_ATOMIC_SCOPES(atomicMin, int, minimum)
WORKSHOP_ATOMIC_SCOPES(atomicMin, unsigned int, minimum)
WORKSHOP_ATOMIC_SCOPES(atomicMin, long long, minimum)
WORKSHOP_ATOMIC_SCOPES(atomicMin, unsigned long long, minimum)

WORKSHOP_ATOMIC_SCOPES(atomicMax, int, maximum)
WORKSHOP_ATOMIC_SCOPES(atomicMax, unsigned int, maximum)
WORKSHOP_ATOMIC_SCOPES(atomicMax, long long, maximum)
WORKSHOP_ATOMIC_SCOPES(atomicMax, unsigned long long, maximum)

WORKSHOP_ATOMIC_SCOPES(atomicInc, unsigned int, increment)
WORKSHOP_ATOMIC_SCOPES(atomicDec, unsigned int, decrement)

WORKSHOP_ATOMIC_SCOPES(atomicAnd, int, bitwise_and)
WORKSHOP_ATOMIC_SCOPES(atomicAnd, unsigned int, bitwise_and)
WORKSHOP_ATOMIC_SCOPES(atomicAnd, unsigned long long, bitwise_and)
WORKSHOP_ATOMIC_SCOPES(atomicOr, int, bitwise_or)
WORKSHOP_ATOMIC_SCOPES(atomicOr, unsigned int, bitwise_or)
WORKSHOP_ATOMIC_SCOPES(atomicOr, unsigned long long, bitwise_or)
WORKSHOP_ATOMIC_SCOPES(atomicXor, int, bitwise_xor)
WORKSHOP_ATOMIC_SCOPES(atomicXor, unsigned int, bitwise_xor)
WORKSHOP_ATOMIC_SCOPES(atomicXor, unsigned long long, bitwise_xor)

WORKSHOP_ATOMIC_COMPARE_SCOPES(atomicCAS, int)
WORKSHOP_ATOMIC_COMPARE_SCOPES(atomicCAS, unsigned int)
WORKSHOP_ATOMIC_COMPARE_SCOPES(atomicCAS, unsigned short int)
WORKSHOP_ATOMIC_COMPARE_SCOPES(atomicCAS, unsigned long long)

#undef WORKSHOP_ATOMIC_COMPARE_SCOPES
#undef WORKSHOP_ATOMIC_SCOPES
