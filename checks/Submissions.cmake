# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Files of other people, to be compared with the reference: tools/compare-lesson.sh copies them to
# build/<backend>/submissions/<number>/<lesson>.cu and writes a list, `lesson <lesson>` and then
# `<number> <what messages call it>` a line. For each there is
#   check_<lesson>_submission_<number>    its checks
#   profile_<lesson>_submission_<number>  its counts, on the CPU device
# which are built only when they are asked for.
set(_submissions ${PROJECT_BINARY_DIR}/submissions)
if(NOT EXISTS ${_submissions}/list)
    return()
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_submissions}/list)
file(STRINGS ${_submissions}/list _lines ENCODING UTF-8)
list(POP_FRONT _lines _lesson)
string(REPLACE "lesson " "" _lesson "${_lesson}")
foreach(_line IN LISTS _lines)
    string(REGEX MATCH "^[0-9]+" _number "${_line}")
    string(REGEX REPLACE "^[0-9]+ " "" _name "${_line}")
    set(_object submission_${_number})
    workshop_add_cu_object(${_object} ${_submissions}/${_number}/${_lesson}.cu UNFINISHED WATCHED)
    set_property(TARGET ${_object} PROPERTY EXCLUDE_FROM_ALL TRUE)
    workshop_add_check_program(${_lesson} submission "${_name}" ${_object}
        NAME submission_${_number} EXCLUDED)
    if(COMMAND _workshop_add_profile)
        _workshop_add_profile(${_lesson} submission_${_number} ${_object})
    endif()
endforeach()
