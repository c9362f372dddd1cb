#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# example_test.sh PROGRAM SOURCE: the program is content with its results, no checker reports anything, and
# it prints the lines that the opening comment of SOURCE lists below "Prints:", in this order, and no others.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
unset WORKSHOP_DEVICE WORKSHOP_SCHEDULE WORKSHOP_WATCH WORKSHOP_PROFILE 2>/dev/null
sed -n '/^\/\/ Prints:$/,/^#include/{ s|^//   ||p; }' "$2" >"$scratch/wanted"
[ -s "$scratch/wanted" ] || failed "$2: the opening comment does not tell what the program prints"
code=0
"$1" >"$scratch/printed" 2>"$scratch/reports" || code=$?
[ "$code" -eq 0 ] || failed "exit code $code"
[ ! -s "$scratch/reports" ] || failed "reported: $(cat "$scratch/reports")"
expect_same "$scratch/wanted" "$scratch/printed"
finish
