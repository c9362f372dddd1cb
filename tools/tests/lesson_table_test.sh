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
cat >column.sh <<'END'
root=$PWD
. tools/lib/house.sh
for number in 8 09 10; do say "$(lesson_title $number)/$(lesson_column $number 4)"; done
END
expect_success sh column.sh
printf '%s\n' "Plain: one, two/" "With needs/gpus>=2, compute_capability>=9.0" "Needs left blank/" >wanted
expect_same "$scratch/output" wanted
finish
