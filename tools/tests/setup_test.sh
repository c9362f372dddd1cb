#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# tools/setup.sh on machines that lack something, each made of fake commands.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

export WORKSHOP_GTEST_SOURCES="$scratch/none" WORKSHOP_INCLUDE_FOLDER="$scratch/include"
unset CXX CMAKE_PREFIX_PATH 2>/dev/null || true
apt_log=$scratch/apt.log
installed=$scratch/installed # names of the packages that this machine has
setup=$copy/tools/setup.sh

# A compiler that answers as a preprocessor would: it knows the headers of installed packages.
compiler() {
    fake c++ <<END
case "\$*" in
    *--version*) echo "c++ \${FAKE_VERSION:-12}" ;;
    *"-o /dev/null"*) [ "\${FAKE_VERSION:-12}" -ge 11 ] ;;
    *) cat >/dev/null; sed -n 's/^libgtest-dev/gtest/p; s/^libbenchmark-dev/benchmark/p
           s/^libboost-context-dev/boost/p' "$installed" ;;
esac
END
}
cmake_version() { fake cmake <<END
echo "cmake version $1"
END
}
user() { fake id <<END
echo $1
END
}
# apt-get that records its calls and installs into the list, except the packages named in FAKE_LACKS.
apt() {
    fake apt-get <<END
echo "\$*" >>"$apt_log"
case "\$*" in *install*) ;; *) exit 0 ;; esac
for package; do
    case " \${FAKE_LACKS:-} " in *" \$package "*) echo "E: no \$package" >&2; exit 100 ;; esac
done
for package; do
    case \$package in
        g++) ln -sf "$scratch/gxx" "$scratch/bin/c++" ;;
        cmake) ln -sf "$scratch/cmake" "$scratch/bin/cmake" ;;
        lib*) echo "\$package" >>"$installed" ;;
        doxygen) ln -sf /bin/true "$scratch/bin/doxygen" ;;
        doxygen-awesome-css) mkdir -p "$scratch/theme" && : >"$scratch/theme/doxygen-awesome.css" ;;
    esac
done
END
}
everything='libgtest-dev libbenchmark-dev libboost-context-dev'
machine() { # machine PACKAGES: a compiler, CMake and these libraries
    compiler
    cmake_version 3.25.1
    cp "$scratch/bin/c++" "$scratch/gxx"
    cp "$scratch/bin/cmake" "$scratch/cmake"
    printf '%s\n' $1 >"$installed"
    remove sudo
    apt
    : >"$apt_log"
    rm -rf "$copy/.workshop"
}

machine "$everything"
user 1000
run "nothing missing" "$setup"
expect_code 0
expect_silence

# Nothing is looked for, or said to be there, on behalf of an option that nobody knows.
for options in --doc docs "--docs --again" "--again now"; do
    # shellcheck disable=SC2086
    run "unknown: $options" "$setup" $options
    expect_code 2
    expect_line "tools/setup.sh does not know: $options"
    expect_line "Usage: tools/setup.sh [--again | --docs]"
    expect_no "Nothing is missing"
done

machine ""
remove c++ cmake
run "all missing, no sudo" "$setup"
expect_code 1
expect_line "apt-get update && apt-get install -y g++ cmake libgtest-dev libbenchmark-dev libboost-context-dev"
expect_line "GoogleTest: the checks and tests"
[ ! -s "$apt_log" ] || failed "apt-get was called without root"

fake sudo <<END
[ "\$1" != -n ] || exit 1
exit 1
END
run "sudo wants a password, nobody there" "$setup"
expect_code 1
expect_line "sudo apt-get update && sudo apt-get install -y g++ cmake"

fake sudo <<'END'
[ "$1" != -n ] || shift
exec "$@"
END
run "sudo without a password" "$setup"
expect_code 0
expect_line "Set-up is complete."
grep -q "install g++ cmake $everything" "$apt_log" || failed "apt-get install was not called"
: >"$apt_log"
run "second run" "$setup"
expect_code 0
expect_silence
[ ! -s "$apt_log" ] || failed "a second run called apt-get"

machine "libgtest-dev libboost-context-dev"
user 0
run "root, one library missing" "$setup"
expect_code 0
grep -q "install libbenchmark-dev$" "$apt_log" || failed "exactly libbenchmark-dev is wanted"

machine "libgtest-dev libbenchmark-dev"
run "Boost.Context not to be had" env FAKE_LACKS=libboost-context-dev "$setup"
expect_code 0
expect_line "ucontext"
: >"$apt_log"
run "Boost.Context not tried again" "$setup"
expect_code 0
expect_silence
[ ! -s "$apt_log" ] || failed "a second run called apt-get"
run "tried again when asked to" "$setup" --again
expect_code 0
expect_line "Set-up is complete."

machine "libbenchmark-dev"
run "Boost.Context lacking beside a library" env FAKE_LACKS=libboost-context-dev "$setup"
expect_code 0
expect_line "ucontext"
grep -qx libgtest-dev "$installed" || failed "libgtest-dev was not installed"

machine "libbenchmark-dev libboost-context-dev"
run "no network" env FAKE_LACKS=libgtest-dev "$setup"
expect_code 1
expect_line "Still missing:"
expect_line "apt-get install -y libgtest-dev"

machine "libbenchmark-dev libgtest-dev"
user 1000
run "only Boost.Context missing, no root" "$setup"
expect_code 0
expect_line "ucontext"

machine ""
remove apt-get
run "another system" "$setup"
expect_code 1
expect_line "dnf install gcc-c++ cmake gtest-devel google-benchmark-devel"

machine "$everything"
cmake_version 3.18.4
run "old CMake" "$setup"
expect_code 1
expect_line "CMake 3.18.4 is older than 3.22"

machine "$everything"
run "old compiler" env FAKE_VERSION=9 "$setup"
expect_code 1
expect_line "does not know C++20"

mkdir -p "$scratch/sources/googletest"
machine "libbenchmark-dev libboost-context-dev"
run "GoogleTest as sources" env WORKSHOP_GTEST_SOURCES="$scratch/sources" "$setup"
expect_code 0
expect_silence

# What `make docs` needs, and only when asked for.
export WORKSHOP_DOCS_THEME="$scratch/theme"
machine ""
user 0
run "Doxygen missing" "$setup" --docs
expect_code 0
expect_line "Doxygen: makes pages"
grep -q "install doxygen doxygen-awesome-css$" "$apt_log" || failed "doxygen and its theme are wanted, and nothing else"
: >"$apt_log"
run "Doxygen there" "$setup" --docs
expect_code 0
expect_line "Nothing is missing."
[ ! -s "$apt_log" ] || failed "a second run called apt-get"

rm -rf "$scratch/theme"
remove doxygen
run "theme not to be had" env FAKE_LACKS=doxygen-awesome-css "$setup" --docs
expect_code 0
expect_line "The pages work without it"

remove doxygen
run "Doxygen not to be had" env FAKE_LACKS=doxygen "$setup" --docs
expect_code 1
expect_line "Still missing:"

user 1000
remove sudo
run "Doxygen missing, no root" "$setup" --docs
expect_code 1
expect_line "apt-get install -y doxygen doxygen-awesome-css"
finish
