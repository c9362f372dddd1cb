# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The pictures of the lessons that come from a trace of the solutions: picture_<lesson>_solution
# writes them. `make pictures` puts them into lessons/*/figures, and pages with buttons into
# build/docs.
if(NOT WORKSHOP_WATCHING)
    add_custom_target(pictures
        COMMAND ${CMAKE_COMMAND} -E echo "Pictures need kernels that are watched: the CPU device and g++."
        COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
    return()
endif()

add_library(workshop_pictures OBJECT
    pictures/page.cpp pictures/picture.cpp pictures/picture_main.cpp pictures/recording.cpp
    pictures/source_path.cpp pictures/trace_json.cpp)
target_link_libraries(workshop_pictures PRIVATE
    workshop_contracts workshop_emulator workshop_warnings)
target_compile_definitions(workshop_pictures PRIVATE
    PICTURES_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}" PICTURES_BUILD_FOLDER="${PROJECT_BINARY_DIR}")

# What a program does in memory depends on the compiler: trace.json says which one it was.
string(REGEX MATCH "^[0-9]+" _compiler ${CMAKE_CXX_COMPILER_VERSION})
set_source_files_properties(pictures/trace_json.cpp PROPERTIES COMPILE_DEFINITIONS
    PICTURES_COMPILER="g++ ${_compiler} for ${CMAKE_SYSTEM_PROCESSOR}")

set(_pictures_tests ${CMAKE_CURRENT_SOURCE_DIR}/tests)
add_custom_target(pictures)

# _workshop_add_picture(<lesson> <name> <object targets...>): picture_<lesson>_<name>.
function(_workshop_add_picture lesson name)
    set(program picture_${lesson}_${name})
    add_executable(${program} pictures/${lesson}.cpp ${_files_${lesson}})
    target_link_libraries(${program} PRIVATE
        workshop_pictures ${ARGN} ${_beside_${lesson}} workshop_contracts workshop_emulator workshop_warnings)
endfunction()

# _workshop_mutate(<lesson> <folder/mutant> <target>): an object of a wrong kernel, for a picture.
# Not that of Mutants.cmake: it is compiled in another way.
function(_workshop_mutate lesson path target)
    set(solution ${PROJECT_SOURCE_DIR}/solutions/${lesson}.cu)
    set(file ${CMAKE_CURRENT_SOURCE_DIR}/${path}.mutant)
    get_filename_component(mutant ${path} NAME)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/pictures/${mutant}/${lesson}.cu)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/pictures/${mutant})
    add_custom_command(OUTPUT ${source}
        COMMAND apply_mutant ${solution} ${file} ${source}
        DEPENDS ${solution} ${file} apply_mutant COMMENT "" VERBATIM)
    workshop_add_cu_object(${target} ${source} WATCHED)
    target_compile_options(${target} PRIVATE -w)
endfunction()

# Wrong kernels of lesson 7 beside the right one in a program: their functions are called
# <prefix>_gemm_tiled and so on.
function(_workshop_add_renamed mutant prefix)
    _workshop_mutate(07_tiled_gemm mutants/07_tiled_gemm/${mutant} picture_${mutant})
    target_compile_definitions(picture_${mutant} PRIVATE lesson7=lesson7_${prefix})
    foreach(name gemm_naive gemm_tiled gemm_register_tiled)
        target_compile_definitions(picture_${mutant} PRIVATE ${name}=${prefix}_${name})
    endforeach()
endfunction()
_workshop_add_renamed(padding_missing unpadded)
_workshop_add_renamed(a_tile_kept_transposed transposed)
set(_beside_07_tiled_gemm picture_padding_missing picture_a_tile_kept_transposed)
set(_files_07_tiled_gemm pictures/gemm_banks.cpp pictures/gemm_tiles.cpp)

# The kernels of lesson 3 in a build that notes what expf gets and gives.
set(_files_03_online_softmax pictures/exp_calls.cpp)
set(_probed_03_online_softmax picture_03_probed)
workshop_add_cu_object(picture_03_probed ${PROJECT_SOURCE_DIR}/solutions/03_online_softmax.cu WATCHED)
_workshop_mutate(03_online_softmax mutants/03_online_softmax/guard_missing_in_thread
    picture_03_probed_guard_missing_in_thread)
_workshop_mutate(03_online_softmax pictures/03_other_order picture_03_probed_other_order)
foreach(_target picture_03_probed picture_03_probed_guard_missing_in_thread
        picture_03_probed_other_order)
    target_compile_options(${_target} PRIVATE
        "SHELL:-include ${CMAKE_CURRENT_SOURCE_DIR}/pictures/exp_probe.hpp")
endforeach()

set(_beside_01_serial_softmax solution_02_block_reduction_watched)
set(_beside_06_compensated_sum solution_02_block_reduction_watched)

# Wrong kernels of each lesson: every one changes a picture, and every picture is changed by one.
set(_seen_01_serial_softmax pass_that_looks_for_nan)
set(_seen_02_block_reduction tree_halves_round_down lane_combines_with_itself)
set(_seen_03_online_softmax guard_missing_in_thread)
set(_seen_04_vector_loads maximum_element_by_element)
set(_seen_05_persistent_grid one_block_a_row)
set(_seen_06_compensated_sum sign_of_lost_wrong)
set(_seen_07_tiled_gemm padding_missing only_first_tile)

foreach(lesson IN LISTS WORKSHOP_LESSONS)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/pictures/${lesson}.cpp)
        continue()
    endif()
    string(REPLACE "_" "-" _room ${lesson})
    set(_figures ${PROJECT_SOURCE_DIR}/lessons/${_room}/figures)
    if(DEFINED _probed_${lesson})
        set(_right ${_probed_${lesson}})
        set(_wrong ${_probed_${lesson}})
    else()
        set(_right solution_${lesson}_watched)
        set(_wrong mutant_${lesson})
    endif()
    _workshop_add_picture(${lesson} solution ${_right})
    set(_wrong_programs)
    foreach(_mutant IN LISTS _seen_${lesson})
        _workshop_add_picture(${lesson} ${_mutant} ${_wrong}_${_mutant})
        list(APPEND _wrong_programs $<TARGET_FILE:picture_${lesson}_${_mutant}>)
    endforeach()
    add_custom_target(pictures_${lesson}
        COMMAND picture_${lesson}_solution ${_figures} ${PROJECT_SOURCE_DIR}/build/docs/pictures
        COMMENT "" VERBATIM)
    add_dependencies(pictures pictures_${lesson})
    add_test(NAME checks.pictures.${lesson}
        COMMAND ${_pictures_tests}/pictures_test.sh $<TARGET_FILE:picture_${lesson}_solution>
            $<TARGET_FILE:well_formed> ${PROJECT_SOURCE_DIR}/lessons/${_room} ${_wrong_programs})
    add_test(NAME checks.pictures.pages.${lesson}
        COMMAND ${_pictures_tests}/pictures_page_test.sh $<TARGET_FILE:picture_${lesson}_solution>)
    set_tests_properties(checks.pictures.pages.${lesson} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 240)
endforeach()

_workshop_add_picture(03_online_softmax other_order picture_03_probed_other_order)
add_test(NAME checks.pictures.other_order
    COMMAND ${_pictures_tests}/pictures_same_test.sh
        $<TARGET_FILE:picture_03_online_softmax_solution>
        $<TARGET_FILE:picture_03_online_softmax_other_order>)

add_executable(well_formed pictures/well_formed_main.cpp pictures/well_formed.cpp)
target_link_libraries(well_formed PRIVATE workshop_warnings)
add_executable(well_formed_test tests/well_formed_test.cpp pictures/well_formed.cpp)
target_include_directories(well_formed_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(well_formed_test PRIVATE
    workshop_warnings GTest::gtest GTest::gtest_main Threads::Threads)
add_executable(pictures_parts_test
    tests/exp_calls_test.cpp tests/source_path_test.cpp pictures/exp_calls.cpp
    pictures/source_path.cpp)
target_include_directories(pictures_parts_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(pictures_parts_test PRIVATE
    workshop_warnings GTest::gtest GTest::gtest_main Threads::Threads)
add_test(NAME checks.pictures.WellFormed COMMAND well_formed_test)
foreach(_suite ExpCalls SourcePaths)
    add_test(NAME checks.pictures.${_suite}
        COMMAND pictures_parts_test --gtest_filter=${_suite}.*)
endforeach()
# The tests find what they are there for.
add_test(NAME checks.pictures.control
    COMMAND ${_pictures_tests}/pictures_control.sh $<TARGET_FILE:picture_02_block_reduction_solution>
        $<TARGET_FILE:picture_02_block_reduction_tree_halves_round_down>
        $<TARGET_FILE:picture_02_block_reduction_lane_combines_with_itself>
        $<TARGET_FILE:well_formed> ${PROJECT_SOURCE_DIR}/lessons/02-block-reduction)
add_test(NAME checks.pictures.pages_control
    COMMAND ${_pictures_tests}/pictures_page_control.sh
        $<TARGET_FILE:picture_02_block_reduction_solution>)
set_tests_properties(checks.pictures.pages_control PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
