#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the checks on one mutant and writes its row of the kill table: "mutant | check, check".
# Fails when no check fails, for then the checks cannot tell the wrong kernel from a right one.
# With the kept table as fourth argument only two of the checks that fail for the mutant there are
# run, the first and the last, and one of them has to fail; the row is then the kept one. All checks of all
# mutants take a quarter of an hour: `make kill-table` runs them, and so does a test with
# WORKSHOP_KILL_TABLE=all.
# On a GPU, with `gpu` as fifth argument, the table is only where to look first: the checks that fail
# on the CPU device are run, and all others when none of these fails. Where only idea checks and
# EveryDeviceModel fail on the CPU device, all others are run as well. When none fails, the values are
# right on this GPU: it cannot show what is wrong with the mutant. Then the exit code is 77.
# Usage: kill_row.sh PROGRAM LESSON/MUTANT ROW-FILE [KEPT-TABLE [gpu]]
set -eu
program=$1
mutant=$2
row=$3
kept=
if [ $# -gt 3 ] && [ "${WORKSHOP_KILL_TABLE-}" != all ]; then
    kept=$(grep -F "$mutant | " "$4" || true)
fi

# A mutant may hang. The time is plenty for every check of a right kernel.
WORKSHOP_CHECK_SECONDS=${WORKSHOP_CHECK_SECONDS:-20}
WORKSHOP_KERNEL_SECONDS=${WORKSHOP_KERNEL_SECONDS:-5}
export WORKSHOP_CHECK_SECONDS WORKSHOP_KERNEL_SECONDS

signature=${row%.txt}.signature # how it fails, for signatures.txt
rm -f "$row" "$signature"
code=0
# The checks of a list of results that failed, as in a row.
failing_checks() {
    printf '%s\n' "$1" |
        awk '$1 == "FAIL" { list = list (list == "" ? "" : ", ") $2 } END { print list }'
}
if [ -n "$kept" ] && [ "${5-}" = gpu ]; then
    checks=$(echo "${kept#* | }" | tr -d ' ' | tr , '\n' | grep -vE '\.(Idea|EveryDeviceModel)' | head -n 6 || true)
    if [ -z "$checks" ]; then
        results=$("$program" --plain) || code=$?
        failing=$(failing_checks "$results")
        if [ -z "$failing" ] && [ $code -eq 0 ]; then
            echo "$mutant: its values are right here; only the CPU device shows what is wrong with it."
            exit 77
        fi
    else
        results=$("$program" --plain --filter="$(echo "$checks" | paste -s -d : -)") || code=$?
        failing=$(failing_checks "$results")
    fi
    if [ -n "$failing" ]; then
        echo "$mutant | $failing" >"$row"
        exit
    fi
    code=0
elif [ -n "$kept" ]; then
    checks=$(echo "${kept#* | }" | awk -F ', ' '{ print $1; if (NF > 1) print $NF }')
    results=$("$program" --plain --filter="$(echo "$checks" | paste -s -d : -)") || code=$?
    for check in $checks; do
        printf '%s\n' "$results" | grep -q "^FAIL  *$check\( \|$\)" || continue
        echo "$kept" >"$row"
        exit
    done
    echo "$mutant: none of these fails, and kills.txt says that all do:" $checks >&2
    echo "next: make kill-table, and look at each line that changes" >&2
    exit 1
fi
WORKSHOP_MUTANT=$mutant WORKSHOP_SIGNATURE=$signature
export WORKSHOP_MUTANT WORKSHOP_SIGNATURE
results=$("$program" --plain) || code=$?
if [ $code -ne 0 ] && [ $code -ne 1 ]; then
    echo "$mutant: the check program ended with code $code" >&2
    exit 1
fi
failing=$(failing_checks "$results")
if [ -z "$failing" ]; then
    echo "$mutant passes all checks: no check sees what is wrong with it." >&2
    exit 1
fi
echo "$mutant | $failing" >"$row"
