#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Runs a demo program and looks at its exit code and its words.
# Usage: demo_test.sh PROGRAM EXIT_CODE [-- ARGUMENT... --] PATTERN...
# Every PATTERN (of grep) must be found in the output. No line of the demo may be longer than 100
# characters; messages of the CPU device ("file:line: error: ...") may, and a path on a line of its own.
set -u
program=$1
wanted=$2
shift 2
arguments=
if [ "${1-}" = -- ]; then
    shift
    while [ "$1" != -- ]; do
        arguments="$arguments $1"
        shift
    done
    shift
fi

# shellcheck disable=SC2086 # the arguments of the tests hold no spaces
output=$(LC_ALL=C "$program" $arguments 2>&1)
code=$?
status=0
if [ "$code" -ne "$wanted" ]; then
    echo "the exit code is $code, not $wanted"
    status=1
fi
for pattern in "$@"; do
    if ! printf '%s\n' "$output" | grep -q -e "$pattern"; then
        echo "not in the output: $pattern"
        status=1
    fi
done
too_long=$(printf '%s\n' "$output" | LC_ALL=C awk 'length > 100 && !/: error: / && !/^  \/[^ ]*$/')
if [ -n "$too_long" ]; then
    printf 'longer than 100 characters:\n%s\n' "$too_long"
    status=1
fi
[ "$status" -eq 0 ] || printf 'the output was:\n%s\n' "$output"
exit "$status"
