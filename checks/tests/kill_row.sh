#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the checks on one mutant and writes its row of the kill table: "mutant | check, check".
# Fails when no check fails, for then the checks cannot tell the wrong kernel from a right one.
# Usage: kill_row.sh PROGRAM LESSON/MUTANT ROW-FILE
set -eu
program=$1
mutant=$2
row=$3

# A mutant may hang. The time is plenty for every check of a right kernel.
WORKSHOP_CHECK_SECONDS=${WORKSHOP_CHECK_SECONDS:-20}
WORKSHOP_KERNEL_SECONDS=${WORKSHOP_KERNEL_SECONDS:-5}
export WORKSHOP_CHECK_SECONDS WORKSHOP_KERNEL_SECONDS

rm -f "$row"
code=0
results=$("$program" --plain) || code=$?
if [ $code -ne 0 ] && [ $code -ne 1 ]; then
    echo "$mutant: the check program ended with code $code" >&2
    exit 1
fi
failing=$(printf '%s\n' "$results" |
    awk '$1 == "FAIL" { list = list (list == "" ? "" : ", ") $2 } END { print list }')
if [ -z "$failing" ]; then
    echo "$mutant passes all checks: no check sees what is wrong with it." >&2
    exit 1
fi
echo "$mutant | $failing" >"$row"
