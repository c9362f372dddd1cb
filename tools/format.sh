#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Formats the C++ and CUDA files. --check changes nothing and lists the files that differ; it exits
# with 77 (skipped) where there is no clang-format. A student's starter is left alone by both: how
# a student formats is the student's business, and the starters are made from formatted solutions.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"

if ! command -v clang-format >/dev/null; then
    complain "No clang-format here (Debian, Ubuntu: apt-get install clang-format)."
    [ "${1-}" = --check ] && exit 77
    exit 1
fi
# Other versions format differently in details, so only the one the files were made with judges.
version=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "${1-}" = --check ] && [ "$version" != 14 ]; then
    complain "clang-format $version is not the version 14 that the files are formatted with."
    exit 77
fi
cd "$root"
files=$(find . \( -name build -o -name .git -o -path ./starter \) -prune -o \
    \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \) -print)
if [ "${1-}" = --check ]; then
    different=$(say "$files" | xargs clang-format --dry-run 2>&1 |
        sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: .*/not formatted: \1/p' | sort -u)
    [ -z "$different" ] || fail "$different
make format formats them."
else
    say "$files" | xargs clang-format -i
fi
