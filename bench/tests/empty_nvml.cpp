// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// A library of the right name that lacks what is needed.

extern "C" int nvmlInit_v2() {
    return 0;
}
