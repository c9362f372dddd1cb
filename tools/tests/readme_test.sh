#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The outputs shown in README.md, and the reports of starters shown in the lessons, are what the
# programs print. No report is quoted without being compared. And every lesson of the table is
# listed in README.md. Usage: readme_test.sh PROGRAM-FOLDER
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
. "$root/tools/tests/quoted_output.sh"
. "$root/tools/lib/house.sh"
. "$root/tools/lib/hints.sh"
programs=$1

"$programs/workshop_demo" >"$scratch/demo"
compare README.md "make demo" "$scratch/demo"
# What make check-lesson1 prints: the report of the program, then the way to the hints.
"$programs/check_01_serial_softmax_generated_starter" >"$scratch/check" || true
tell_hint 1 "$root/starter/01_serial_softmax.cu" >>"$scratch/check"
compare README.md "make check-lesson1" "$scratch/check"

# The same answers as the page shows, for the reference.
printf 'blocks = 8\nreads = 3\nbytes = 98304\nsectors = 4\n' >"$scratch/answers"
"$programs/profile_01_serial_softmax_solution" --predictions="$scratch/answers" \
    --questions="$root/lessons/01-serial-softmax/predict.txt" >"$scratch/predict" || true
# Without the hooks in the kernels nothing is counted, and there is nothing to compare.
grep -q "is not counted" "$scratch/predict" ||
    compare lessons/README.md "make predict-lesson1 IMPL=solution" "$scratch/predict"

lesson_pages >"$scratch/pages"
while read -r number lesson page; do
    quoted "$page" | grep -qx "make check-lesson$number" || continue
    "$programs/check_${lesson}_generated_starter" >"$scratch/check" </dev/null || true
    compare "$page" "make check-lesson$number" "$scratch/check"
done <"$scratch/pages"

name="reports without a comparison"
code=0
: >"$output"
while read -r _ _ page; do
    # One for each block of code, which may begin in the middle of a report.
    reports=$(awk '/^```/ { seen = 0 }
        /^First failure: |^  The kernel failed while it ran/ { if (!seen++) reports++ }
        END { print reports + 0 }' "$root/$page")
    marked=$(quoted "$page" | wc -l)
    [ "$marked" -ge "$reports" ] ||
        failed "$page quotes $reports reports, and $marked of them are compared"
done <"$scratch/pages"

name="lessons of README.md"
awk -F '|' '/^[0-9]/ { gsub(/^ +| +$/, "", $3); print $3 }' "$root/lessons/lessons.txt" >"$scratch/titles"
while IFS= read -r title; do
    grep -qF "[$title](lessons/" "$root/README.md" || failed "'$title' is not listed"
done <"$scratch/titles"
finish
