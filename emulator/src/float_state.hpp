// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Keeps the floating-point status of all fibers the same, for speed.
///
/// A switch saves and loads the status register. Loading a value that differs from the present one
/// takes an x86 processor some hundred cycles, ten times the switch itself, and the "inexact" flag
/// alone makes it differ. With every flag set from the start no operation can change it.

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace workshop::emulator {

/// @brief While one lives, every floating-point exception flag is set.
class EqualFloatState {
  public:
#if defined(__SSE__)
    EqualFloatState() {
        _mm_setcsr(before_ | _MM_EXCEPT_MASK);
    }
    ~EqualFloatState() {
        _mm_setcsr(before_);
    }

  private:
    unsigned before_ = _mm_getcsr();
#else
    EqualFloatState() {}
    ~EqualFloatState() {}
#endif
};

}  // namespace workshop::emulator
