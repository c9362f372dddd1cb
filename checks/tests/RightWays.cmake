# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Other right ways to write a kernel, as edits of the solution like the mutants: idea checks refuse
# none of them. One that had to be refused would belong among the mutants.
set(_right_ways ${PROJECT_SOURCE_DIR}/checks/right_ways)
file(GLOB _ways RELATIVE ${_right_ways} CONFIGURE_DEPENDS ${_right_ways}/*/*.mutant)
foreach(_way IN LISTS _ways)
    get_filename_component(_lesson ${_way} DIRECTORY)
    get_filename_component(_name ${_way} NAME_WE)
    set(_solution ${PROJECT_SOURCE_DIR}/solutions/${_lesson}.cu)
    set(_source ${CMAKE_CURRENT_BINARY_DIR}/right_ways/${_lesson}/${_name}/${_lesson}.cu)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/right_ways/${_lesson}/${_name})
    add_custom_command(OUTPUT ${_source}
        COMMAND apply_mutant ${_solution} ${_right_ways}/${_way} ${_source}
        DEPENDS ${_solution} ${_right_ways}/${_way} apply_mutant
        COMMENT "" VERBATIM)
    workshop_add_cu_object(right_way_${_lesson}_${_name} ${_source} WATCHED)
    workshop_add_check_program(${_lesson} mutant checks/right_ways/${_way}
        right_way_${_lesson}_${_name} NAME right_way_${_name})
    add_test(NAME checks.right_way.${_lesson}.${_name}
        COMMAND check_${_lesson}_right_way_${_name} --plain
            --filter=*.Idea*:*.BlockSizes:*.FewerElementsThanThreads:*.AnyOrder)
endforeach()
