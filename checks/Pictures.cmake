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
    add_executable(${program} pictures/${lesson}.cpp)
    target_link_libraries(${program} PRIVATE
        workshop_pictures ${ARGN} workshop_contracts workshop_emulator workshop_warnings)
endfunction()

# A wrong kernel of each lesson that its picture has to show.
set(_seen_02_block_reduction tree_halves_round_down)
set(_seen_04_vector_loads maximum_element_by_element)

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
