# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Check programs for the debugger: check_NN_slug_debug_starter and check_NN_slug_debug_solution. Their
# kernels are compiled without optimization, so that gdb has a value for each variable on each line. What
# `make check-lessonN` runs is optimized: there a variable is gone as soon as nobody needs it. Not part
# of `all`: `make debug-lessonN` builds them.

# workshop_add_debug_program(<lesson> <kind> <file> [UNFINISHED])
function(workshop_add_debug_program lesson kind file)
    set(object debug_${kind}_${lesson})
    workshop_add_cu_object(${object} ${PROJECT_SOURCE_DIR}/${file} WATCHED ${ARGN})
    set_property(TARGET ${object} PROPERTY EXCLUDE_FROM_ALL TRUE)
    target_compile_options(${object} PRIVATE -O0)
    workshop_add_check_program(${lesson} ${kind} ${file} ${object} NAME debug_${kind} EXCLUDED)
endfunction()

if(WORKSHOP_BACKEND STREQUAL "emulator")
    foreach(lesson IN LISTS WORKSHOP_LESSONS)
        workshop_add_debug_program(${lesson} starter starter/${lesson}.cu UNFINISHED)
        workshop_add_debug_program(${lesson} solution solutions/${lesson}.cu)
    endforeach()
endif()
