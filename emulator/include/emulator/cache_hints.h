// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Loads and stores with a hint for the caches. The CPU device has no such caches: each is
///        an ordinary access of the same size.

#define WORKSHOP_HINTED_LOAD(name) \
    template <class T>             \
    T name(const T* address) {     \
        return *address;           \
    }
#define WORKSHOP_HINTED_STORE(name)  \
    template <class T>               \
    void name(T* address, T value) { \
        *address = value;            \
    }
WORKSHOP_HINTED_LOAD(__ldg)
WORKSHOP_HINTED_LOAD(__ldca)
WORKSHOP_HINTED_LOAD(__ldcg)
WORKSHOP_HINTED_LOAD(__ldcs)
WORKSHOP_HINTED_LOAD(__ldlu)
WORKSHOP_HINTED_LOAD(__ldcv)
WORKSHOP_HINTED_STORE(__stwb)
WORKSHOP_HINTED_STORE(__stcg)
WORKSHOP_HINTED_STORE(__stcs)
WORKSHOP_HINTED_STORE(__stwt)
#undef WORKSHOP_HINTED_LOAD
#undef WORKSHOP_HINTED_STORE
