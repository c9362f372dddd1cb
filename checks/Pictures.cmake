# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The pictures of the lessons that come from a trace of the solutions: picture_<lesson>_solution
# writes them. `make pictures` puts them into lessons/*/figures, and pages with buttons into
# build/docs.
if(NOT WORKSHOP_WATCHING)
    return()
endif()

add_library(workshop_pictures OBJECT
    pictures/page.cpp pictures/picture.cpp pictures/picture_main.cpp pictures/recording.cpp
    pictures/trace_json.cpp)
target_link_libraries(workshop_pictures PRIVATE
    workshop_contracts workshop_emulator workshop_warnings)

set(_pictures_tests ${CMAKE_CURRENT_SOURCE_DIR}/tests)
add_custom_target(pictures)

# _workshop_add_picture(<lesson> <name> <object targets...>): picture_<lesson>_<name>.
function(_workshop_add_picture lesson name)
    set(program picture_${lesson}_${name})
    add_executable(${program} pictures/${lesson}.cpp ${_files_${lesson}})
    target_link_libraries(${program} PRIVATE
        workshop_pictures ${ARGN} ${_beside_${lesson}} workshop_contracts workshop_emulator workshop_warnings)
endfunction()

# _workshop_add_renamed(<mutant> <prefix>): the wrong kernel of lesson 7 beside the right
# one in a program, where its functions are called <prefix>_gemm_tiled and so on.
function(_workshop_add_renamed mutant prefix)
    set(lesson 07_tiled_gemm)
    set(solution ${PROJECT_SOURCE_DIR}/solutions/${lesson}.cu)
    set(file ${CMAKE_CURRENT_SOURCE_DIR}/mutants/${lesson}/${mutant}.mutant)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/pictures/${mutant}/${lesson}.cu)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/pictures/${mutant})
    add_custom_command(OUTPUT ${source}
        COMMAND apply_mutant ${solution} ${file} ${source}
        DEPENDS ${solution} ${file} apply_mutant COMMENT "" VERBATIM)
    workshop_add_cu_object(picture_${mutant} ${source} WATCHED)
    target_compile_options(picture_${mutant} PRIVATE -w)
    target_compile_definitions(picture_${mutant} PRIVATE lesson7=lesson7_${prefix})
    foreach(name gemm_naive gemm_tiled gemm_register_tiled)
        target_compile_definitions(picture_${mutant} PRIVATE ${name}=${prefix}_${name})
    endforeach()
endfunction()
_workshop_add_renamed(padding_missing unpadded)
_workshop_add_renamed(a_tile_kept_transposed transposed)
set(_beside_07_tiled_gemm picture_padding_missing picture_a_tile_kept_transposed)
set(_files_07_tiled_gemm pictures/gemm_banks.cpp pictures/gemm_tiles.cpp)

# A wrong kernel of each lesson that its picture has to show.
set(_seen_02_block_reduction tree_halves_round_down)
set(_seen_04_vector_loads maximum_element_by_element)
set(_seen_07_tiled_gemm padding_missing)

foreach(lesson IN LISTS WORKSHOP_LESSONS)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/pictures/${lesson}.cpp)
        continue()
    endif()
    string(REPLACE "_" "-" _room ${lesson})
    set(_figures ${PROJECT_SOURCE_DIR}/lessons/${_room}/figures)
    _workshop_add_picture(${lesson} solution solution_${lesson}_watched)
    _workshop_add_picture(${lesson} mutant mutant_${lesson}_${_seen_${lesson}})
    add_custom_target(pictures_${lesson}
        COMMAND picture_${lesson}_solution ${_figures} ${PROJECT_SOURCE_DIR}/build/docs/pictures
        COMMENT "" VERBATIM)
    add_dependencies(pictures pictures_${lesson})
    add_test(NAME checks.pictures.${lesson}
        COMMAND ${_pictures_tests}/pictures_test.sh $<TARGET_FILE:picture_${lesson}_solution>
            $<TARGET_FILE:picture_${lesson}_mutant> $<TARGET_FILE:well_formed>
            ${PROJECT_SOURCE_DIR}/lessons/${_room})
endforeach()

add_executable(well_formed pictures/well_formed_main.cpp pictures/well_formed.cpp)
target_link_libraries(well_formed PRIVATE workshop_warnings)
add_executable(well_formed_test tests/well_formed_test.cpp pictures/well_formed.cpp)
target_include_directories(well_formed_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(well_formed_test PRIVATE
    workshop_warnings GTest::gtest GTest::gtest_main Threads::Threads)
add_test(NAME checks.pictures.WellFormed COMMAND well_formed_test)
