#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Compares what a student predicts with what the kernels of a lesson do, on the CPU device.
# `make predict-lesson1` calls it. Without a file of predictions, makes one and builds nothing.
# Usage: tools/predict-lesson.sh NUMBER
# Environment: IMPL (starter or solution), JOBS.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/backend.sh"
. "$root/tools/lib/libraries.sh"
. "$root/tools/lib/gate.sh"

find_lesson "${1-}"
number=${lesson%%_*}
number=${number#0}
find_implementation
questions=lessons/$(say "$lesson" | tr _ -)/predict.txt
predictions=predictions/$lesson.txt
[ -f "$root/$questions" ] ||
    fail "$questions is missing: the lesson has no questions. Next: git checkout lessons"

# Makes the file of predictions, under another name first: a file of that name is complete.
if [ ! -e "$root/$predictions" ]; then
    mkdir -p "$root/predictions" || fail "The folder predictions cannot be written."
    awk -v title="Lesson $number. $(lesson_title "$number")" -v command="make predict-lesson$number" \
        -f "$root/tools/lib/predict_template.awk" "$root/$questions" >"$root/$predictions.$$" ||
        fail "$predictions cannot be written. Likely cause: no place, or a folder of another user."
    mv "$root/$predictions.$$" "$root/$predictions"
    say "The questions of lesson $number are in $predictions
Next: write a number behind each = there, worked out on paper. Then: make predict-lesson$number"
    exit 0
fi

# Untouched: nothing has to be built to say so.
if ! grep -Eqv '^[[:space:]]*([a-z_]+ *=[[:space:]]*)?(#.*)?$' "$root/$predictions"; then
    complain "There is no prediction in $predictions yet.
Write a number behind at least one of the =, worked out on paper; a wrong one teaches more than none.
Next: make predict-lesson$number"
    exit 2
fi

# Accesses are counted on the CPU device only.
BACKEND=emulator
choose_backend run
check_needs predict
"$root/tools/setup.sh"
find_libraries
configure_build emulator emulator
program=profile_${lesson}_$implementation
if ! build_targets "$program"; then
    show_compiler_messages
    fail "The kernel was not built, so nothing was measured. Your predictions stay in $predictions.
Whole log: ${log#"$root"/}"
fi
cd "$root"
exec "$folder/bin/$program" "--questions=$questions" "--predictions=$predictions" 9>&-
