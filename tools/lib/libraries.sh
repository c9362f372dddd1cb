# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh: looks for what a build needs. Cheap enough to run before every command.

# Sets `missing` (a list of: compiler cmake gtest benchmark), `boost_found` (yes or no) and
# `old_tools` (lines about tools that are there and too old).
find_libraries() {
    missing='' old_tools='' boost_found=no
    compiler=${CXX:-$(command -v c++ || command -v g++ || command -v clang++ || echo c++)}
    if ! command -v "$compiler" >/dev/null; then
        missing="compiler"
    elif ! printf '#if __cplusplus < 202002L || !__has_include(<span>)\n#error old\n#endif\n' |
        "$compiler" -std=c++20 -x c++ -E -o /dev/null - 2>/dev/null; then
        missing="compiler"
        old_tools="$compiler ($("$compiler" --version | head -n 1)) does not know C++20"
    fi
    find_cmake
    find_headers
}

find_cmake() {
    if ! command -v cmake >/dev/null; then
        missing="$missing cmake"
        return
    fi
    cmake_version=$(cmake --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p')
    major=${cmake_version%%.*}
    minor=${cmake_version#*.}
    minor=${minor%%.*}
    if [ "$major" -lt 3 ] || { [ "$major" -eq 3 ] && [ "$minor" -lt 22 ]; }; then
        missing="$missing cmake"
        old_tools="$old_tools
CMake $cmake_version is older than 3.22"
    fi
}

# One run of the preprocessor answers for all headers. CMake looks closer when it configures.
find_headers() {
    found=
    case " $missing " in
        *" compiler "*) ;;
        *)
            set --
            old_ifs=$IFS
            IFS=:\;
            for prefix in ${CMAKE_PREFIX_PATH:-}; do set -- "$@" -I "$prefix/include"; done
            IFS=$old_ifs
            found=$(printf '%s\n' \
                '#if __has_include(<gtest/gtest.h>)' gtest '#endif' \
                '#if __has_include(<benchmark/benchmark.h>)' benchmark '#endif' \
                '#if __has_include(<boost/context/detail/fcontext.hpp>)' boost '#endif' |
                "$compiler" "$@" -std=c++20 -x c++ -E -P - 2>/dev/null || true)
            ;;
    esac
    if [ -z "$found" ] && [ -n "$missing" ]; then
        # No compiler to ask: look where packages put them.
        for header in gtest/gtest.h benchmark/benchmark.h boost/context/detail/fcontext.hpp; do
            [ ! -f "${WORKSHOP_INCLUDE_FOLDER-/usr/include}/$header" ] || found="$found ${header%%/*}"
        done
    fi
    [ ! -d "${WORKSHOP_GTEST_SOURCES-/usr/src/googletest}/googletest" ] || found="$found gtest"
    for library in gtest benchmark; do
        case $(printf ' %s ' $found) in
            *"$library"*) ;;
            *) missing="$missing $library" ;;
        esac
    done
    case $found in *boost*) boost_found=yes ;; esac
    missing=${missing# }
}
