# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# One function for both backends:
#   workshop_add_cu_object(<target> <file.cu> [UNFINISHED] [WATCHED])
# makes an OBJECT library from a CUDA source. On the cuda backend nvcc compiles the file itself; on
# the emulator backend the translator rewrites the launches and the host compiler compiles the
# result, whose #line directives keep every message on the file the student wrote.
#
# UNFINISHED: an unused name is neither an error nor a warning. In a kernel that is being written, some
# names always wait for the line that uses them. A warning would stand in front of real errors. A value
# that may be unset and a comparison of signed and unsigned are warnings that stop nothing: they may be
# what the student wants to try, or what the checks are there to tell.
#
# WATCHED is for kernels that are checked or profiled: on the emulator backend every access then calls
# the CPU device (emulator/src/watch). It costs time, so what is measured is not watched. Where
# watching is off or not possible the same target is made without it.
#
#   workshop_add_watched_cu_object(<target> <file.cu> [UNFINISHED])
# makes <target>_watched beside an ordinary object <target> of the same file; where watching is off
# it is another name of <target>.

if(WORKSHOP_BACKEND STREQUAL "cuda")
    include(CudaToolkit) # enables the CUDA language, picks the architectures

    # Compiles every .cu file of the source tree for all architectures, GPU or not.
    add_custom_target(compile_all_architectures)
endif()

option(WORKSHOP_WATCH "Watch every access of the kernels that are checked (emulator backend, g++)" ON)
set(WORKSHOP_WATCHING FALSE)
if(WORKSHOP_BACKEND STREQUAL "emulator" AND WORKSHOP_WATCH)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        set(WORKSHOP_WATCHING TRUE)
        message(STATUS "CPU device: the checks watch every access of a kernel")
    else()
        message(STATUS "CPU device: accesses are not watched, because that needs g++ and this is "
            "${CMAKE_CXX_COMPILER_ID}: races and wrong addresses may go unnoticed")
    endif()
endif()

function(workshop_add_watched_cu_object target source)
    if(WORKSHOP_WATCHING)
        workshop_add_cu_object(${target}_watched ${source} WATCHED ${ARGN})
    else()
        add_library(${target}_watched ALIAS ${target})
    endif()
endfunction()

function(workshop_add_cu_object target source)
    cmake_parse_arguments(argument "UNFINISHED;WATCHED" "" "" ${ARGN})
    set(unfinished ${argument_UNFINISHED})
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(stem ${source} NAME_WE)
    if(WORKSHOP_BACKEND STREQUAL "cuda")
        set_source_files_properties(${source} PROPERTIES LANGUAGE CUDA)
        _workshop_add_nvcc_object(${target} ${source} ${unfinished})
        _workshop_compile_for_all_architectures(${target} ${source} ${unfinished})
    else()
        set(translated ${CMAKE_CURRENT_BINARY_DIR}/${target}.translated/${stem}.cu.cpp)
        get_filename_component(directory ${translated} DIRECTORY)
        file(MAKE_DIRECTORY ${directory})
        add_custom_command(OUTPUT ${translated}
            COMMAND translate_cu ${source} ${translated}
            DEPENDS ${source} translate_cu
            COMMENT "" VERBATIM)
        add_library(${target} OBJECT ${translated})
        set_target_properties(${target} PROPERTIES
            CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
        get_filename_component(source_directory ${source} DIRECTORY)
        target_include_directories(${target} PRIVATE ${source_directory})
        target_compile_options(${target} PRIVATE ${WORKSHOP_EMULATOR_KERNEL_FLAGS})
        if(unfinished)
            target_compile_options(${target} PRIVATE ${WORKSHOP_UNFINISHED_FLAGS})
        endif()
        if(argument_WATCHED AND WORKSHOP_WATCHING)
            target_compile_options(${target} PRIVATE ${WORKSHOP_EMULATOR_WATCH_FLAGS})
            target_link_libraries(${target} PUBLIC workshop_fast_hooks)
        endif()
        target_link_libraries(${target} PUBLIC workshop_emulator)
    endif()
    target_link_libraries(${target} PUBLIC workshop_contracts)
endfunction()

function(_workshop_add_nvcc_object target source unfinished)
    add_library(${target} OBJECT ${source})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE ${WORKSHOP_NVCC_FLAGS})
    if(unfinished)
        list(JOIN WORKSHOP_UNFINISHED_FLAGS "," host_flags)
        # 177, 550: a name that is never used, or set and never used.
        target_compile_options(${target} PRIVATE --diag-suppress=177,550 -Xcompiler=${host_flags})
    endif()
    target_link_libraries(${target} PUBLIC CUDA::cudart)
endfunction()

# Adds a file of the source tree (not one that the build makes, such as a mutant) to
# compile_all_architectures. Where the ordinary objects cover all architectures they serve.
function(_workshop_compile_for_all_architectures target source unfinished)
    file(RELATIVE_PATH inside ${PROJECT_BINARY_DIR} ${source})
    if(NOT inside MATCHES "^\\.\\./")
        return()
    endif()
    if(CMAKE_CUDA_ARCHITECTURES STREQUAL WORKSHOP_ALL_ARCHITECTURES)
        add_dependencies(compile_all_architectures ${target})
        return()
    endif()
    _workshop_add_nvcc_object(${target}_all_architectures ${source} ${unfinished})
    target_link_libraries(${target}_all_architectures PUBLIC workshop_contracts)
    set_target_properties(${target}_all_architectures PROPERTIES
        CUDA_ARCHITECTURES "${WORKSHOP_ALL_ARCHITECTURES}" EXCLUDE_FROM_ALL TRUE)
    add_dependencies(compile_all_architectures ${target}_all_architectures)
endfunction()

# Flags of a kernel that is being written, for g++, clang++ and nvcc's host compiler.
set(WORKSHOP_UNFINISHED_FLAGS)
foreach(kind parameter variable but-set-variable but-set-parameter function local-typedefs)
    list(APPEND WORKSHOP_UNFINISHED_FLAGS -Wno-unused-${kind})
endforeach()
# A sum that is an int loses its fraction without a word: a warning says so.
list(APPEND WORKSHOP_UNFINISHED_FLAGS -Wno-error=sign-compare -Wfloat-conversion -Wno-error=float-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND WORKSHOP_UNFINISHED_FLAGS -Wno-error=maybe-uninitialized)
else()
    list(APPEND WORKSHOP_UNFINISHED_FLAGS -Wno-error=sometimes-uninitialized)
endif()

# Flags of kernel files on the CPU device. -g3 keeps macros, so that gdb can print threadIdx. DWARF 4: of
# DWARF 5 addr2line (binutils 2.40) takes the first file of a line table for the source itself, and reports
# about a kernel in a header would name the file that includes it.
set(WORKSHOP_EMULATOR_KERNEL_FLAGS
    -O1 -g3 -gdwarf-4 -Wall -Wextra -Werror -Wno-unknown-pragmas -fno-strict-aliasing
    # Each function is compiled once, for host and device: the device's branch is the one to check. The
    # same value as in emulator/as_nvcc.h, for `make emulate`.
    -D__CUDA_ARCH__=700)
# A local array that is larger than the stack must not reach past the guarded pages below it.
if(NOT WORKSHOP_BACKEND STREQUAL "cuda")
    include(CheckCXXCompilerFlag)
    set(CMAKE_REQUIRED_FLAGS -Werror) # a compiler that only warns does not do it
    check_cxx_compiler_flag(-fstack-clash-protection WORKSHOP_HAS_STACK_CLASH_PROTECTION)
    unset(CMAKE_REQUIRED_FLAGS)
    if(WORKSHOP_HAS_STACK_CLASH_PROTECTION)
        list(APPEND WORKSHOP_EMULATOR_KERNEL_FLAGS -fstack-clash-protection)
    endif()
endif()

# What puts a call of the CPU device at every access and every basic block. The names of the hooks
# are those of ThreadSanitizer; its runtime is not linked. Blocks stay in the order of the source,
# which is how the lanes of a warp are put together again (emulator/src/profile).
set(WORKSHOP_EMULATOR_WATCH_FLAGS
    -fsanitize=thread -fsanitize-coverage=trace-pc --param=tsan-distinguish-volatile=1
    -fno-reorder-blocks -fno-optimize-sibling-calls -fno-plt
    # Else a path that is known not to leave a loop skips its test, and lanes no longer meet there.
    -fno-thread-jumps
    # Else g++ lets a function put the structure that it returns straight into memory, without a hook.
    -fno-elide-constructors
    # A barrier is told from others by the calls that led to it (emulator/src/call_path.hpp), so there is a
    # chain of frames, and no optimisation, not even of -O3, makes two calls in a loop of one.
    -fno-omit-frame-pointer -fno-unswitch-loops -fno-split-paths -fno-split-loops -fno-peel-loops
    # Copies of memory have no hooks: they become calls, of functions that are watched.
    -U_FORTIFY_SOURCE -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
    "SHELL:-include emulator/watched_copies.h")
