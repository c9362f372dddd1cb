#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# solution_calls_test.sh PROGRAMS: that solution_call knows each function of the contracts that launches a
# kernel, that solution_calls.txt and counts.txt have cases of each, that each call of solution_calls.txt is
# silent on the CPU device with all checkers, in several orders of the threads, and that solution_call
# refuses what it does not understand.
set -u
here=$(cd "$(dirname "$0")" && pwd)
call=$1/solution_call
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
failed() {
    echo "$1"
    failures=$((failures + 1))
}

# A function that takes a stream launches a kernel. Its declaration may go over several lines.
cat "$here"/../../include/workshop/[0-9]*.hpp | awk '
    /^cudaError_t [a-z0-9_]+\(/ { text = ""; inside = 1 }
    inside { text = text " " $0 }
    inside && /;/ {
        inside = 0
        if (text !~ /cudaStream_t stream\)/) next
        sub(/^ cudaError_t /, "", text)
        print substr(text, 1, index(text, "(") - 1)
    }' | sort >"$folder/declared"
"$call" | sort >"$folder/called"
[ "$(wc -l <"$folder/declared")" -ge 15 ] || failed "the contracts declare fewer functions than they did"
diff "$folder/declared" "$folder/called" ||
    failed "solution_calls.hpp has to know each function of the contracts (<) and no other (>)"

while read -r function; do
    grep -q "^solution_call $function " "$here/solution_calls.txt" ||
        failed "solution_calls.txt has no call of $function"
    shapes=$(awk -F ' *[|]' '!/^#/ { print $1 }' "$here/counts.txt" | sort -u | grep -c "^solution_call $function ")
    [ "$shapes" -ge 2 ] || failed "counts.txt has $shapes cases of $function; two shapes are wanted"
done <"$folder/declared"

grep -v '^#' "$here/solution_calls.txt" >"$folder/calls"
while read -r _ arguments; do
    for order in forward reverse random:1; do
        # shellcheck disable=SC2086
        WORKSHOP_WATCH=all WORKSHOP_SCHEDULE=$order "$call" $arguments >"$folder/output" 2>&1
        got=$(awk -f "$here/cpu_verdict.awk" "$folder/output")
        if [ "$got" != silent ] || ! grep -q '^kernel: cudaSuccess' "$folder/output"; then
            failed "solution_call $arguments, order $order: '$got'"
            cat "$folder/output"
        fi
    done
done <"$folder/calls"

# refuses TEXT ARGUMENT...: exit code 2, and a line that names the reason.
refuses() {
    text=$1
    shift
    "$call" "$@" >"$folder/output" 2>&1
    code=$?
    if [ $code -ne 2 ] || ! grep -qF "$text" "$folder/output"; then
        failed "solution_call $*: exit code $code, wanted 2 and '$text':"
        cat "$folder/output"
    fi
}
refuses "there is no function softmax" softmax 4 4 4
refuses "usage: solution_call FUNCTION" gemm_tiled 4 4
refuses "x is no number" serial_softmax 4 x 4
refuses "2.5 is no size" serial_softmax 4 2.5 4
refuses "there is no option lda here" serial_softmax 4 4 4 lda=4
refuses "there is no option ldx here" gemm_tiled 4 4 4 ldx=4
refuses "8 is not of the form NAME=NUMBER" gemm_tiled 4 4 4 8
refuses "two is no number" gemm_tiled 4 4 4 beta=two
refuses "a has more than 2^24 elements" gemm_tiled 8192 4 4 lda=4096
refuses "COLS 2 or more" serial_softmax 4 1 4
# What the function itself refuses is an error of the launch.
"$call" gemm_tiled 4 4 4 lda=3 >"$folder/output" 2>&1 && failed "a short leading dimension is an error"
grep -q '^launch: cudaErrorInvalidValue' "$folder/output" || failed "the error of the launch is wanted"

echo "$(wc -l <"$folder/declared") functions, $(wc -l <"$folder/calls") calls, $failures failures"
[ "$failures" -eq 0 ]
