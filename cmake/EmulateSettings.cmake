# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Writes emulate_settings.sh into the build folder: what tools/emulate.sh needs to compile any .cu
# file for the CPU device without asking CMake again. Included by emulator/CMakeLists.txt.

# Not ours: warnings are shown as g++ shows them without being asked, and stop nothing.
set(_flags ${WORKSHOP_EMULATOR_KERNEL_FLAGS})
# as_nvcc.h defines __CUDA_ARCH__, where FLAGS do not.
list(REMOVE_ITEM _flags -Wall -Wextra -Werror -Wno-unknown-pragmas -D__CUDA_ARCH__=700)
set(_watched no)
if(WORKSHOP_WATCHING)
    set(_watched yes)
    list(APPEND _flags ${WORKSHOP_EMULATOR_WATCH_FLAGS})
endif()
list(TRANSFORM _flags REPLACE "^SHELL:" "")
list(JOIN _flags " " _flags)
list(JOIN WORKSHOP_EMULATOR_LINK_FLAGS " " _link_flags)

file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/emulate_settings.sh CONTENT
"# Made by CMake for tools/emulate.sh.
emulate_compiler='${CMAKE_CXX_COMPILER}'
emulate_translator='$<TARGET_FILE:translate_cu>'
emulate_library='$<TARGET_FILE:workshop_emulator>'
emulate_hooks='$<TARGET_FILE:workshop_fast_hooks>'
emulate_headers='${CMAKE_CURRENT_SOURCE_DIR}/include'
emulate_flags='${CMAKE_CXX_FLAGS} ${_flags}'
emulate_link_flags='${_link_flags}'
emulate_watched=${_watched}
")
