#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Wrong arguments of make: the valid values are listed, and nothing is built.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

export WORKSHOP_TOOLKIT_FOLDERS="$scratch/none"
unset CUDA_HOME CUDA_PATH CUDACXX BACKEND IMPL MAKEFLAGS MAKELEVEL 2>/dev/null || true
titles=$(awk -F '|' '/^[0-9]/ { gsub(/^ +| +$/, "", $3); print $3 }' "$root/lessons/lessons.txt")

for target in check-lesson99 bench-lesson99 check-lesson0 check-lessonx check-lesson1x \
    check-lesson predict-lesson bench-lesson compare-lesson profile-lesson compare-lesson99 profile-lessonx reset-lesson predict-lesson99 hint-lesson \
    watch-lesson diff-lesson hint-lesson99 watch-lesson0 diff-lessonx debug-lesson debug-lesson99; do
    run "$target" make -C "$copy" "$target"
    expect_code 2
    expect_line "Lessons:"
    expect_line "$(printf '%s\n' "$titles" | head -n 1)"
    expect_line "$(printf '%s\n' "$titles" | tail -n 1)"
done

for number in 0 abc -1; do
    run "check-lesson1 JOBS=$number" make -C "$copy" check-lesson1 JOBS="$number"
    expect_code 2
    expect_line "JOBS is '$number'"
done

for setting in ROWS=0 ROWS=-1 COLS=x COLS=07 COLS=99999999999 THREADS=1025; do
    run "profile-lesson1 $setting" make -C "$copy" profile-lesson1 "$setting"
    expect_code 2
    expect_line "${setting%%=*} is '${setting#*=}'; it has to be a whole number from 1 to"
    expect_line "Next: make profile-lesson1 ${setting%%=*}="
done
run "profile-lesson1 of too many elements" make -C "$copy" profile-lesson1 ROWS=100000
expect_code 2
expect_line "100000 x 1024 elements are too many to count"

for target in check-lesson1 bench-lesson1 predict-lesson1; do
    run "$target IMPL=x" make -C "$copy" "$target" IMPL=x
    expect_code 2
    expect_line "IMPL=starter"
    expect_line "IMPL=solution"
done

for target in check-lesson1 bench-lesson1 demo; do
    run "$target BACKEND=x" make -C "$copy" "$target" BACKEND=x
    expect_code 2
    expect_line "BACKEND=auto"
    expect_line "BACKEND=cuda"
    expect_line "BACKEND=emulator"

    run "$target BACKEND=cuda" make -C "$copy" "$target" BACKEND=cuda
    expect_code 2
    expect_line "no nvcc"
done
[ ! -e "$copy/build" ] || failed "nothing should have been built"

run "help" make -C "$copy"
expect_code 0
for word in demo test env check-lessonN predict-lessonN hint-lessonN watch-lessonN diff-lessonN \
    debug-lessonN progress "$(printf '%s\n' "$titles" | head -n 1)"; do
    expect_line "$word"
done

mkdir -p "$copy/build/emulator" "$copy/starter"
echo "my work" >"$copy/starter/01_serial_softmax.cu"
run "clean" make -C "$copy" clean
expect_code 0
[ ! -e "$copy/build" ] || failed "clean leaves build/"
[ "$(cat "$copy/starter/01_serial_softmax.cu")" = "my work" ] || failed "clean touched a starter"
finish
