# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# nvcc hands host code to a C++ compiler and refuses one that is newer than it knows. CMake finds
# that out late, in the middle of a page of its own messages. Here it is found out first.

# Sets CMAKE_CUDA_COMPILER, looking where people have nvcc even when it is not in PATH.
macro(workshop_find_nvcc)
    if(NOT CMAKE_CUDA_COMPILER)
        find_program(CMAKE_CUDA_COMPILER NAMES $ENV{CUDACXX} nvcc
            HINTS ENV CUDA_HOME ENV CUDA_PATH PATH_SUFFIXES bin
            PATHS /usr/local/cuda/bin /opt/cuda/bin DOC "nvcc")
    endif()
    if(NOT CMAKE_CUDA_COMPILER)
        unset(CMAKE_CUDA_COMPILER CACHE)
        message(FATAL_ERROR "The cuda backend needs nvcc of the CUDA Toolkit, and none was found in "
            "PATH, CUDA_HOME or /usr/local/cuda. Install the toolkit, set CUDACXX to its nvcc, or "
            "use BACKEND=emulator.")
    endif()
endmacro()

# Asks nvcc to preprocess an empty file, which runs its version check of the host compiler and
# takes a fraction of a second. `complaint` becomes empty when the compiler is accepted.
function(_workshop_try_host_compiler compiler complaint)
    set(option)
    if(compiler)
        set(option -ccbin ${compiler})
    endif()
    set(empty ${PROJECT_BINARY_DIR}/host_compiler_check.cu)
    file(WRITE ${empty} "")
    execute_process(COMMAND ${CMAKE_CUDA_COMPILER} ${option} -E -o /dev/null ${empty}
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
    if(status EQUAL 0)
        set(${complaint} "" PARENT_SCOPE)
    elseif(output MATCHES "(unsupported [^\n]*)")
        set(${complaint} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    else()
        set(${complaint} "${output}" PARENT_SCOPE)
    endif()
endfunction()

# Sets CMAKE_CUDA_HOST_COMPILER: the one asked for; else the project's C++ compiler; else nvcc's own
# choice (distributions pair it with an older g++); else the newest installed g++ it accepts.
macro(workshop_choose_host_compiler)
    if(CMAKE_CUDA_HOST_COMPILER OR DEFINED ENV{CUDAHOSTCXX})
        set(_candidates ${CMAKE_CUDA_HOST_COMPILER})
        if(NOT _candidates)
            set(_candidates $ENV{CUDAHOSTCXX})
        endif()
    else()
        set(_candidates ${CMAKE_CXX_COMPILER} nvcc_default)
        foreach(_version RANGE 16 9 -1)
            find_program(_host_gxx g++-${_version} NO_CACHE)
            if(_host_gxx)
                list(APPEND _candidates ${_host_gxx})
            endif()
            unset(_host_gxx)
        endforeach()
    endif()

    set(_first_complaint)
    foreach(_candidate IN LISTS _candidates)
        set(_compiler ${_candidate})
        if(_candidate STREQUAL "nvcc_default")
            set(_compiler)
        endif()
        _workshop_try_host_compiler("${_compiler}" _complaint)
        if(NOT _complaint)
            set(_accepted ${_candidate})
            break()
        elseif(NOT _first_complaint)
            set(_first_complaint "${_candidate}: ${_complaint}")
        endif()
    endforeach()

    if(_complaint)
        message(FATAL_ERROR "nvcc does not accept this machine's C++ compiler.\n"
            "${_first_complaint}\n"
            "Rule: each CUDA Toolkit accepts host compilers up to a version of its own. Install an "
            "older g++ beside the present one and name it: "
            "-DCMAKE_CUDA_HOST_COMPILER=/path/to/g++ (or CUDAHOSTCXX=/path/to/g++ before make). "
            "BACKEND=emulator needs no nvcc.")
    endif()
    if(_first_complaint)
        message(STATUS "nvcc does not accept ${_first_complaint}")
        message(STATUS "Host compiler of nvcc instead: ${_accepted}")
    endif()
    if(_compiler)
        set(CMAKE_CUDA_HOST_COMPILER ${_compiler} CACHE FILEPATH "Host compiler of nvcc" FORCE)
    endif()
endmacro()
