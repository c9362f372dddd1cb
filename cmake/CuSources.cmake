# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# One function for both backends:
#   workshop_add_cu_object(<target> <file.cu>)
# makes an OBJECT library from a CUDA source. On the cuda backend nvcc compiles the file itself; on
# the emulator backend the translator rewrites the launches and the host compiler compiles the
# result, whose #line directives keep every message on the file the student wrote.

if(WORKSHOP_BACKEND STREQUAL "cuda")
    include(CudaToolkit) # enables the CUDA language, picks the architectures
endif()

function(workshop_add_cu_object target source)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(stem ${source} NAME_WE)
    if(WORKSHOP_BACKEND STREQUAL "cuda")
        add_library(${target} OBJECT ${source})
        set_source_files_properties(${source} PROPERTIES LANGUAGE CUDA)
        set_target_properties(${target} PROPERTIES
            CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON CUDA_EXTENSIONS OFF
            POSITION_INDEPENDENT_CODE ON)
        target_compile_options(${target} PRIVATE ${WORKSHOP_NVCC_FLAGS})
        target_link_libraries(${target} PUBLIC CUDA::cudart)
    else()
        set(translated ${CMAKE_CURRENT_BINARY_DIR}/${target}.translated/${stem}.cu.cpp)
        get_filename_component(directory ${translated} DIRECTORY)
        file(MAKE_DIRECTORY ${directory})
        add_custom_command(OUTPUT ${translated}
            COMMAND translate_cu ${source} ${translated}
            DEPENDS ${source} translate_cu
            COMMENT "" VERBATIM)
        add_library(${target} OBJECT ${translated})
        set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
        get_filename_component(source_directory ${source} DIRECTORY)
        target_include_directories(${target} PRIVATE ${source_directory})
        target_compile_options(${target} PRIVATE ${WORKSHOP_EMULATOR_KERNEL_FLAGS})
        target_link_libraries(${target} PUBLIC workshop_emulator)
    endif()
    target_link_libraries(${target} PUBLIC workshop_contracts)
endfunction()

# Flags of kernel files on the CPU device. -g3 keeps macros, so that gdb can print threadIdx.
set(WORKSHOP_EMULATOR_KERNEL_FLAGS
    -O1 -g3 -Wall -Wextra -Werror -Wno-unknown-pragmas -fno-strict-aliasing)
