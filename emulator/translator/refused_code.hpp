// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Code about kernels that is C++ and that nvcc refuses all the same.

#include "source.hpp"

namespace workshop::translator {

/// @brief Refuses a kernel that is a member of a class, a kernel that is called like an ordinary
///        function, and a `__shared__` variable with an initial value. A host compiler takes them:
///        the first gets a pointer to the host's object, the second runs once on the host, and the
///        third would promise a value that shared memory does not have.
///
/// A call is known where it is a statement of its own, and the file declares nothing but a kernel
/// by that name.
/// @throws SourceError that says what to write in its place
void refuse_what_nvcc_refuses(const Source& source);

}  // namespace workshop::translator
