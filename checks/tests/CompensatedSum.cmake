# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tests of lesson 6: its bound, the table of its text, and what the flags of a compiler do to a
# compensation.

# One source, three sets of flags.
function(workshop_add_neumaier_sum name)
    add_library(checks_${name} OBJECT neumaier_sum.cpp)
    target_compile_definitions(checks_${name} PRIVATE NEUMAIER_SUM=${name})
    target_compile_options(checks_${name} PRIVATE ${ARGN})
endfunction()
workshop_add_neumaier_sum(neumaier_sum -O1)
workshop_add_neumaier_sum(neumaier_sum_optimised -O3)
workshop_add_neumaier_sum(neumaier_sum_fast_math -O2 -ffast-math)
set(_sums sum_methods.cpp $<TARGET_OBJECTS:checks_neumaier_sum>
    $<TARGET_OBJECTS:checks_neumaier_sum_optimised> $<TARGET_OBJECTS:checks_neumaier_sum_fast_math>)

check_support_test(compensated_test host_softmax.cpp ${_sums})

add_executable(checks_sum_table sum_table.cpp ${_sums})
target_link_libraries(checks_sum_table PRIVATE workshop_warnings)
add_test(NAME checks.sum_table
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/sum_table_test.sh $<TARGET_FILE:checks_sum_table>)

# The kernels themselves: optimised they keep what additions lose, with -ffast-math they do not. (nvcc
# has no flag that lets it change the order of additions, --use_fast_math does not either.)
if(WORKSHOP_BACKEND STREQUAL "emulator")
    foreach(kind optimised fast_math)
        set(object solution_06_compensated_sum_${kind})
        workshop_add_cu_object(${object} ${PROJECT_SOURCE_DIR}/solutions/06_compensated_sum.cu)
        workshop_add_check_program(06_compensated_sum solution "solutions/06_compensated_sum.cu"
            ${object} NAME ${kind})
        add_test(NAME checks.compensation.${kind}
            COMMAND check_06_compensated_sum_${kind} --filter=*_compensated.*Tenths)
    endforeach()
    target_compile_options(solution_06_compensated_sum_optimised PRIVATE -O3)
    # -w: some compilers warn that infinities are out of bounds now.
    target_compile_options(solution_06_compensated_sum_fast_math PRIVATE -O2 -ffast-math -w)
    set_tests_properties(checks.compensation.fast_math PROPERTIES
        PASS_REGULAR_EXPRESSION "first: row 0, column 0: got 819\\.[0-9]*, wanted 819\\.200012")
endif()
