// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// This header exists to say what is missing.
#error "<curand_kernel.h>: cuRAND is not supported by the CPU device"
