#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# faults_test.sh PROGRAMS: runs each program of faults.txt on the CPU device, in several orders of
# the threads, and compares its verdict with the table.
set -u
here=$(cd "$(dirname "$0")" && pwd)
programs=$1
output=$(mktemp)
expected=$(mktemp)
trap 'rm -f "$output" "$expected"' EXIT
failures=0

# Lines "program|verdict".
awk -F ' *[|] *' '!/^#/ { print $1 "|" $2 }' "$here/faults.txt" >"$expected"
while IFS='|' read -r program verdict; do
    for order in forward reverse random:1; do
        WORKSHOP_WATCH=all WORKSHOP_SCHEDULE=$order "$programs/$program" >"$output" 2>&1
        got=$(awk -f "$here/cpu_verdict.awk" "$output")
        # What a race makes of values depends on the order: whether the reader came first.
        [ "$verdict" != racecheck ] || [ "$got" != "racecheck, initcheck" ] || got=racecheck
        if [ "$got" != "$verdict" ] || ! grep -q '^launch: cudaSuccess' "$output"; then
            echo "$program, order $order: '$got' instead of '$verdict'"
            cat "$output"
            failures=$((failures + 1))
        fi
    done
done <"$expected"

# Neither may be forgotten: a program without a line, a line without a program.
for source in "$here"/faults/*.cu; do
    name=$(basename "$source" .cu)
    grep -q "^$name|" "$expected" && continue
    echo "faults.txt has no line for $name"
    failures=$((failures + 1))
done
echo "$(wc -l <"$expected") programs, $failures failures"
[ "$failures" -eq 0 ]
