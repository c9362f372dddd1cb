# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# workshop_add_check_program(<lesson> <kind> <file> <object target> [NAME <name>] [CHECKS <objects>]
#                            [EXCLUDED])
#   links the checks of a lesson with one implementation into check_<lesson>_<name>. <kind> is
#   starter, solution, mutant or submission; <file> is what messages call the implementation; <name> is <kind>
#   unless given; <objects> is the object library of the checks, check_<lesson>_objects unless given.
# workshop_add_generated_starter(<lesson>)
#   makes the starter again from the solution, and tests that it fails as a starter should. The file
#   in starter/ may have been edited, so it cannot be tested.

# "01_serial_softmax" gives number "1" and text "lessons/01-serial-softmax/README.md".
function(_workshop_lesson_facts lesson number text)
    string(REGEX MATCH "^[0-9]+" digits ${lesson})
    math(EXPR plain "${digits}")
    string(REPLACE "_" "-" folder ${lesson})
    set(${number} ${plain} PARENT_SCOPE)
    set(${text} lessons/${folder}/README.md PARENT_SCOPE)
endfunction()

function(workshop_add_check_program lesson kind file object)
    cmake_parse_arguments(argument "EXCLUDED" "NAME;CHECKS" "" ${ARGN})
    if(NOT argument_NAME)
        set(argument_NAME ${kind})
    endif()
    if(NOT argument_CHECKS)
        set(argument_CHECKS check_${lesson}_objects)
    endif()
    set(target check_${lesson}_${argument_NAME})

    set(info_lesson ${lesson})
    set(info_title "${WORKSHOP_LESSON_TITLE_${lesson}}")
    set(info_kind ${kind})
    set(info_file ${file})
    set(info_mutants_folder ${PROJECT_SOURCE_DIR}/checks/mutants)
    _workshop_lesson_facts(${lesson} info_number info_text)
    set(info_next_number)
    set(info_next_text)
    list(FIND WORKSHOP_LESSONS ${lesson} index)
    math(EXPR index "${index} + 1")
    list(LENGTH WORKSHOP_LESSONS count)
    if(index LESS count)
        list(GET WORKSHOP_LESSONS ${index} next)
        _workshop_lesson_facts(${next} info_next_number info_next_text)
    endif()
    set(info ${CMAKE_CURRENT_BINARY_DIR}/program_info/${target}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/checks/support/program_info.cpp.in ${info} @ONLY)

    add_executable(${target} ${info})
    target_link_libraries(${target} PRIVATE
        workshop_check_main ${argument_CHECKS} ${object} workshop_check_support
        workshop_warnings)
    if(argument_EXCLUDED)
        set_property(TARGET ${target} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endif()
endfunction()

function(workshop_add_generated_starter lesson)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated_starter/${lesson}.cu)
    set(solution ${PROJECT_SOURCE_DIR}/solutions/${lesson}.cu)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/generated_starter)
    add_custom_command(OUTPUT ${generated}
        COMMAND starter_from_solution ${solution} ${generated}
        DEPENDS ${solution} starter_from_solution
        COMMENT "" VERBATIM)
    workshop_add_cu_object(generated_starter_${lesson} ${generated} WATCHED)
    workshop_add_check_program(${lesson} starter starter/${lesson}.cu generated_starter_${lesson}
        NAME generated_starter)
    add_test(NAME checks.starter.${lesson}
        COMMAND ${PROJECT_SOURCE_DIR}/checks/tests/starter_test.sh
            $<TARGET_FILE:check_${lesson}_generated_starter>)
    set_tests_properties(checks.starter.${lesson} PROPERTIES TIMEOUT 300)
endfunction()
