#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make diff-lessonN: the reference is shown when the checks of the unchanged file pass, or when it is
# asked for all the same.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
unset ANYWAY WIDTH IMPL CHECK WORKSHOP_RECORDS MAKEFLAGS MAKELEVEL 2>/dev/null || true

mv "$copy" "$scratch/a workshop"
copy="$scratch/a workshop"
lesson=01_serial_softmax
mkdir -p "$copy/starter" "$copy/solutions" "$copy/.workshop/progress"
cp "$root/solutions/$lesson.cu" "$copy/solutions/"
starter=$copy/starter/$lesson.cu
line="maximum = fmaxf(maximum, x_row[column]);"
# As a student may have it: the solution with a loop of another form.
sed -e '/STARTER: /d' -e '/SOLUTION ONLY/d' -e '/END FILL/d' -e 's/FILL \([0-9]\)/TODO \1/' \
    -e 's/maximum = fmaxf(maximum, x_row\[column\]);/if (x_row[column] > maximum) maximum = x_row[column];/' \
    "$root/solutions/$lesson.cu" >"$starter"

# The checks: they leave a record, and pass when the file `passes` is there.
cat >"$copy/tools/check-lesson.sh" <<'END'
#!/bin/sh
root=$(cd "$(dirname "$0")/.." && pwd)
echo "${CHECK:-all}" >>"$root/called"
file=$root/starter/01_serial_softmax.cu
failed=1
[ ! -e "$root/passes" ] || failed=0
[ ! -e "$root/no record" ] || { echo "x.cu:1: error: no"; exit 1; }
printf '%s\n' "workshop-record 1" "kind checks" "lesson 01_serial_softmax" \
    "content $(cksum <"$file" | tr ' ' -)" "backend emulator" "time 2025-01-31 09:05" "total 31" \
    "passed $((30 - failed))" "failed $failed" "skipped 1" "not-run 0" end \
    >"$root/.workshop/progress/01_serial_softmax.checks"
echo "  serial_softmax  ok    30 of 31 checks passed, 1 skipped"
exit $failed
END
difference() { run "diff-lesson1 $*" make --no-print-directory -C "$copy" diff-lesson1 "$@"; }
called() { [ "$(grep -c . "$copy/called" 2>/dev/null)" = "$1" ] || failed "the checks are to run $1 times"; }

difference CHECK=one
expect_code 2
expect_line "29 of 31 checks of starter/$lesson.cu pass, so the reference is not shown yet"
expect_line "make hint-lesson1"
expect_line "make diff-lesson1 ANYWAY=1"
expect_no "fmaxf"
called 1
[ "$(cat "$copy/called")" = all ] || failed "all checks are to run, whatever CHECK is"
difference
expect_code 2
called 1
difference ANYWAY=1
expect_code 0
expect_line "+        $line"
expect_line "Lines with - are only in your file"
expect_line "Next: write your own in starter/$lesson.cu, then: make check-lesson1"
expect_no "make bench-lesson1"
called 1

touch "$copy/passes"
echo "// one more line" >>"$starter"
difference
expect_code 0
called 2
expect_line "-        if (x_row[column] > maximum) maximum = x_row[column];"
expect_line "+        $line"
expect_line "-// one more line"
expect_line "make bench-lesson1"
# What is not of the student's making is no difference.
for noise in STARTER "SOLUTION ONLY" "END FILL" "IMPL=solution" "FILL 1"; do expect_no "$noise"; done
[ "$(grep -c '^[-+][^-+]' "$output")" -eq 3 ] || failed "three lines differ"
difference
expect_code 0
called 2
expect_line "All 30 checks of this file passed on 2025-01-31 09:05."
! grep -q "$(printf '\033')" "$output" || failed "no colours are wanted outside a terminal"

# Nor is a comment "TODO 1: ..." that the student deleted, or left.
cp "$starter" "$scratch/with"
sed '/\/\/ TODO 1: /d' "$starter" >"$scratch/edited" && cp "$scratch/edited" "$starter"
difference
expect_no "TODO"
[ "$(grep -c '^[-+][^-+]' "$output")" -eq 3 ] || failed "three lines differ without the comment"
cp "$scratch/with" "$starter"
difference
expect_code 0

difference WIDTH=160
expect_code 0
expect_line "if (x_row[column] > maximum)"
[ "$(awk '{ if (length($0) > most) most = length($0) } END { print most }' "$output")" -le 160 ] ||
    failed "160 columns are the limit"

cp "$root/solutions/$lesson.cu" "$starter"
difference ANYWAY=1
expect_line "Yours is the reference, line for line."

# Whoever has seen enough closes the pipe: that is no fault of diff.
awk 'BEGIN { for (i = 0; i < 20000; ++i) print "// a line of mine" }' >>"$starter"
name="a closed pipe"
(env PATH="$scratch/bin" ANYWAY=1 "$copy/tools/diff-lesson.sh" 1 2>"$scratch/said" </dev/null || echo failed >>"$scratch/said") |
    head -n 1 >"$output"
[ ! -s "$scratch/said" ] || failed "a closed pipe is reported: $(cat "$scratch/said")"

# A file that does not compile.
echo "broken" >"$starter"
touch "$copy/no record"
difference
expect_code 2
expect_line "x.cu:1: error: no"
expect_line "did not run"
rm "$starter"
difference
expect_code 2
expect_line "make reset-lesson1"
difference WIDTH=2
expect_line "WIDTH is '2'"
finish
