#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The pictures of a lesson are those of its solution, a wrong kernel changes them, and the lesson's
# text shows them and says what is seen.
# Usage: pictures_test.sh PICTURE_PROGRAM PROGRAM_OF_A_WRONG_KERNEL WELL_FORMED LESSON_FOLDER
set -eu
program=$1
wrong=$2
well_formed=$3
lesson=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
problem() {
    echo "pictures: $*" >&2
    failed=1
}

"$program" "$scratch/new" "$scratch/pages"
diff -r "$scratch/new" "$lesson/figures" ||
    problem "$lesson/figures is not what the solution gives now; make pictures draws it again"
"$program" "$scratch/again" >/dev/null
diff -r "$scratch/new" "$scratch/again" >/dev/null || problem "two runs differ"

"$well_formed" "$scratch/new"/*.svg || problem "not well-formed"
for picture in "$scratch/new"/*.svg; do
    name=$(basename "$picture" .svg)
    [ "$(wc -c <"$picture")" -lt 150000 ] || problem "$name.svg is larger than 150 kB"
    # What stands in an <img> must not need anything else.
    ! grep -nE '(href|src)=|url\(|<script|@import' "$picture" || problem "$name.svg needs a resource"
    grep -q 'prefers-color-scheme:dark' "$picture" || problem "$name.svg has no dark colours"
    alt=$(sed -n "s,.*!\[\([^]]*\)\](figures/$name\.svg).*,\1,p" "$lesson/README.md")
    [ "${#alt}" -ge 40 ] || problem "README.md does not show $name.svg with a text of what is seen"
    page=$(ls "$scratch/pages"/*-"$name.html")
    grep -q 'id="forward"' "$page" || problem "the page of $name has no buttons"
done

"$wrong" "$scratch/wrong" || problem "the wrong kernel could not be drawn"
for picture in "$scratch/new"/*.svg; do
    cmp -s "$picture" "$scratch/wrong/$(basename "$picture")" || changed=yes
done
[ -n "${changed-}" ] || problem "the pictures of a wrong kernel look the same"
exit $failed
