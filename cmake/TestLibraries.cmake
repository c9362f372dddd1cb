# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# GoogleTest and Google Benchmark, in every form that systems ship them. Nothing is downloaded.
# Result: GTest::gtest, GTest::gtest_main, benchmark::benchmark.

# Prefixes that only come from PATH (a conda environment, say) hold libraries of another compiler,
# so the system's own configuration goes first. A prefix in CMAKE_PREFIX_PATH was asked for and
# goes before both.
macro(_workshop_find_config package)
    find_package(${package} CONFIG QUIET NO_SYSTEM_ENVIRONMENT_PATH)
    if(NOT ${package}_FOUND)
        find_package(${package} CONFIG QUIET)
    endif()
endmacro()

_workshop_find_config(GTest)
if(GTest_FOUND)
    set(_gtest_origin "${GTest_DIR}")
else()
    find_package(GTest MODULE QUIET) # a library and headers without a CMake configuration
    set(_gtest_origin "${GTEST_LIBRARY}")
endif()
if(NOT TARGET GTest::gtest)
    # Debian's package googletest, and libgtest-dev of old releases, hold the sources alone.
    find_path(WORKSHOP_GTEST_SOURCE googletest/src/gtest-all.cc PATHS /usr/src/googletest
        NO_DEFAULT_PATH)
    mark_as_advanced(WORKSHOP_GTEST_SOURCE)
    if(WORKSHOP_GTEST_SOURCE)
        set(INSTALL_GTEST OFF)
        set(BUILD_GMOCK OFF)
        add_subdirectory(${WORKSHOP_GTEST_SOURCE}/googletest ${PROJECT_BINARY_DIR}/googletest
            EXCLUDE_FROM_ALL)
        foreach(_library IN ITEMS gtest gtest_main)
            if(NOT TARGET GTest::${_library})
                add_library(GTest::${_library} ALIAS ${_library})
            endif()
        endforeach()
        set(_gtest_origin "built from ${WORKSHOP_GTEST_SOURCE}")
    endif()
endif()
if(NOT TARGET GTest::gtest_main)
    message(FATAL_ERROR "GoogleTest was not found. Debian, Ubuntu: apt-get install libgtest-dev. "
        "Fedora: dnf install gtest-devel. Arch: pacman -S gtest. A copy elsewhere: "
        "-DCMAKE_PREFIX_PATH=/its/prefix.")
endif()

_workshop_find_config(benchmark)
if(NOT benchmark_FOUND)
    message(FATAL_ERROR "Google Benchmark was not found. Debian, Ubuntu: apt-get install "
        "libbenchmark-dev. Fedora: dnf install google-benchmark-devel. Arch: pacman -S benchmark. "
        "A copy elsewhere: -DCMAKE_PREFIX_PATH=/its/prefix.")
endif()

# A library built by another compiler, or for another standard library, is found all the same and
# then fails at the link of the first test. One small link says so at once; the answer is cached.
include(CheckCXXSourceCompiles)
function(_workshop_check_links name library origin source)
    if(origin MATCHES "^built from")
        return()
    endif()
    set(CMAKE_REQUIRED_LIBRARIES ${library})
    set(CMAKE_REQUIRED_QUIET ON)
    set(variable WORKSHOP_${name}_LINKS)
    if(NOT "${WORKSHOP_${name}_ORIGIN}" STREQUAL "${origin}")
        unset(${variable} CACHE)
    endif()
    check_cxx_source_compiles("${source}" ${variable})
    set(WORKSHOP_${name}_ORIGIN "${origin}" CACHE INTERNAL "")
    if(NOT ${variable})
        unset(${variable} CACHE)
        message(FATAL_ERROR "${name} was found (${origin}), but a program cannot be built with it "
            "by ${CMAKE_CXX_COMPILER}. It was made by another compiler or for another standard "
            "library. Install the system's own package, or point CMAKE_PREFIX_PATH to a copy that "
            "this compiler built.")
    endif()
endfunction()
_workshop_check_links(GoogleTest GTest::gtest_main "${_gtest_origin}"
    "#include <gtest/gtest.h>\nTEST(a, b) { EXPECT_EQ(std::string(\"c\"), \"c\"); }\n")
_workshop_check_links(GoogleBenchmark benchmark::benchmark "${benchmark_DIR}"
    "#include <benchmark/benchmark.h>
     int main(int c, char** v) { benchmark::Initialize(&c, v); benchmark::RunSpecifiedBenchmarks(); }")

find_package(Threads REQUIRED)
message(STATUS "GoogleTest: ${_gtest_origin}; Google Benchmark: ${benchmark_DIR}")
