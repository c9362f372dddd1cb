# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The cuda backend: finds nvcc and a host compiler that it accepts, picks the GPU architectures and
# enables the CUDA language. Result: WORKSHOP_NVCC_FLAGS, WORKSHOP_ALL_ARCHITECTURES, CUDA::cudart.

include(CudaHostCompiler)  # workshop_find_nvcc(), workshop_choose_host_compiler()
include(CudaArchitectures) # workshop_supported_architectures(), workshop_gpu_architectures()

workshop_find_nvcc()
workshop_choose_host_compiler()

# Every target gets its architectures from here. CMake's own word `native` asks a GPU, so it fails
# on a machine that only compiles: it is never used.
set(WORKSHOP_CUDA_ARCHITECTURES "" CACHE STRING
    "Architectures to compile for, such as 80;90; empty: those of this machine's GPUs, else all")
workshop_supported_architectures(WORKSHOP_ALL_ARCHITECTURES)
if(WORKSHOP_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${WORKSHOP_CUDA_ARCHITECTURES})
    set(_reason "as asked")
else()
    workshop_gpu_architectures(CMAKE_CUDA_ARCHITECTURES)
    set(_reason "this machine's GPU")
    if(NOT CMAKE_CUDA_ARCHITECTURES)
        set(CMAKE_CUDA_ARCHITECTURES ${WORKSHOP_ALL_ARCHITECTURES})
        set(_reason "no usable GPU here: all that the lessons are compiled for")
    endif()
endif()
list(JOIN CMAKE_CUDA_ARCHITECTURES " " _architectures)
message(STATUS "GPU architectures: ${_architectures} (${_reason})")

# One CUDA runtime in each program: kernels and host code both link the shared library.
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
# Files that are compared are libraries of their own (bench/Submissions.cmake).
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)

set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
# No NDEBUG: assert() in a kernel works, as on the CPU device.
set(CMAKE_CUDA_FLAGS_RELWITHDEBINFO "-O2 -g")

# -lineinfo lets profilers and compute-sanitizer name source lines; it does not change the code.
set(WORKSHOP_NVCC_FLAGS
    -lineinfo
    --Werror=all-warnings
    -Xcompiler=-Wall,-Wextra,-Werror)
if(WORKSHOP_FAST_MATH)
    list(APPEND WORKSHOP_NVCC_FLAGS --use_fast_math)
endif()
