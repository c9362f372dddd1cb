# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sizes of tiles that cannot work do not compile: the solution of lesson 7 with each of them in turn.
# That sizes which compile are right is shown by a mutant, which fails only where it should.
set(_solution ${PROJECT_SOURCE_DIR}/solutions/07_tiled_gemm.cu)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_solution})
file(READ ${_solution} _text)

# workshop_refused_tile(<number> <text> <replacement> <message>)
function(workshop_refused_tile number from to message)
    string(REPLACE "${from}" "${to}" changed "${_text}")
    if(changed STREQUAL _text)
        message(FATAL_ERROR "solutions/07_tiled_gemm.cu does not contain '${from}'")
    endif()
    set(source ${CMAKE_CURRENT_BINARY_DIR}/refused_tile_${number}/07_tiled_gemm.cu)
    file(CONFIGURE OUTPUT ${source} CONTENT "${changed}" @ONLY)
    workshop_add_cu_object(refused_tile_${number} ${source})
    set_property(TARGET refused_tile_${number} PROPERTY EXCLUDE_FROM_ALL TRUE)
    add_test(NAME checks.refused_tile.${number}
        COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target refused_tile_${number})
    set_tests_properties(checks.refused_tile.${number} PROPERTIES
        PASS_REGULAR_EXPRESSION "${message}" RUN_SERIAL TRUE TIMEOUT 300)
endfunction()

set(_tiling "RegisterTiling<128, 128, 8, 8, 8>")
workshop_refused_tile(1 "${_tiling}" "RegisterTiling<100, 128, 8, 8, 8>" "must cover the tile of C")
workshop_refused_tile(2 "${_tiling}" "RegisterTiling<128, 128, 8, 6, 8>" "takes its elements by fours")
workshop_refused_tile(3 "${_tiling}" "RegisterTiling<128, 128, 8, 8, 4>" "in whole float4s")
workshop_refused_tile(4 "${_tiling}" "RegisterTiling<128, 128, 16, 8, 8>" "bring 32 bytes, one sector")
workshop_refused_tile(5 "kTile = 32;" "kTile = 16;" "a warp must read whole rows")
workshop_refused_tile(6 "kTile = 32;" "kTile = 64;" "one thread an element of the tile")
