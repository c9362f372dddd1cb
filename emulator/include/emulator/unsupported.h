// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Functions of device code that the CPU device does not have. Their names are known, so
///        that a call gives a message that names the feature instead of an unknown identifier.
///
/// Host functions that are missing are in unsupported_api.h. The translator refuses inline PTX
/// (asm) and __cluster_dims__; a launch from inside a kernel is refused when it happens.

#define WORKSHOP_REFUSED(name, type, message) \
    template <class... Arguments>             \
    __attribute__((error(message))) type name(Arguments...);

// surf2Dread<T>(...) gives a value; surf2Dread(&value, ...) is the older form.
#define WORKSHOP_NO_SURFACE_READS(name)                                                       \
    template <class T, class... Arguments>                                                    \
    __attribute__((error(#name ": surfaces are not supported by the CPU device"))) T name(    \
        Arguments...);                                                                        \
    template <class T, class... Arguments>                                                    \
    __attribute__((error(#name ": surfaces are not supported by the CPU device"))) void name( \
        T*, Arguments...);
#define WORKSHOP_NO_SURFACES(name) \
    WORKSHOP_REFUSED(name, void, #name ": surfaces are not supported by the CPU device")
WORKSHOP_NO_SURFACE_READS(surf1Dread)
WORKSHOP_NO_SURFACE_READS(surf2Dread)
WORKSHOP_NO_SURFACE_READS(surf3Dread)
WORKSHOP_NO_SURFACES(surf1Dwrite)
WORKSHOP_NO_SURFACES(surf2Dwrite)
WORKSHOP_NO_SURFACES(surf3Dwrite)
#undef WORKSHOP_NO_SURFACES
#undef WORKSHOP_NO_SURFACE_READS

// Collectives without a mask went away with Volta.
#define WORKSHOP_REMOVED(name) \
    WORKSHOP_REFUSED(name, int, #name " was removed from CUDA; write " #name "_sync with a mask")
WORKSHOP_REMOVED(__shfl)
WORKSHOP_REMOVED(__shfl_up)
WORKSHOP_REMOVED(__shfl_down)
WORKSHOP_REMOVED(__shfl_xor)
WORKSHOP_REMOVED(__ballot)
WORKSHOP_REMOVED(__any)
WORKSHOP_REMOVED(__all)
#undef WORKSHOP_REMOVED

// Functions of two or four integers in one word.
#define WORKSHOP_NO_SIMD(name)                                                                  \
    WORKSHOP_REFUSED(name##2, unsigned,                                                         \
                     #name "2: SIMD functions of integers are not supported by the CPU device") \
    WORKSHOP_REFUSED(name##4, unsigned,                                                         \
                     #name "4: SIMD functions of integers are not supported by the CPU device")
WORKSHOP_NO_SIMD(__vabs)
WORKSHOP_NO_SIMD(__vabsdiffs)
WORKSHOP_NO_SIMD(__vabsdiffu)
WORKSHOP_NO_SIMD(__vabsss)
WORKSHOP_NO_SIMD(__vadd)
WORKSHOP_NO_SIMD(__vaddss)
WORKSHOP_NO_SIMD(__vaddus)
WORKSHOP_NO_SIMD(__vavgs)
WORKSHOP_NO_SIMD(__vavgu)
WORKSHOP_NO_SIMD(__vhaddu)
WORKSHOP_NO_SIMD(__vmaxs)
WORKSHOP_NO_SIMD(__vmaxu)
WORKSHOP_NO_SIMD(__vmins)
WORKSHOP_NO_SIMD(__vminu)
WORKSHOP_NO_SIMD(__vneg)
WORKSHOP_NO_SIMD(__vnegss)
WORKSHOP_NO_SIMD(__vsads)
WORKSHOP_NO_SIMD(__vsadu)
WORKSHOP_NO_SIMD(__vsub)
WORKSHOP_NO_SIMD(__vsubss)
WORKSHOP_NO_SIMD(__vsubus)
WORKSHOP_NO_SIMD(__vcmpeq)
WORKSHOP_NO_SIMD(__vcmpges)
WORKSHOP_NO_SIMD(__vcmpgeu)
WORKSHOP_NO_SIMD(__vcmpgts)
WORKSHOP_NO_SIMD(__vcmpgtu)
WORKSHOP_NO_SIMD(__vcmples)
WORKSHOP_NO_SIMD(__vcmpleu)
WORKSHOP_NO_SIMD(__vcmplts)
WORKSHOP_NO_SIMD(__vcmpltu)
WORKSHOP_NO_SIMD(__vcmpne)
WORKSHOP_NO_SIMD(__vseteq)
WORKSHOP_NO_SIMD(__vsetges)
WORKSHOP_NO_SIMD(__vsetgeu)
WORKSHOP_NO_SIMD(__vsetgts)
WORKSHOP_NO_SIMD(__vsetgtu)
WORKSHOP_NO_SIMD(__vsetles)
WORKSHOP_NO_SIMD(__vsetleu)
WORKSHOP_NO_SIMD(__vsetlts)
WORKSHOP_NO_SIMD(__vsetltu)
WORKSHOP_NO_SIMD(__vsetne)
#undef WORKSHOP_NO_SIMD
#undef WORKSHOP_REFUSED
