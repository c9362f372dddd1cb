#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make compare-lessonN: what is said about FILES, and the table of counts.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
unset FILES ROWS COLS THREADS MAKEFLAGS MAKELEVEL 2>/dev/null || true
compare() { run "compare-lesson $*" make --no-print-directory -C "$copy" "$@"; }

compare compare-lesson3 FILES=missing.cu
expect_code 2
expect_line "There is no file missing.cu."
compare compare-lesson3 FILES=lessons
expect_code 2
expect_line "lessons is a folder, not a file."
expect_line 'All files in it: FILES="lessons/*.cu"'
compare compare-lesson33 FILES=Makefile
expect_code 2
expect_line "There is no lesson '33'"

# What needs no build to be refused.
mkdir -p "$copy/starter"
printf '\n \n' >"$copy/starter/03_online_softmax.cu"
echo "int a;" >"$copy/a.cu"
echo "int b;" >"$copy/b.cu"
: >"$scratch/empty.cu"
cat >"$copy/tools/setup.sh" <<'END'
#!/bin/sh
echo "the build begins"
exit 9
END
for size in ROWS=0 COLS=00 THREADS=0 ROWS=-1 COLS=many ROWS=2.5 "ROWS=1 2"; do
    compare compare-lesson3 FILES=a.cu "$size"
    expect_code 2
    expect_line "${size%%=*} is '${size#*=}'. It is a whole number, 1 or more"
    expect_no "the build begins"
done
for size in ROWS=99999999999 COLS=99999999999999999999; do
    compare compare-lesson3 FILES=a.cu "$size"
    expect_code 2
    expect_line "${size%%=*} is '${size#*=}', which is more than any of the programs takes."
    expect_no "the build begins"
done
compare compare-lesson3 FILES=a.cu ROWS=0000000000000001
expect_line "the build begins"
compare compare-lesson3 FILES="$scratch/empty.cu"
expect_code 2
expect_line "$scratch/empty.cu is empty, so there is nothing to compare."
expect_line "There is no file to compare."
expect_no "reset-lesson"
expect_no "the build begins"
# What is no file stops no other; all of them are named.
mkdir -p "$copy/folder.cu" "$copy/my files"
: >"$copy/my files/empty.cu"
compare compare-lesson3 FILES="no1.cu a.cu folder.cu 'my files/empty.cu' no2.cu"
for wanted in "There is no file no1.cu." "There is no file no2.cu." "folder.cu is a folder, not a file." \
    "my files/empty.cu is empty" "FILES=\"'my file.cu' other.cu\"" "the build begins"; do expect_line "$wanted"; done
compare compare-lesson3 FILES=
expect_code 2
expect_line "starter/03_online_softmax.cu is empty"
expect_line "make reset-lesson3"
expect_no "the build begins"
compare compare-lesson3 FILES=a.cu ROWS=1 COLS=010
expect_line "the build begins"
expect_no "does nothing"
compare compare-lesson3 FILES=a.cu IMPL=solution
expect_line "IMPL does nothing in make compare-lesson3."

# The files: patterns, and one that is named twice.
cat >"$scratch/list.sh" <<'END'
root=$1
. "$root/tools/lib/house.sh"
. "$root/tools/lib/submissions.sh"
cd "$root"
FILES=${WORDS:-"b.cu *.cu"}
find_submissions
echo "$submissions files: $(submission_name 1) $(submission_name 2)"
END
mkdir -p "$copy/starter"
cp "$root/starter/03_online_softmax.cu" "$copy/starter/"
number=3 lesson=03_online_softmax WORDS=' ' run "find_submissions without FILES" sh "$scratch/list.sh" "$copy"
expect_code 0
expect_line "1 files: starter/03_online_softmax.cu"
expect_line 'make compare-lesson3 FILES="starter/03_online_softmax.cu other.cu"'
run "find_submissions" sh "$scratch/list.sh" "$copy"
expect_code 0
expect_line "2 files: b.cu a.cu"
expect_no "the same file"
for words in "./a.cu a.cu" "./a.cu $copy/a.cu" "./a.cu tools/../a.cu ./a.cu"; do
    run "find_submissions $words" env WORDS="$words b.cu" sh "$scratch/list.sh" "$copy"
    expect_code 0
    expect_line "./a.cu and $(echo "$words" | cut -d ' ' -f 2) are the same file: it is compared once, as ./a.cu."
    expect_line "2 files: ./a.cu b.cu"
done

# Names with a space in them: alone, in quotes, by a pattern. What is refused stands in the list of what is left out.
echo "int c;" >"$copy/my files/c d.cu"
for words in "my files/c d.cu" "'my files/c d.cu'" '"my files/c d.cu"' "my\\ files/c\\ d.cu" "'my files/*d.cu'"; do
    run "find_submissions $words" env WORDS="$words" sh "$scratch/list.sh" "$copy"
    expect_code 0
    expect_line "1 files: my files/c d.cu"
done
cat >>"$scratch/list.sh" <<'END'
folder=$root/build/emulator log=$scratch/log
cmake() { :; }
mkdir -p "$folder"
register_submissions
cat "$left_out" "$kept/list" "$kept/labels"
END
run "register_submissions" env lesson=03_online_softmax WORDS="'my files/c d.cu' none.cu a.cu folder.cu" \
    sh "$scratch/list.sh" "$copy"
expect_code 0
expect_line "none.cu	there is no such file"
expect_line "folder.cu	it is a folder"
expect_line "1 my files/c d.cu"
expect_line "2 a.cu"
cmp -s "$copy/my files/c d.cu" "$copy/build/emulator/submissions/1/03_online_softmax.cu" || failed "a copy is wanted"

# The table: one function, a file that counts the same, one that moves more, one without counts.
folder=$scratch/submissions
mkdir -p "$folder/counts"
printf '%s\n' "lesson 03_online_softmax" "1 same.cu" "2 more.cu" "3 barriers.cu" "4 broken.cu" "5 conflicts.cu" >"$folder/labels"
counts() { # FILE SECTORS BARRIERS
    printf 'softmax\t%s\t%s\n' sizes "8 rows, 8 columns" sectors "$2" load_requests 1,024 store_requests 8 reads_per_element 2 \
        barriers_per_block "$3" shared_waves 0 >"$folder/counts/$1"
}
counts 0 1,000,000 2
counts 1 1,000,000 2
counts 2 1,500,000 2
counts 3 1,000,000 9
printf 'softmax\tproblem\tit launched no kernel\n' >"$folder/counts/4"
counts 5 1,000,000 2
sed -i -e 's/\t1,024$/\t2,560/' -e '/store_requests/s/8$/4/' -e '/shared_waves/s/0$/1,100,000/' "$folder/counts/5"
printf 'broken.cu\tits accesses could not be counted\n' >"$folder/counts/left_out"
echo "more.cu has the right results and works in another way: softmax.IdeaReads" >"$folder/counts/remarks"
run "the table" awk -v folder="$folder" -v title="Lesson 3" \
    -f "$copy/tools/lib/compare_counts.awk"
expect_code 0
line() { grep -q "^$1 .*$2\$" "$output" || failed "a line $1 ... $2 is wanted"; }
expect_line "counts of the CPU device for one call of each function: no times"
expect_line "softmax, 8 rows, 8 columns"
line "the reference" "1,000,000      1,024         8        2        2          0"
line same.cu SAME
line more.cu "MORE 1.50 x"
expect_line "same sectors, BARRIERS 4.50 x"
line conflicts.cu 1,100,000
expect_line "  same sectors, LOADS 2.50 x, STORES 0.50 x, WAVES 1,100,000 for 0"
expect_line "reference's; same sectors: as many. LOADS, STORES (requests)"
expect_line "more.cu has the right results and works in another way"
expect_line "Left out:"
expect_line "  broken.cu: its accesses could not be counted"
! grep -q "^broken.cu" "$output" || failed "no line of the table for broken.cu is wanted"
[ "$(awk 'length($0) > 100' "$output")" = "" ] || failed "lines of at most 100 columns are wanted"

# What the tables call the files: each in another way.
labels() { # NAME... ; what is wanted is on standard input
    printf '%s\n' "lesson 03_online_softmax" "$@" | awk '/^lesson/ { print; next } { print NR - 1, $0 }' |
        awk -v width=22 -f "$copy/tools/lib/submission_labels.awk" >"$output"
    name="labels of $*"
    cat >"$scratch/wanted"
    cmp -s "$output" "$scratch/wanted" || failed "other labels are wanted: $(cat "$scratch/wanted")"
    [ "$(awk '!/^key/ && length($0) > 24' "$output")" = "" ] || failed "labels of at most 22 characters are wanted"
}
labels anna/03_online_softmax.cu bob/03_online_softmax.cu <<'END'
1 anna
2 bob
END
labels s/anna/x.cu s/bob/x.cu s/c.cu <<'END'
1 anna/x.cu
2 bob/x.cu
3 c.cu
END
labels x/a.cu x/x/a.cu <<'END'
1 a.cu
2 x/a.cu
END
labels "/home/my work/a file.cu" "/home/my work/b.cu" <<'END'
1 a file.cu
2 b.cu
END
labels one/folder/another/long_kernel.cu <<'END'
1 ...ther/long_kernel.cu
END
labels first_long_name_of_a_softmax.cu other_long_name_of_a_softmax.cu <<'END'
1 1: ..._of_a_softmax.cu
2 2: ..._of_a_softmax.cu
key 1 first_long_name_of_a_softmax.cu
key 2 other_long_name_of_a_softmax.cu
END
cp "$output" "$folder/labels"
run "a table with numbers" awk -v folder="$folder" -v title="Lesson 3" -f "$copy/tools/lib/compare_counts.awk"
line "1: ..._of_a_softmax.cu" SAME
expect_line "  2: other_long_name_of_a_softmax.cu"

# The counting of a file: what is wrong at this shape, or cannot be counted, is left out, whole.
cat >"$scratch/count.sh" <<'END'
root=$1 number=3 lesson=03_online_softmax
. "$root/tools/lib/house.sh"
. "$root/tools/lib/submissions.sh"
. "$root/tools/lib/compare.sh"
folder=$root/build/emulator kept=$root/build/emulator/submissions counts=$root/build/emulator/submissions/counts
left_out=$counts/left_out log=$folder/log
files="wrong.cu
idle.cu
silent.cu
right.cu
"
build_targets() { :; }
rm -rf "$counts"
mkdir -p "$counts" "$folder/bin"
: >"$left_out"
for i in 1 2 3 4; do add_counts $i; done
ls "$counts"
END
mkdir -p "$copy/build/emulator/bin"
counter() { # NUMBER CODE: what the program prints is on standard input, with | for tabs
    { echo '#!/bin/sh'; echo "tr '|' '\t' <<'END'"; cat; echo END; echo "exit $2"; } \
        >"$copy/build/emulator/bin/profile_03_online_softmax_submission_$1"
    chmod +x "$copy/build/emulator/bin/profile_03_online_softmax_submission_$1"
}
counter 1 1 <<'END'
row_max_sum|sectors|8
online_softmax|problem|the output is wrong at this shape: 2 of 9 elements are wrong; row 0, column 1: got 1, wanted 2
END
echo "row_max_sum|problem|it launched no kernel" | counter 2 1
counter 3 1 </dev/null
echo "row_max_sum|sectors|8" | counter 4 0
run "counting" sh "$scratch/count.sh" "$copy"
expect_line "wrong.cu is left out: all checks pass, but at this shape it is wrong: online_softmax: 2 of 9 elements are wrong; row 0, column 1: got 1, wanted 2"
expect_line "idle.cu is left out: its accesses could not be counted: row_max_sum: it launched no kernel"
expect_line "silent.cu is left out: its accesses could not be counted: it ended without saying why; what it printed: build/emulator/submissions/counts/message"
[ "$(grep -cx '[123]' "$output")" -eq 0 ] || failed "what is left out is to have no counts"
grep -qx 4 "$output" || failed "the counts of right.cu are wanted"

# The checks of a file: why it does not build, how many checks fail and were not run, a sign of life.
cat >"$scratch/check.sh" <<'END'
root=$1 number=3 lesson=03_online_softmax
. "$root/tools/lib/house.sh"
. "$root/tools/lib/submissions.sh"
folder=$root/build/emulator kept=$root/build/emulator/submissions counts=$root/build/emulator/submissions/counts
left_out=$counts/left_out log=$folder/log
files="a & b.cu
"
build_targets() { [ ! -s "$log" ]; }
sleep() { command sleep 0.1; }
rm -rf "$counts"
mkdir -p "$counts" "$kept/1" "$folder/bin"
: >"$left_out"
check_submission 1 || echo "not compared"
END
log=$copy/build/emulator/log
built=$copy/build/emulator/submissions/1/build.txt
check() { run "$1" sh "$scratch/check.sh" "$copy"; }
why() { expect_line "a & b.cu is left out: it does not build$1; why: build/emulator/submissions/1/build.txt"; }
echo "/x/submissions/1/03_online_softmax.cu:3:9: error: expected ';' before 'y'" >"$log"
check "a file that does not compile"
why ""
expect_line "a & b.cu:3:9: error: expected ';'"
expect_line "not compared"
grep -q "a & b.cu:3:9: error: expected" "$built" || failed "the messages are to be kept"
grep -q "submissions/1/03_online_softmax.cu:3:9" "$built" || failed "the whole log is to be kept"
printf '%s\n' "x.cpp:9: undefined reference to \`workshop::row_max_sum(long, float*)'" \
    "x.cpp:7: undefined reference to \`workshop::online_softmax(long)'" >"$log"
check "a file of another lesson"
why ": it does not define online_softmax row_max_sum, so it may be a file of another lesson"
echo "a.cu:241: multiple definition of \`main'; check_main.cpp:235: first defined here" >"$log"
check "a file with a main"
why ": it has a main() of its own, and only the functions of lesson 3 belong into it"
for said in "a.cu:1:10: fatal error: my helper.h: No such file or directory" \
    "a.cu:1:10: fatal error: 'my helper.h' file not found"; do
    echo "$said" >"$log"
    check "a file with a header of its own"
    why ": it includes my helper.h, and a copy of the file alone is built; put what is in it into the file"
done

: >"$log"
checks() { # CODE SECONDS: what --plain prints is on standard input
    { printf '#!/bin/sh\ncat <<END\n'; cat; printf 'END\nsleep %s\nexit %s\n' "$2" "$1"; } \
        >"$copy/build/emulator/bin/check_03_online_softmax_submission_1"
    chmod +x "$copy/build/emulator/bin/check_03_online_softmax_submission_1"
}
left() { expect_line "a & b.cu is left out: $1; why: build/emulator/submissions/1/report.txt"; }
echo "PASS f.A" | checks 0 0
check "all pass"
expect_code 0
expect_no "left out"
expect_no "not compared"
printf 'PASS f.A\nFAIL f.B\n' | checks 1 1
check "one fails"
left "1 check fails: f.B"
expect_line "a & b.cu: checking for 15 s, 2 checks done"
expect_line "not compared"
printf 'FAIL f.A\nPASS f.B\nFAIL f.C\nNOTRUN f.D\nNOTRUN f.E\n' | checks 1 0
check "an endless loop"
left "2 checks fail, the first is f.A, and 2 were not run: it did not come to an end, or crashed"
printf 'FAIL f.IdeaReads\n' | checks 1 0
check "another way"
expect_line "a & b.cu has the right results and works in another way: f.IdeaReads"
expect_no "not compared"

# Ctrl-C: what is counted by then is shown, and what is not compared is named.
cat >"$scratch/interrupted.sh" <<'END'
root=$1 number=3 lesson=03_online_softmax chosen=emulator finished=no i=$2 submissions=3
. "$root/tools/lib/house.sh"
. "$root/tools/lib/submissions.sh"
. "$root/tools/lib/compare.sh"
kept=$3 counts=$3/counts
files="same.cu
more.cu
barriers.cu
"
at_end tell_interrupted
kill -INT $$
END
printf '%s\n' "1 same.cu" "2 more.cu" "3 barriers.cu" >"$folder/labels"
: >"$folder/counts/left_out"
: >"$folder/counts/remarks"
run "interrupted at the second file" sh "$scratch/interrupted.sh" "$copy" 2 "$folder"
[ "$code" -ne 0 ] || failed "the exit code is to tell"
line same.cu SAME
expect_line "Interrupted at more.cu, file 2 of 3. Not compared, from this one on:"
expect_line "  barriers.cu"
! grep -q "^more.cu" "$output" || failed "no line of the table for more.cu is wanted"
run "interrupted at the first file" sh "$scratch/interrupted.sh" "$copy" 1 "$folder"
expect_line "Interrupted at same.cu, file 1 of 3."
expect_no "the reference"

# A shape at which the reference cannot be counted.
cat >"$scratch/reference.sh" <<'END'
root=$1 number=3 lesson=03_online_softmax
. "$root/tools/lib/house.sh"
. "$root/tools/lib/submissions.sh"
. "$root/tools/lib/compare.sh"
folder=$root/build/emulator kept=$root/build/emulator/submissions counts=$root/build/emulator/submissions/counts
build_targets() { :; }
mkdir -p "$counts"
start_counts
END
reference() { # CODE: a script is on standard input
    { echo '#!/bin/sh'; cat; echo "exit $1"; } >"$copy/build/emulator/bin/profile_03_online_softmax_solution"
    chmod +x "$copy/build/emulator/bin/profile_03_online_softmax_solution"
    run "the reference" sh "$scratch/reference.sh" "$copy"
}
reference 1 <<'END'
echo "  likely cause: a loop that does not end" >&2
printf 'row_max_sum\tproblem\trow_max_sum failed: cudaErrorLaunchTimeout (the launch timed out)\n'
END
expect_code 1
expect_line "Next: a smaller shape, such as ROWS=256 COLS=1024"
expect_no "a loop that does not end"
reference 2 <<'END'
echo "70000 x 80000 elements are too many to count; at most 67108864" >&2
echo "Next: --help lists what is possible." >&2
END
expect_code 2
expect_line "at this shape: 70000 x 80000 elements are too many to count; at most 67108864."
expect_line "Next: a smaller shape"
expect_no "--help"
expect_no "without saying why"
reference 1 <<'END'
printf 'row_max_sum\tproblem\tit launched no kernel\n'
END
expect_code 1
expect_line "cannot be counted at this shape. row_max_sum: it launched no kernel"
expect_line "Next: another shape"

reference 1 <<'END'
echo "The counts could not be written: is the disk full?" >&2
END
expect_code 1
expect_line "the counts could not be written (disk full?); next: df -h"

finish
