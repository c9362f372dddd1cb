#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The pictures of a lesson are those of its solution, wrong kernels change each of them, and the
# lesson's text shows them and says what is seen. Another compiler may make wider accesses, or in
# another order: then the pictures need not be the same to the byte, only drawn.
# Usage: pictures_test.sh PICTURE_PROGRAM WELL_FORMED LESSON_FOLDER PROGRAM_OF_A_WRONG_KERNEL...
set -eu
program=$1
well_formed=$2
lesson=$3
shift 3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
problem() {
    echo "pictures: $*" >&2
    failed=1
}
compiler_of() { # FOLDER
    sed -n 's/^"compiler":"\(.*\)",$/\1/p' "$1/trace.json"
}
pictures_of() { # FOLDER
    (cd "$1" && ls)
}

"$program" "$scratch/new" "$scratch/pages"
drawn_by=$(compiler_of "$lesson/figures")
compiler=$(compiler_of "$scratch/new")
[ -n "$drawn_by" ] || problem "$lesson/figures/trace.json names no compiler"
if [ "$compiler" = "$drawn_by" ]; then
    diff -r "$scratch/new" "$lesson/figures" ||
        problem "$lesson/figures is not what the solution gives now; make pictures draws it again"
else
    echo "pictures: not compared to the byte: $lesson/figures is by $drawn_by, this is $compiler"
    pictures_of "$scratch/new" >"$scratch/names"
    pictures_of "$lesson/figures" | diff "$scratch/names" - ||
        problem "$lesson/figures has other files than are drawn now"
fi
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
    page="$scratch/pages/$(basename "$lesson" | tr - _)-$name.html"
    if [ ! -f "$page" ]; then
        problem "$name has no page"
    else
        grep -q 'id="forward"' "$page" || problem "the page of $name has no buttons"
    fi
done

changed=' '
for wrong in "$@"; do
    "$wrong" "$scratch/wrong" || problem "$(basename "$wrong") could not be drawn"
    seen=
    for picture in "$scratch/new"/*.svg; do
        name=$(basename "$picture")
        cmp -s "$picture" "$scratch/wrong/$name" && continue
        seen=yes
        changed="$changed$name "
    done
    [ -n "$seen" ] || problem "$(basename "$wrong") changes no picture"
    rm -rf "$scratch/wrong"
done
for picture in "$scratch/new"/*.svg; do
    name=$(basename "$picture")
    case $changed in
        *" $name "*) ;;
        *) problem "no wrong kernel changes $name" ;;
    esac
done
exit $failed
