#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make hint-lessonN: which TODO and which step it takes, and what it keeps.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
unset TODO STEP WORKSHOP_HINTS MAKEFLAGS MAKELEVEL 2>/dev/null || true

# In a folder whose name has a blank.
mv "$copy" "$scratch/a workshop"
copy="$scratch/a workshop"
mkdir -p "$copy/starter"
cp -R "$root/solutions" "$copy/"
starter=$copy/starter/01_serial_softmax.cu
sed -n 's|// FILL \([0-9]*: \)|// TODO \1|p' "$root/solutions/01_serial_softmax.cu" >"$starter"
hint() { run "hint-lesson1 $*" make --no-print-directory -C "$copy" hint-lesson1 "$@"; }

hint
expect_code 0
expect_line "hint 1 of 3 for TODO 1: "
expect_line "Next: edit starter/01_serial_softmax.cu, then: make check-lesson1"
tail -n 1 "$output" | grep -q 'make hint-lesson1$' || failed "the last line is to be the next command"
hint
expect_line "hint 2 of 3 for TODO 1: "
expect_line "lessons/01-serial-softmax/README.md#"
expect_no "]("
hint
expect_line "hint 3 of 3 for TODO 1: "
expect_line "make hint-lesson1 STEP=1"
hint
expect_line "hint 3 of 3 for TODO 1: "
hint TODO=3
expect_line "hint 1 of 3 for TODO 3: "
expect_line "make hint-lesson1 TODO=3"
hint TODO=3 STEP=2
expect_line "hint 2 of 3 for TODO 3: "
hint TODO=3
expect_line "hint 3 of 3 for TODO 3: "
hint STEP=1
expect_line "hint 1 of 3 for TODO 1: "
run clean make --no-print-directory -C "$copy" clean
hint
expect_line "hint 2 of 3 for TODO 1: "

# The first TODO that is left.
sed '/TODO 1:/d' "$starter" >"$scratch/edited" && cp "$scratch/edited" "$starter"
hint
expect_line "hint 1 of 3 for TODO 2: "

# A comment that was left above finished code: the next one is meant, and it is said.
printf '    // TODO 1: a row\n    const int row = 1;\n    // TODO 2: the rest\n' >"$starter"
hint
expect_code 0
expect_line "TODO 1's comment is still there, but there is code below it"
expect_line "hint 2 of 3 for TODO 2: "
hint TODO=1 STEP=1
expect_line "hint 1 of 3 for TODO 1: "
printf '    // TODO 1: a row\n    const int row = 1;\n' >"$starter"
hint
expect_code 0
expect_line "Nothing is left to write"
expect_no "hint 1 of"
# The starter as it came: nothing counts as done.
for lesson in $(cd "$root/solutions" && ls 0*.cu | grep -v _further); do
    run "todos of $lesson" awk -f "$root/tools/lib/open_todos.awk" "$root/solutions/$lesson" "$root/starter/$lesson"
    if grep -q '// TODO' "$root/starter/$lesson" && [ -z "$(git -C "$root" status --porcelain -- "starter/$lesson" 2>/dev/null)" ]; then
        expect_no "written "
        expect_line "open 1"
    fi
done
for nothing in '' ' \n\n'; do
    # shellcheck disable=SC2059
    printf "$nothing" >"$starter"
    hint
    expect_code 2
    expect_line "starter/01_serial_softmax.cu is empty."
    expect_line "make reset-lesson1"
    expect_no "No TODO"
    hint TODO=2 STEP=1
    expect_code 0
done
echo 'int no_comment;' >"$starter"
hint
expect_code 0
expect_line "No TODO comment is left"
tail -n 1 "$output" | grep -qx 'Next: make check-lesson1' || failed "the checks are to come next"
rm "$starter"
hint
expect_code 2
expect_line "make reset-lesson1"
hint TODO=2
expect_code 0

# Wrong arguments.
hint TODO=9
expect_code 2
expect_line "has no TODO '9'"
expect_line "TODO=4  write the row"
hint TODO=1 STEP=4
expect_code 2
expect_line "STEP=3  nearly the code"
printf 'junk\n1\n1 many\n' >"$copy/.workshop/hints/01_serial_softmax"
hint TODO=1
expect_code 0
expect_line "hint 1 of 3 for TODO 1: "
finish
