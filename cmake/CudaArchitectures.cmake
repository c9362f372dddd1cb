# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Which GPU architectures to compile for.

# What `nvcc --list-gpu-code` says: sm_75, sm_80 and so on, one a line.
function(_workshop_known_codes result)
    execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-code
        OUTPUT_VARIABLE codes ERROR_VARIABLE errors RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${CMAKE_CUDA_COMPILER} --list-gpu-code failed: ${errors}")
    endif()
    set(${result} "${codes}\n" PARENT_SCOPE)
endfunction()

# The architectures of the lessons (Turing, Ampere, Hopper, Blackwell for data centres and for
# desktops) that this nvcc knows. An older toolkit knows fewer.
function(workshop_supported_architectures result)
    _workshop_known_codes(codes)
    set(supported)
    foreach(architecture IN ITEMS 75 80 90 100 120)
        if(codes MATCHES "sm_${architecture}[^0-9]")
            list(APPEND supported ${architecture})
        endif()
    endforeach()
    if(NOT supported)
        message(FATAL_ERROR "${CMAKE_CUDA_COMPILER} knows none of the architectures 75, 80, 90, "
            "100, 120. It knows: ${codes}")
    endif()
    set(${result} ${supported} PARENT_SCOPE)
endfunction()

# The architectures of the GPUs in this machine, each once, as far as nvcc knows them; empty without a
# working driver.
function(workshop_gpu_architectures result)
    set(${result} "" PARENT_SCOPE)
    find_program(WORKSHOP_NVIDIA_SMI nvidia-smi PATHS /usr/lib/wsl/lib)
    mark_as_advanced(WORKSHOP_NVIDIA_SMI)
    if(NOT WORKSHOP_NVIDIA_SMI)
        return()
    endif()
    execute_process(COMMAND ${WORKSHOP_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
        OUTPUT_VARIABLE capabilities ERROR_QUIET RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        return()
    endif()
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
    list(REMOVE_DUPLICATES capabilities)
    _workshop_known_codes(codes)
    set(known)
    foreach(capability IN LISTS capabilities)
        string(REPLACE "." "" architecture ${capability})
        if(codes MATCHES "sm_${architecture}[^0-9]")
            list(APPEND known ${architecture})
        endif()
    endforeach()
    set(${result} "${known}" PARENT_SCOPE)
endfunction()
