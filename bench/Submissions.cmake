# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What compares files of other people with the reference by time, on a GPU: bench_compare, and for each
# file of the list of checks/Submissions.cmake bench_submission_NUMBER, a library with the benchmark of
# the lesson and the functions of that file; bench_submission_0 has those of the reference. Each has
# functions of the same names, so they cannot be linked into one program.
if(NOT WORKSHOP_BACKEND STREQUAL "cuda")
    return() # the CPU device counts, and needs no such libraries
endif()
add_executable(bench_compare compare/compare_main.cpp)
target_link_libraries(bench_compare PRIVATE workshop_bench_peers workshop_warnings ${CMAKE_DL_LIBS})

# _workshop_add_submission(<number> <lesson> <object target>)
function(_workshop_add_submission number lesson object)
    set(target bench_submission_${number})
    add_library(${target} MODULE EXCLUDE_FROM_ALL compare/submission.cpp ${lesson}_bench.cpp)
    # The benchmark's main() hands out its cases here, and is called by submission.cpp.
    target_compile_definitions(${target} PRIVATE main=workshop_lesson_main)
    # Otherwise a static variable of an inline function would be one for all libraries.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
    target_link_options(${target} PRIVATE LINKER:-Bsymbolic)
    target_include_directories(${target} PRIVATE compare)
    target_link_libraries(${target} PRIVATE ${object} workshop_bench_peers workshop_warnings)
    if(lesson STREQUAL "06_compensated_sum")
        target_link_libraries(${target} PRIVATE solution_02_block_reduction)
    endif()
    if(lesson STREQUAL "07_tiled_gemm" AND TARGET CUDA::cublas)
        target_link_libraries(${target} PRIVATE CUDA::cublas)
        target_compile_definitions(${target} PRIVATE WORKSHOP_HAS_CUBLAS)
    endif()
endfunction()

set(_submissions ${PROJECT_BINARY_DIR}/submissions)
if(EXISTS ${_submissions}/list)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_submissions}/list)
    file(STRINGS ${_submissions}/list _lines ENCODING UTF-8)
    list(POP_FRONT _lines _lesson)
    string(REPLACE "lesson " "" _lesson "${_lesson}")
    _workshop_add_submission(0 ${_lesson} solution_${_lesson})
    foreach(_line IN LISTS _lines)
        string(REGEX MATCH "^[0-9]+" _number "${_line}")
        _workshop_add_submission(${_number} ${_lesson} submission_${_number})
    endforeach()
endif()
