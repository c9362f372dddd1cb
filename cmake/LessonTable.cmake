# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads lessons/lessons.txt. Result: WORKSHOP_LESSONS is a list of "NN_slug";
# WORKSHOP_LESSON_TITLE_<NN_slug> is the title. What a lesson needs (the fourth column) is for the
# scripts in tools/: everything is built everywhere.

set(_lesson_table ${PROJECT_SOURCE_DIR}/lessons/lessons.txt)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_lesson_table})
file(STRINGS ${_lesson_table} _lesson_lines REGEX "^[0-9]")
set(WORKSHOP_LESSONS)
foreach(_line IN LISTS _lesson_lines)
    if(NOT _line MATCHES "^([0-9][0-9]) *\\| *([a-z0-9_]+) *\\| *([^|]+)(\\|[^|]*)?$")
        message(FATAL_ERROR "${_lesson_table}: not 'number | slug | title | needs': ${_line}")
    endif()
    list(APPEND WORKSHOP_LESSONS "${CMAKE_MATCH_1}_${CMAKE_MATCH_2}")
    set(_lesson ${CMAKE_MATCH_1}_${CMAKE_MATCH_2})
    string(STRIP "${CMAKE_MATCH_3}" WORKSHOP_LESSON_TITLE_${_lesson})
endforeach()
