#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What a program reports in launch after launch is told four times, then counted, with a total at the end.
# Usage: flood_test.sh PROGRAM
set -u
program=$1
status=0

# expect LAUNCHES LINES TEXT: so many lines hold the text.
expect() {
    found=$("$program" "$1" 2>&1 | grep -cF -- "$3")
    [ "$found" = "$2" ] && return
    echo "FAILED: $1 launches: $found lines, not $2, with '$3'"
    status=1
}

expect 1 1 'error: racecheck'
expect 4 4 'error: racecheck'
expect 4 3 'an earlier launch has shown the same'
expect 4 0 'in all: '
expect 200 5 'error: racecheck'
expect 200 1 'in further launches it is only counted'
expect 200 1 'in all: 6200 times, in 200 launches'
# Counted as errors are all of them.
WORKSHOP_WATCH_EXIT_CODE=9 "$program" 200 >/dev/null 2>&1
[ $? -eq 9 ] || { echo "FAILED: exit code"; status=1; }
WORKSHOP_WATCH_EXIT_CODE=9 "$program" 200 2>&1 | grep -q 'found 200 errors' || {
    echo "FAILED: the number of errors"
    status=1
}
exit $status
