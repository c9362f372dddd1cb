# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Writes OUT: the revision of the sources in ROOT, and the compile options FLAGS, for the context of
# a benchmark's result.
set(REVISION unknown)
find_program(_git git)
if(_git)
    execute_process(COMMAND ${_git} -C ${ROOT} describe --always --dirty --abbrev=12
        OUTPUT_VARIABLE _revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
        RESULT_VARIABLE _result)
    if(_result EQUAL 0)
        set(REVISION ${_revision})
    endif()
endif()
string(REPLACE "\\" "\\\\" FLAGS "${FLAGS}")
string(REPLACE "\"" "\\\"" FLAGS "${FLAGS}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_facts.cpp.in ${OUT} @ONLY)
