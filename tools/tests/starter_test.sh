#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tests of tools/starter.sh in a small workshop of its own. Usage: starter_test.sh PROGRAM
STARTER_FROM_SOLUTION=$1
export STARTER_FROM_SOLUTION
unset CI
tools=$(cd "$(dirname "$0")/.." && pwd)
. "$tools/tests/expect_output.sh"
mkdir "$scratch/house" && cd "$scratch/house" || exit 2
mkdir -p tools/lib lessons solutions starter
cp "$tools/starter.sh" tools/
cp "$tools/lib/house.sh" tools/lib/
printf '01 | first | A\n02 | second | B\n' > lessons/lessons.txt
for lesson in 01_first 02_second; do
    printf '// FILL 1: %s\nanswer\n// STARTER: nothing yet\n// END FILL\n' $lesson > solutions/$lesson.cu
done
git_() { git -c user.name=test -c user.email=test@localhost "$@"; }

# count N PATTERN: how many files match.
count() {
    found=$(find starter -name "$2" | wc -l)
    [ "$found" -eq "$1" ] || failed "$found files '$2', not $1"
}

expect_success tools/starter.sh regenerate
printf '// TODO 1: 01_first\nnothing yet\n' > wanted.cu
expect_same starter/01_first.cu wanted.cu
count 0 '*backup*'

# reset: nothing to do, an edited file, a missing file, no such lesson.
expect_success tools/starter.sh reset 1
expect_said "already as it was"
count 0 '*backup*'
echo mine > starter/01_first.cu
expect_success tools/starter.sh reset 1
expect_said "is kept in starter/01_first.cu.backup-"
expect_said "make check-lesson1"
expect_same starter/01_first.cu wanted.cu
count 1 '01_first.cu.backup-[0-9]*-[0-9]*'
echo mine > mine.cu
expect_same mine.cu "$(find starter -name '*.backup-*')"
echo mine too > starter/01_first.cu
# The hints of this lesson begin again, and no others.
mkdir -p .workshop/hints
echo '4 1' > .workshop/hints/01_first
echo '4 1' > .workshop/hints/02_second
expect_success tools/starter.sh reset 01
[ ! -e .workshop/hints/01_first ] || failed "the hints go on with the second step"
[ -e .workshop/hints/02_second ] || failed "the hints of another lesson are forgotten"
count 2 '*.backup-*'
rm starter/01_first.cu
expect_success tools/starter.sh reset 1
expect_same starter/01_first.cu wanted.cu
count 2 '*.backup-*'
rm starter/01_first.cu && mkdir starter/01_first.cu
expect_exit 1 tools/starter.sh reset 1
expect_said "starter/01_first.cu is a folder, and has to be a file."
expect_said "Next: move it away (mv starter/01_first.cu starter/01_first.cu.folder), then tools/starter.sh reset 01"
count 0 '*.cu.folder'
rmdir starter/01_first.cu
expect_success tools/starter.sh reset 1
expect_exit 2 tools/starter.sh reset 99
expect_said "There is no lesson '99'"
expect_exit 2 tools/starter.sh reset
expect_exit 2 tools/starter.sh
rm starter/*.backup-*

if ! command -v git >/dev/null; then
    finish
    exit
fi
git_ init -q . && git_ add starter && git_ commit -qm start || exit 2

# regenerate: an unmodified file is simply replaced, an edited one is kept.
sed 's/nothing yet/nothing at all/' solutions/01_first.cu > changed && mv changed solutions/01_first.cu
sed 's/nothing yet/nothing at all/' solutions/02_second.cu > changed && mv changed solutions/02_second.cu
echo mine > starter/02_second.cu
# compare: drift is a failure; an edited file is skipped, except in CI.
expect_exit 1 tools/starter.sh compare 01_first
expect_said "> nothing at all"
expect_exit 77 tools/starter.sh compare 02_second
expect_said "SKIPPED: starter/02_second.cu is not compared"
expect_exit 1 env CI=true tools/starter.sh compare 02_second
expect_success tools/starter.sh regenerate
expect_success tools/starter.sh compare 01_first
expect_success env CI=true tools/starter.sh compare 02_second
count 0 '01_first.cu.backup-*'
count 1 '02_second.cu.backup-*'

# A solution that is not well formed leaves the starter alone.
echo 'no region' > solutions/01_first.cu
expect_exit 1 tools/starter.sh reset 1
expect_said "solutions/01_first.cu:1: error:"
grep -q 'nothing at all' starter/01_first.cu || failed "the starter was changed"
finish
