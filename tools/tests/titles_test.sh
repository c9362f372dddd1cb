#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every region of a solution is a task in the lesson's text: with the same number and the same title. The text and the
# README call each lesson as lessons/lessons.txt does.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
for text in "$root"/lessons/*/README.md; do
    lesson=$(basename "$(dirname "$text")" | tr - _)
    solution=$root/solutions/$lesson.cu
    [ -f "$solution" ] || { echo "no solution for $text"; status=1; continue; }
    # One line without code marks, so that no break of a line is in the way.
    tr '\n' ' ' < "$text" | tr -d '`' | tr -s ' ' > "$scratch/text"
    sed -n 's|^ *// FILL \([0-9]*: .*\)$|TODO \1|p' "$solution" > "$scratch/titles"
    [ -s "$scratch/titles" ] || { echo "no region in $solution"; status=1; }
    while IFS= read -r title; do
        grep -qF -- "**$title.**" "$scratch/text" && continue
        echo "lessons/$(basename "$(dirname "$text")")/README.md has no task '$title'"
        status=1
    done < "$scratch/titles"
done
sed '/^#/d; s/ *| */|/g' "$root/lessons/lessons.txt" | while IFS='|' read -r number slug title _; do
    number=${number#0}
    text=lessons/$(printf '%02d' "$number")-$(echo "$slug" | tr _ -)/README.md
    grep -qxF "# Lesson $number. $title" "$root/$text" || echo "$text has no title '# Lesson $number. $title'"
    grep -qF "| $number | [$title]($text) |" "$root/README.md" || echo "README.md does not call lesson $number '$title'"
done >"$scratch/titles"
[ ! -s "$scratch/titles" ] || { cat "$scratch/titles"; status=1; }
exit $status
