#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A table of lessons with and without the column of needs, as CMake and the scripts read it.
set -u
tools=$(cd "$(dirname "$0")/.." && pwd)
. "$tools/tests/expect_output.sh"
mkdir -p "$scratch/house/tools/lib" "$scratch/house/lessons" && cd "$scratch/house" || exit 2
cp "$tools"/*.sh tools/
cp "$tools"/lib/* tools/lib/
cp "$tools/../Makefile" .
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.22)
project(table LANGUAGES NONE)
include("$tools/../cmake/LessonTable.cmake")
foreach(lesson IN LISTS WORKSHOP_LESSONS)
    message(STATUS "(\${lesson}) (\${WORKSHOP_LESSON_TITLE_\${lesson}})")
endforeach()
END
cat >lessons/lessons.txt <<'END'
# number | slug | title | needs
08 | plain | Plain: one, two
09 | both_columns | With needs  | gpus>=2, compute_capability>=9.0
10 | blank   | Needs left blank |
END
expect_success cmake -S . -B build
expect_said "(08_plain) (Plain: one, two)"
expect_said "(09_both_columns) (With needs)"
expect_said "(10_blank) (Needs left blank)"

for line in '1 | short | One digit' '11 | No Slug | Title' '11 | no_title' '11 | many | T | n | more'; do
    cp lessons/lessons.txt kept
    echo "$line" >>lessons/lessons.txt
    expect_exit 1 cmake -S . -B build
    expect_said "'number" # CMake wraps the message
    cp kept lessons/lessons.txt
done

expect_exit 2 tools/check-lesson.sh 99
printf 'There is no lesson '\''99'\''. Lessons:\n' >wanted
printf '  %s\n' "8  Plain: one, two" "9  With needs" "10  Needs left blank" >>wanted
expect_same "$scratch/output" wanted
expect_success tools/help.sh Makefile
tail -n 3 "$scratch/output" | sed 's/^ *[0-9]* *//' >titles
printf '%s\n' "Plain: one, two" "With needs" "Needs left blank" >wanted
expect_same titles wanted
# What students type comes first; what changes the workshop is a list of its own.
line_of() { awk -v start="$1" 'index($0, start) == 1 { print NR; exit }' "$scratch/output"; }
own=$(line_of "To change the workshop itself:")
[ "$(line_of "  check-lessonN")" -lt "${own:-0}" ] || failed "check-lessonN is not above the list of those who change things"
for target in starters kill-table pictures snippets format; do
    [ "$(line_of "  $target ")" -gt "${own:-9999}" ] || failed "make $target is shown to students"
done
# A target that is not there: what was probably meant, and where all are.
unset MAKEFLAGS MAKELEVEL 2>/dev/null
for target in check check-1 check_lesson1; do
    expect_exit 2 make "$target"
    expect_said "there is no target '$target'."
    expect_said "make check-lessonN   check your starter of lesson N"
    expect_said "Next: make help"
done
expect_exit 2 make "it's"
expect_said "there is no target 'it's'."
expect_no_line() { ! grep -qF -- "$1" "$scratch/output" || failed "'$1' is said"; }
expect_no_line "Near to it"
cat >column.sh <<'END'
root=$PWD
. tools/lib/house.sh
for number in 8 09 10; do say "$(lesson_title $number)/$(lesson_column $number 4)"; done
END
expect_success sh column.sh
printf '%s\n' "Plain: one, two/" "With needs/gpus>=2, compute_capability>=9.0" "Needs left blank/" >wanted
expect_same "$scratch/output" wanted
finish
