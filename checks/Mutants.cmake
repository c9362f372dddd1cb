# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Known wrong kernels: every mutant is built like a student's file, and its checks must fail. There
# is one for each .mutant file, and one for each barrier of a solution, deleted.
#   target mutants      builds all of them (not part of `all`)
#   target kill_table   builds and runs them, and writes kills.txt and signatures.txt in checks/mutants
#                       and in checks/unlisted
#   tests label mutants each mutant fails; the table is the one in checks/mutants; the reports that
#                       the lessons show are what is printed

set(_rows ${CMAKE_CURRENT_BINARY_DIR}/kill_rows)
set(_tests ${CMAKE_CURRENT_SOURCE_DIR}/tests)
set(_mutants_folder ${CMAKE_CURRENT_SOURCE_DIR}/mutants)
file(MAKE_DIRECTORY ${_rows})
include(ProcessorCount)
ProcessorCount(_processors)
if(_processors EQUAL 0)
    set(_processors 1)
endif()

add_custom_target(mutants)
add_test(NAME checks.mutants_build
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target mutants
        --parallel ${_processors})
set_tests_properties(checks.mutants_build PROPERTIES
    FIXTURES_SETUP mutant_programs LABELS mutants TIMEOUT 1500
    # The build uses all processors; running something beside it would make time limits too short.
    RUN_SERIAL TRUE)

# How many barriers a solution has: lines with a call, outside of comments. apply_mutant counts too.
function(_workshop_count_barriers solution count)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${solution})
    file(STRINGS ${solution} lines REGEX "^[^/]*__sync(threads|warp)\\(")
    list(LENGTH lines number)
    set(${count} ${number} PARENT_SCOPE)
endfunction()

# Wrong kernels in checks/unlisted are built and run in the same way. They are in no table of known
# mistakes: naming_test.cpp asks what is said about them.

# workshop_add_mutant(<lesson> <name> <message name> DEPENDS <files> COMMAND <apply_mutant ...>)
#   builds the kernel that the command writes to the file that it gets as last argument, and tests
#   that it fails, as the table _kept_table says. Appends to _row_list.
function(workshop_add_mutant lesson name message_name)
    cmake_parse_arguments(argument "" "" "DEPENDS;COMMAND" ${ARGN})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/mutants/${lesson}/${name}/${lesson}.cu)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/mutants/${lesson}/${name})
    add_custom_command(OUTPUT ${source}
        COMMAND ${argument_COMMAND} ${source}
        DEPENDS ${argument_DEPENDS} apply_mutant
        COMMENT "" VERBATIM)
    set(object mutant_${lesson}_${name})
    workshop_add_cu_object(${object} ${source} WATCHED)
    set_property(TARGET ${object} PROPERTY EXCLUDE_FROM_ALL TRUE)
    # What is wrong with a mutant may be what the compiler warns about.
    target_compile_options(${object} PRIVATE $<$<COMPILE_LANGUAGE:CXX,CUDA>:-w>)
    workshop_add_check_program(${lesson} mutant ${message_name} ${object}
        NAME mutant_${name} EXCLUDED)
    add_dependencies(mutants check_${lesson}_mutant_${name})

    set(row ${_rows}/${lesson}.${name}.txt)
    set(_row_list ${_row_list} ${row} PARENT_SCOPE)
    add_test(NAME checks.mutant.${lesson}.${name}
        COMMAND ${_tests}/kill_row.sh $<TARGET_FILE:check_${lesson}_mutant_${name}>
            ${lesson}/${name} ${row} ${_kept_table})
    set_tests_properties(checks.mutant.${lesson}.${name} PROPERTIES
        FIXTURES_REQUIRED mutant_programs FIXTURES_SETUP kill_rows LABELS mutants TIMEOUT 300
        SKIP_RETURN_CODE 77)
endfunction()

# On a GPU other checks may fail than on the CPU device: there, the table says where to look first.
set(_kept_table ${_mutants_folder}/kills.txt)
if(WORKSHOP_BACKEND STREQUAL "cuda")
    list(APPEND _kept_table gpu)
endif()

set(_row_list)
foreach(lesson IN LISTS WORKSHOP_LESSONS)
    set(solution ${PROJECT_SOURCE_DIR}/solutions/${lesson}.cu)
    # Every barrier of the solution is deleted once. A GPU cannot be relied on to show a race.
    _workshop_count_barriers(${solution} _barriers)
    if(_barriers GREATER 0 AND WORKSHOP_BACKEND STREQUAL "emulator")
        foreach(number RANGE 1 ${_barriers})
            workshop_add_mutant(${lesson} barrier_${number}_deleted
                "solutions/${lesson}.cu without barrier ${number} of ${_barriers}"
                DEPENDS ${solution}
                COMMAND apply_mutant --without-barrier ${number}/${_barriers} ${solution})
        endforeach()
    endif()
    file(GLOB _mutants CONFIGURE_DEPENDS ${_mutants_folder}/${lesson}/*.mutant)
    list(SORT _mutants)
    foreach(mutant IN LISTS _mutants)
        get_filename_component(name ${mutant} NAME_WE)
        file(STRINGS ${mutant} _backend REGEX "^backend: ")
        if(_backend AND NOT _backend MATCHES "^backend: *${WORKSHOP_BACKEND} *$")
            continue() # this backend cannot be relied on to show it
        endif()
        workshop_add_mutant(${lesson} ${name} checks/mutants/${lesson}/${name}.mutant
            DEPENDS ${solution} ${mutant}
            COMMAND apply_mutant ${solution} ${mutant})
    endforeach()
endforeach()

# The rows of all mutants, in order, for the scripts.
function(_workshop_write_list name)
    list(SORT _row_list)
    string(REPLACE ";" "\n" lines "${_row_list}")
    file(WRITE ${_rows}/${name} "${lines}\n")
endfunction()
_workshop_write_list(list)

set(_unlisted_folder ${CMAKE_CURRENT_SOURCE_DIR}/unlisted)
if(WORKSHOP_BACKEND STREQUAL "emulator")
    set(_row_list)
    set(_kept_table ${_unlisted_folder}/kills.txt)
    file(GLOB _unlisted RELATIVE ${_unlisted_folder} CONFIGURE_DEPENDS
        ${_unlisted_folder}/*/*.mutant)
    list(SORT _unlisted)
    foreach(mutant IN LISTS _unlisted)
        get_filename_component(lesson ${mutant} DIRECTORY)
        get_filename_component(name ${mutant} NAME_WE)
        set(solution ${PROJECT_SOURCE_DIR}/solutions/${lesson}.cu)
        workshop_add_mutant(${lesson} ${name} checks/unlisted/${mutant}
            DEPENDS ${solution} ${_unlisted_folder}/${mutant}
            COMMAND apply_mutant ${solution} ${_unlisted_folder}/${mutant})
    endforeach()
    _workshop_write_list(unlisted)
endif()

if(WORKSHOP_BACKEND STREQUAL "emulator")
    add_test(NAME checks.kill_table
        COMMAND ${_tests}/kill_table_test.sh ${_rows}/list ${_mutants_folder}
            ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
    set_tests_properties(checks.kill_table PROPERTIES FIXTURES_REQUIRED kill_rows LABELS mutants)
    add_test(NAME checks.quoted_mutants
        COMMAND ${PROJECT_SOURCE_DIR}/tools/tests/quoted_mutants_test.sh
            ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
    set_tests_properties(checks.quoted_mutants PROPERTIES
        FIXTURES_REQUIRED mutant_programs LABELS mutants TIMEOUT 120)
    add_test(NAME checks.mutant_reports
        COMMAND ${_tests}/mutant_reports_test.sh ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
    set_tests_properties(checks.mutant_reports PROPERTIES
        FIXTURES_REQUIRED mutant_programs LABELS mutants TIMEOUT 300)
    add_custom_target(kill_table
        COMMAND ${_tests}/write_kill_table.sh ${_rows}/list ${_mutants_folder}
            ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${_processors}
        COMMAND ${_tests}/write_kill_table.sh ${_rows}/unlisted ${_unlisted_folder}
            ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${_processors}
        DEPENDS mutants
        USES_TERMINAL VERBATIM)
endif()
