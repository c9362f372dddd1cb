# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# For cuda_architectures_test.sh: prints what cmake/CudaArchitectures.cmake finds.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/CudaArchitectures.cmake)
workshop_supported_architectures(all)
workshop_gpu_architectures(here)
message("all: ${all} here: ${here}.")
