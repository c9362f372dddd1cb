#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake/TestLibraries.cmake with GoogleTest as a CMake configuration, as sources alone, twice, made
# by another compiler, and missing.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

unset CMAKE_PREFIX_PATH 2>/dev/null || true
configure() { # configure NAME [VARIABLE=VALUE... --] OPTIONS...
    name=$1
    shift
    code=0
    rm -rf "$scratch/build"
    env PATH="$extra_path$PATH" cmake -S "$root/tools/tests/test_libraries" -B "$scratch/build" \
        -DWORKSHOP_ROOT="$root" "$@" >"$output" 2>&1 || code=$?
    tr '\n' ' ' <"$output" | tr -s ' ' >"$output.line" # CMake wraps long messages
    mv "$output.line" "$output"
}
extra_path=
configure "as this system has it"
expect_code 0
expect_line "GoogleTest: /"
system=$(sed -n 's/.*GoogleTest: \([^;]*\);.*/\1/p' "$output")

configure "none" -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON -DWORKSHOP_GTEST_SOURCE=
expect_code 1
expect_line "GoogleTest was not found. Debian, Ubuntu: apt-get install libgtest-dev."

configure "no Google Benchmark" -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON
expect_code 1
expect_line "Google Benchmark was not found. Debian, Ubuntu: apt-get install libbenchmark-dev."

# A second GoogleTest that only PATH leads to, as in a conda environment, is not taken.
other=$scratch/other
mkdir -p "$other/bin" "$other/lib/cmake/GTest"
echo 'message(FATAL_ERROR "the other GoogleTest was taken")' >"$other/lib/cmake/GTest/GTestConfig.cmake"
extra_path=$other/bin:
configure "two"
extra_path=
expect_code 0
expect_line "GoogleTest: $system;"

# One that was asked for and cannot be linked, as when another compiler made it, is refused early.
cat >"$other/lib/cmake/GTest/GTestConfig.cmake" <<'END'
foreach(library IN ITEMS gtest gtest_main)
    add_library(GTest::${library} INTERFACE IMPORTED)
endforeach()
END
configure "another compiler's" -DCMAKE_PREFIX_PATH="$other"
expect_code 1
expect_line "GoogleTest was found ($other/lib/cmake/GTest), but a program cannot be built with it"
expect_line "CMAKE_PREFIX_PATH"

if [ -d /usr/src/googletest/googletest ]; then
    configure "sources alone" -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON -DCMAKE_BUILD_TYPE=Debug
    expect_code 0
    expect_line "GoogleTest: built from /usr/src/googletest"
    cmake --build "$scratch/build" >"$output" 2>&1 || failed "the build failed"
    "$scratch/build/program" >"$output" 2>&1 || failed "the program failed"
    expect_line "[  PASSED  ] 1 test."
fi
finish
