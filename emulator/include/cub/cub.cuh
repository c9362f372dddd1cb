// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// This header exists to say what is missing.
#error "<cub/cub.cuh>: CUB is not supported by the CPU device"
