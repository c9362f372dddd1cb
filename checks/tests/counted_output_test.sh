#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What is counted for a comparison has a right output at the very shape, or no counts.
# Usage: counted_output_test.sh WRONG SOLUTION...: the counting program of a kernel of lesson 1 that leaves out
# rows where they are no multiple of 256, and those of the solutions
set -eu
wrong=$1
shift
problems=0
complain() {
    echo "$*" >&2
    problems=1
}
tab=$(printf '\t')

for shape in "--rows=77 --cols=36" "--rows=1 --cols=1" "--rows=2 --cols=101" "--rows=64 --cols=96 --threads=64"; do
    for program; do
        # shellcheck disable=SC2086
        counts=$("$program" --counts $shape) || complain "$program $shape: $counts"
        functions=$(printf '%s\n' "$counts" | cut -f 1 | sort -u | wc -l)
        right=$(printf '%s\n' "$counts" | grep -c "${tab}output${tab}right" || true)
        [ "$functions" -eq "$right" ] || complain "$program $shape: $right of $functions outputs are right"
    done
done

"$wrong" --counts --rows=512 --cols=9 | grep -q "^serial_softmax${tab}output${tab}right" ||
    complain "512 rows are all computed"
code=0
said=$("$wrong" --counts --rows=513 --cols=9) || code=$?
[ $code -eq 1 ] || complain "513 rows: exit code $code, not 1"
case $said in
    "serial_softmax${tab}problem${tab}the output is wrong at this shape: 9 of 4617 elements are wrong; row 512, column 0: got "*) ;;
    *) complain "513 rows: $said" ;;
esac
if [ -c /dev/full ]; then
    code=0
    said=$("$wrong" --counts --rows=512 --cols=9 2>&1 >/dev/full) || code=$?
    [ $code -eq 1 ] && [ "$said" = "The counts could not be written: is the disk full?" ] ||
        complain "a full disk: exit code $code, $said"
fi
exit $problems
