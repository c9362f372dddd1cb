# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Prints every value of a JSON file, one a line, with its place in front: tasks.0.command<TAB>make
# Comments that take a whole line are allowed, as in the settings of editors. Anything else that
# is no JSON fails. Usage: cmake -DFILE=settings.json -P json_lines.cmake 2>lines

file(READ "${FILE}" text)
string(REGEX REPLACE "(^|\n)[ \t]*//[^\n]*" "\\1" text "${text}")
# CMake's parser would let these two pass.
string(REGEX MATCH ",[ \t\n]*[]}]" trailing_comma "${text}")
if(trailing_comma)
    message(FATAL_ERROR "${FILE}: a comma after the last element")
endif()
string(REGEX MATCH "\n[^\"\n]*(\"[^\"\n]*\"[^\"\n]*)*(//|/\\*)" comment "${text}")
if(comment)
    message(FATAL_ERROR "${FILE}: a comment beside a value: ${comment}")
endif()

function(print_values place json)
    string(JSON type ERROR_VARIABLE error TYPE "${json}")
    if(error)
        message(FATAL_ERROR "${FILE}: ${place}: ${error}")
    endif()
    string(JSON count LENGTH "${json}")
    if(count EQUAL 0)
        return()
    endif()
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
        set(key ${index})
        if(type STREQUAL "OBJECT")
            string(JSON key MEMBER "${json}" ${index})
        endif()
        string(JSON kind TYPE "${json}" "${key}")
        string(JSON value GET "${json}" "${key}")
        if(kind MATCHES "^(OBJECT|ARRAY)$")
            print_values("${place}${key}." "${value}")
        else()
            message(NOTICE "${place}${key}\t${value}")
        endif()
    endforeach()
endfunction()
print_values("" "${text}")
