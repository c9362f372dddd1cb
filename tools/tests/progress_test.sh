#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# make progress: what it makes of good, old, part, truncated and foreign records, and what comes next;
# and the record that a benchmark's file becomes.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
unset WORKSHOP_RECORDS BACKEND CUDA_HOME CUDA_PATH CUDACXX MAKEFLAGS MAKELEVEL 2>/dev/null || true
export WORKSHOP_TOOLKIT_FOLDERS="$scratch/none"

mkdir -p "$copy/starter" "$copy/.workshop/progress"
cp -R "$root/include" "$copy/"
names=$(awk -F '|' '/^[0-9]/ { gsub(/ /, ""); print $1 "_" $2 }' "$root/lessons/lessons.txt")
for lesson in $names; do echo "// TODO 1: $lesson" >"$copy/starter/$lesson.cu"; done

# record LESSON KIND LINE...: a record of the file as it is now.
record() {
    lesson=$1 kind=$2
    shift 2
    {
        printf 'workshop-record 1\nkind %s\nlesson %s\ncontent %s\nbackend emulator\ntime 2025-01-31 09:05\n' \
            "$kind" "$lesson" "$(cksum <"$copy/starter/$lesson.cu" | tr ' ' '-')"
        printf '%s\n' "$@" end
    } >"$copy/.workshop/progress/$lesson.$kind"
}
checks() { record "$1" "$2" "total $3" "passed $4" "failed $5" "skipped $6" "not-run 0"; }
progress() { run "$1" make --no-print-directory -C "$copy" progress; expect_code 0; }
row() { grep "^  $1 " "$output" | grep -qF -- "$2" || failed "row $1 is to have '$2'"; }
next() { [ "$(tail -n 1 "$output")" = "Next: $1" ] || failed "the last line is to be 'Next: $1'"; }
one=01_serial_softmax two=02_block_reduction

progress "nothing yet"
row 1 "not checked yet"
row 7 "not checked yet"
expect_line "None can be measured here (no nvcc"
expect_line "passed:    checks that pass, of all checks of your file"
next "read lessons/01-serial-softmax/README.md, then: make check-lesson1"

checks $one checks 31 2 28 1
progress "failures"
row 1 "2 of 31"
row 1 "28 to go, 1 skipped"
row 1 "2025-01-31 09:05  CPU device"
next "make hint-lesson1"
echo "no comment left" >"$copy/starter/$one.cu"
progress "changed since"
row 1 "changed since"
next "make check-lesson1"
checks $one checks 31 2 28 1
progress "failures without a TODO"
next "make check-lesson1"

checks $one checks 31 30 0 1
record $one profile "reads other 7.00" "reads serial_softmax 3.00"
record $one bench "rate serial_softmax 131072x128 50.00 100" "rate serial_softmax 16384x1024 41.50 200"
checks $two checks-part 1 1 0 0
progress "a pass and a part"
row 1 "all pass, 1 skipped"
row 1 "3.00  41.50 us serial_softmax 16384x1024"
row 2 "only a part run"
expect_no "(3.00)"
next "make check-lesson2"

# Records that are of no use: cut off, of another lesson, of nothing, with numbers that do not add up.
for bad in cut foreign empty sum; do
    checks $two checks 31 31 0 0
    file=$copy/.workshop/progress/$two.checks
    case $bad in
        cut) sed '$d' "$file" >"$scratch/bad" ;;
        foreign) sed "s/$two/$one/" "$file" >"$scratch/bad" ;;
        empty) : >"$scratch/bad" ;;
        sum) sed 's/^total 31/total 40/' "$file" >"$scratch/bad" ;;
    esac
    cp "$scratch/bad" "$file"
    progress "record $bad"
    row 2 "not checked yet"
    expect_line "Ignored: .workshop/progress/$two.checks"
    expect_line "\`make check-lesson2\` writes it again"
    next "make check-lesson2"
done

for lesson in $names; do checks "$lesson" checks 3 3 0 0; done
progress "all pass"
expect_no "to go"
next "make profile-lesson2"
for lesson in $names; do record "$lesson" profile "reads f 2.00"; done
echo "// edited" >>"$copy/starter/$one.cu"
checks $one checks 3 3 0 0
progress "figures of an older file"
row 1 "(2.00)"
row 1 "(41.50 us"
row 2 "2.00"
expect_line "before your last change of the file"

# Google Benchmark's file: what is wrong, an aggregate, a copy and another lesson's function do not count.
name="record of a benchmark"
cat >"$scratch/json" <<'END'
{ "context": { "name": "x" },
  "benchmarks": [
    { 
      "name": "device_to_device_copy/64x128/manual_time",
      "run_type": "iteration",
      "real_time": 1.0e+00,
      "time_unit": "us",
      "bytes_per_second": 9.0e+12
    },
    {
      "name": "row_sum_tree/64x128/manual_time",
      "run_type": "iteration",
      "real_time": 2.5125e+01,
      "time_unit": "us",
      "bytes_per_second": 3.5e+09,
      "label": "x"
    },
    {
      "name": "row_sum_shuffle/64x128/cold/manual_time",
      "run_type": "iteration",
      "real_time": 3.0e+01,
      "time_unit": "us",
      "bytes_per_second": 3.0e+09,
      "throttled": 0.0e+00
    },
    {
      "name": "row_sum_shuffle/64x128/cold/manual_time",
      "run_type": "iteration",
      "real_time": 9.0e+01,
      "time_unit": "us",
      "bytes_per_second": 1.0e+09,
      "throttled": 1.0e+00
    },
    {
      "name": "row_sum_shuffle/64x128/cold/manual_time",
      "run_type": "iteration",
      "real_time": 1.0e+01,
      "time_unit": "us",
      "bytes_per_second": 9.0e+09,
      "throttled": 0.0e+00
    },
    {
      "name": "row_sum_shuffle/64x128/cold/manual_time",
      "run_type": "iteration",
      "real_time": 2.0e+01,
      "time_unit": "us",
      "bytes_per_second": 4.5e+09,
      "throttled": 0.0e+00
    },
    {
      "name": "row_sum_shuffle/64x128/warm/manual_time",
      "run_type": "iteration",
      "real_time": 5.0e+00,
      "time_unit": "us",
      "bytes_per_second": 9.9e+09,
      "throttled": 0.0e+00
    },
    {
      "name": "row_sum_shuffle/8x8/cold/manual_time",
      "run_type": "iteration",
      "real_time": 4.0e+00,
      "time_unit": "us",
      "bytes_per_second": 4.0e+09,
      "all_throttled": 1.0e+00,
      "throttled": 1.0e+00
    },
    {
      "name": "row_sum_shuffle/4x4/cold/manual_time",
      "run_type": "iteration",
      "above_physical_limit": 1.0e+00,
      "real_time": 4.0e-03,
      "time_unit": "us",
      "bytes_per_second": 9.9e+15,
      "throttled": 0.0e+00
    },
    {
      "name": "block_softmax/64x128/manual_time_mean",
      "run_type": "aggregate",
      "real_time": 1.0e+00,
      "time_unit": "us",
      "bytes_per_second": 3.5e+12
    },
    {
      "name": "block_softmax/64x128/manual_time",
      "run_type": "iteration",
      "error_occurred": true,
      "error_message": "the output is wrong",
      "real_time": 1.0e+00,
      "time_unit": "us"
    },
    {
      "name": "online_softmax/64x128/manual_time",
      "run_type": "iteration",
      "real_time": 1.0e+00,
      "time_unit": "us",
      "bytes_per_second": 3.5e+12
    }
  ]
}
END
rm -f "$copy/.workshop/progress/$two.bench"
(
    root=$copy
    . "$copy/tools/lib/house.sh"
    . "$copy/tools/lib/records.sh"
    keep_records starter "$copy/starter/$two.cu"
    record_times $two "$scratch/json"
)
[ "$(grep '^rate' "$copy/.workshop/progress/$two.bench" | sed 's/25\.1[23]/25.1/')" = "rate row_sum_tree 64x128 25.1 3500000000
rate row_sum_shuffle 64x128 20.00 4500000000
rate row_sum_shuffle 8x8 4.00 4000000000" ] ||
    failed "the record is $(cat "$copy/.workshop/progress/$two.bench")"
progress "a measured time"
row 2 "20.00 us row_sum_shuffle 64x128"
finish
