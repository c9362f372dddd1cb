# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Compares every file named in data/SHA256SUMS with its checksum.
#   cmake -DDATA=<folder> -P check_sums.cmake
file(STRINGS ${DATA}/SHA256SUMS lines)
file(GLOB files RELATIVE ${DATA} ${DATA}/*.scores ${DATA}/*.projection)
foreach(line IN LISTS lines)
    if(NOT line MATCHES "^([0-9a-f]+)  ([^/]+)$")
        message(FATAL_ERROR "${DATA}/SHA256SUMS: not 'checksum  name': ${line}")
    endif()
    set(wanted ${CMAKE_MATCH_1})
    set(name ${CMAKE_MATCH_2})
    file(SHA256 ${DATA}/${name} found)
    if(NOT found STREQUAL wanted)
        message(FATAL_ERROR "${DATA}/${name}: its SHA-256 is ${found}, not ${wanted}. "
            "Was it edited, or its line ends changed by git? Restore it with git checkout.")
    endif()
    list(REMOVE_ITEM files ${name})
endforeach()
if(files OR NOT lines)
    message(FATAL_ERROR "${DATA}/SHA256SUMS names no checksum for: ${files}")
endif()
