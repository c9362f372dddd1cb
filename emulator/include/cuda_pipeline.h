// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// This header exists to say what is missing.
#error "<cuda_pipeline.h>: asynchronous copies are not supported by the CPU device"
