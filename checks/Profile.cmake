# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# profile_<lesson>_starter and profile_<lesson>_solution: the functions of a lesson, called once
# each while the CPU device counts. `make profile-lessonN` builds and runs them.
if(NOT WORKSHOP_BACKEND STREQUAL "emulator")
    return()
endif()

add_library(workshop_profile_main OBJECT
    profile/answers.cpp profile/call.cpp profile/counts.cpp profile/options.cpp profile/predict.cpp
    profile/predict_report.cpp
    profile/profile_main.cpp profile/quantities.cpp profile/questions.cpp profile/run.cpp
    profile/verdict.cpp)
target_link_libraries(workshop_profile_main PRIVATE workshop_check_support workshop_warnings)

# _workshop_add_profile(<lesson> <name> <object target>): profile_<lesson>_<name>. What the check
# program of that name knows about itself holds for this one too.
function(_workshop_add_profile lesson name object)
    add_executable(profile_${lesson}_${name} EXCLUDE_FROM_ALL
        ${CMAKE_CURRENT_BINARY_DIR}/program_info/check_${lesson}_${name}.cpp)
    target_link_libraries(profile_${lesson}_${name} PRIVATE
        workshop_profile_main check_${lesson}_objects ${object} workshop_check_support
        workshop_warnings)
endfunction()

foreach(lesson IN LISTS WORKSHOP_LESSONS)
    foreach(kind starter solution)
        _workshop_add_profile(${lesson} ${kind} ${kind}_${lesson}_watched)
    endforeach()
    # The program of the reference is tested; a starter's is built when it is asked for.
    set_target_properties(profile_${lesson}_solution PROPERTIES EXCLUDE_FROM_ALL FALSE)
endforeach()

# Sizes, and what is read and written, have the names of the contract.
set(_sizes_03_online_softmax "64 rows, 96 columns (merge_max_sum_pairs: count = 1536)")
set(_sizes_07_tiled_gemm "m = 64 (ROWS), n = 64 (ROWS, at most 128), k = 96 (COLS, at most 256)")
set(_buffers_01_serial_softmax "x y")
set(_buffers_02_block_reduction "sum x y")
set(_buffers_03_online_softmax "a b out x y")
set(_buffers_04_vector_loads "x y")
set(_buffers_05_persistent_grid "x y")
set(_buffers_06_compensated_sum "sum x y")
set(_buffers_07_tiled_gemm "A B C")
set(_expected_01_serial_softmax "each element is read 3 times" "sectors per request 32.00"
    "neighbouring threads read far-apart addresses")
set(_expected_02_block_reduction "each element is read once" "each element is read 3 times"
    "sectors per request 4.00" "no bank conflicts" "every warp waits at a barrier")
set(_expected_03_online_softmax "each element is read once" "each element is read twice"
    "sectors per request 4.00" "merge_max_sum_pairs_kernel" "--filter='*.Counts:*.OrdinaryRows'")
set(_expected_04_vector_loads "each element is read twice" "each element is written once"
    "sectors per request 12.00" "vector_softmax_kernel")
set(_expected_05_persistent_grid "each element is read once" "each element is written once"
    "sectors per request 4.00" "no bank conflicts" "every warp waits at a barrier twice")
set(_expected_06_compensated_sum "each element is read once" "each element is read 3 times"
    "sectors per request 4.00" "compensated_softmax_kernel")
set(_expected_07_tiled_gemm "sectors per request 2.50" "sectors per request 4.00"
    "sectors per request 16.00" "no bank conflicts" "register_tiled_kernel" "--filter='*.Normals'")
foreach(lesson IN LISTS WORKSHOP_LESSONS)
    # Accesses are counted where kernels are watched.
    if(WORKSHOP_WATCHING)
        if(NOT DEFINED _sizes_${lesson})
            set(_sizes_${lesson} "64 rows, 96 columns")
        endif()
        add_test(NAME checks.profile.${lesson}
            COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tests/profile_test.sh
                $<TARGET_FILE:profile_${lesson}_solution> "${_buffers_${lesson}}"
                "${_sizes_${lesson}}" ${_expected_${lesson}})
        add_test(NAME checks.predictions.${lesson}
            COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tests/predictions_test.sh
                $<TARGET_FILE:profile_${lesson}_solution> ${lesson})
    endif()
endforeach()

# For the messages: a kernel that reads once more, an unfinished one, and functions without kernels.
if(WORKSHOP_WATCHING)
    set(_reads_thrice maximum_in_a_pass_of_its_own)
    _workshop_add_profile(03_online_softmax mutant_${_reads_thrice}
        mutant_03_online_softmax_${_reads_thrice})
    _workshop_add_profile(02_block_reduction generated_starter
        generated_starter_02_block_reduction)
    _workshop_add_profile(07_tiled_gemm generated_starter generated_starter_07_tiled_gemm)
    set_target_properties(profile_03_online_softmax_mutant_${_reads_thrice}
        profile_02_block_reduction_generated_starter
        profile_07_tiled_gemm_generated_starter PROPERTIES EXCLUDE_FROM_ALL FALSE)
    # One that is wrong at some shapes only.
    _workshop_add_profile(01_serial_softmax mutant_grid_rounded_down
        mutant_01_serial_softmax_grid_rounded_down)
    set_target_properties(profile_01_serial_softmax_mutant_grid_rounded_down PROPERTIES
        EXCLUDE_FROM_ALL FALSE)
    set(_counting "")
    foreach(lesson IN LISTS WORKSHOP_LESSONS)
        list(APPEND _counting $<TARGET_FILE:profile_${lesson}_solution>)
    endforeach()
    add_test(NAME checks.counted_outputs
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tests/counted_output_test.sh
            $<TARGET_FILE:profile_01_serial_softmax_mutant_grid_rounded_down> ${_counting})
    configure_file(tests/fake_program_info.cpp.in
        ${CMAKE_CURRENT_BINARY_DIR}/program_info/profile_fake.cpp @ONLY)
    add_executable(profile_fake
        tests/fake_profile.cpp ${CMAKE_CURRENT_BINARY_DIR}/program_info/profile_fake.cpp)
    target_link_libraries(profile_fake PRIVATE
        workshop_profile_main workshop_check_support workshop_warnings)
    add_test(NAME checks.predictions.messages
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tests/predict_messages_test.sh
            $<TARGET_FILE:profile_03_online_softmax_solution>
            $<TARGET_FILE:profile_02_block_reduction_generated_starter>
            $<TARGET_FILE:profile_03_online_softmax_mutant_${_reads_thrice}>
            $<TARGET_FILE:profile_fake>
            $<TARGET_FILE:profile_07_tiled_gemm_generated_starter>)
endif()
