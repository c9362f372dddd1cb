# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What every target shares: the backend, the C++ standard, warnings as errors.

set(WORKSHOP_BACKEND "emulator" CACHE STRING "Where kernels run: emulator (the CPU device) or cuda")
set_property(CACHE WORKSHOP_BACKEND PROPERTY STRINGS emulator cuda)
if(NOT WORKSHOP_BACKEND MATCHES "^(emulator|cuda)$")
    message(FATAL_ERROR "WORKSHOP_BACKEND is '${WORKSHOP_BACKEND}'. Valid values: emulator, cuda.")
endif()
option(WORKSHOP_FAST_MATH "Build the kernels with --use_fast_math (cuda backend only)" OFF)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# No NDEBUG: assert() works in kernels and in host code.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")
# Every program of a build is in one folder: build/<backend>/bin.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Host code of ours. Kernel files get their own flags in CuSources.cmake.
add_library(workshop_warnings INTERFACE)
target_compile_options(workshop_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wshadow;-Werror>)

# The contracts that kernels implement and checks call.
add_library(workshop_contracts INTERFACE)
target_include_directories(workshop_contracts INTERFACE ${PROJECT_SOURCE_DIR}/include)
