#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The experiments: the tables of the pages are those of the kept results, each experiment has a program,
# a page and results, and make experiment says what it needs.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v python3 >/dev/null || { echo "SKIPPED: python3 is missing"; exit 77; }
. "$root/tools/tests/expect.sh"
unset NAME BACKEND MAKEFLAGS MAKELEVEL 2>/dev/null || true
python=$(command -v python3)

names=$(awk -F '|' '!/^#/ && NF > 5 { gsub(/ /, "", $1); print $1 }' "$root/bench/experiments/experiments.txt")
[ "$(echo "$names" | grep -c .)" -ge 8 ] || { name=names; code=; failed "eight experiments are wanted"; }
for name in $names; do
    page=$root/docs/experiments/$name.md
    results=$root/docs/results/h200/experiments/$name.json
    cp "$page" "$scratch/page.md" || { code=; failed "a page is wanted"; continue; }
    code=0
    "$python" "$root/bench/experiments/show.py" "$name" "$results" --page "$scratch/page.md" \
        >"$output" 2>&1 || code=$?
    expect_code 0
    cmp -s "$page" "$scratch/page.md" ||
        failed "another table than the data; next: python3 bench/experiments/show.py $name $results --page $page"
    grep -q "]($name.md)" "$root/docs/experiments/README.md" || failed "a line in docs/experiments/README.md is wanted"
    [ -f "$root/docs/experiments/$name.svg" ] || failed "a plot is wanted"
done

# A page whose table was changed is put right, and nothing else of it.
name="a changed table"
sed 's/| 4096 x 256 | [0-9.]*/| 4096 x 256 | 1.000/' "$root/docs/experiments/fused.md" >"$scratch/page.md"
! cmp -s "$root/docs/experiments/fused.md" "$scratch/page.md" || failed "the test changes nothing"
"$python" "$root/bench/experiments/show.py" fused "$root/docs/results/h200/experiments/fused.json" \
    --page "$scratch/page.md" >"$output" 2>&1
cmp -s "$root/docs/experiments/fused.md" "$scratch/page.md" || failed "the table of the data is wanted"
code=0
echo '{"context": ' >"$scratch/cut.json"
"$python" "$root/bench/experiments/show.py" fused "$scratch/cut.json" >"$output" 2>&1 || code=$?
expect_code 1
expect_line "cut.json"

# What the page about several runs says of two of them.
name="two runs"
mkdir -p "$scratch/second"
for run in "$root"/docs/results/h200/other_run/*.json; do
    cp "$root/docs/results/h200/${run##*/}" "$scratch/second/"
done
code=0
"$python" "$root/bench/report" --compare "$root/docs/results/h200/other_run" "$scratch/second" \
    >"$output" 2>&1 || code=$?
expect_code 0
expect_line "298 of the 298 ratios"
grep -q "^All 298 ratios" "$root/docs/experiments/stability.md" || failed "the same number in the page is wanted"

mkdir -p "$copy/bench/experiments"
cp "$root/bench/experiments/experiments.txt" "$copy/bench/experiments/"
experiment() { run "experiment $*" make --no-print-directory -C "$copy" experiment "$@"; }
experiment
expect_code 2
expect_line "NAME is empty"
expect_line "make experiment NAME=reads"
experiment NAME=speed
expect_code 2
expect_line "There is no experiment 'speed'"
experiment NAME=reads BACKEND=emulator
[ "$code" -ne 0 ] || failed "another exit code than 0 is wanted"
expect_line "docs/experiments/reads.md"

finish
