#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The questions of one lesson, with its reference: what paper gives is right, one unit more or less
# is not, and the untouched template is refused. Usage: predictions_test.sh PROGRAM LESSON
set -u
tools=$(cd "$(dirname "$0")/../../tools" && pwd)
root=${tools%/*}
. "$tools/tests/expect_output.sh"
program=$1
lesson=$2
questions=$root/lessons/$(echo "$lesson" | tr _ -)/predict.txt
file="$scratch/my predictions.txt"

predict() { expect_exit "$1" "$program" --questions="$questions" --predictions="$file"; }
# verdicts TEXT: how many lines of the table end with it.
verdicts() { grep -c "[0-9-] *[0-9.-]*  $1" "$scratch/output"; }

awk -v title=Lesson -v command=make -f "$tools/lib/predict_template.awk" "$questions" >"$file"
asked=$(grep -c '^[a-z_]* =$' "$file")
[ "$asked" -ge 3 ] && [ "$asked" -le 5 ] || failed "$asked questions, not 3 to 5"
predict 2
expect_said "There is no prediction in $file yet."

# answers OPERATION: what paper gives, changed by one unit of the last decimal that is asked for.
answers() {
    awk -v lesson="$lesson" -v operation="$1" '
        FNR == NR && /^question:/ { name = $2 }
        FNR == NR && /^decimals:/ { decimals[name] = $2 }
        FNR == NR { next }
        $1 == lesson {
            unit = 1
            for (i = 0; i < decimals[$2] + 0; i++) unit /= 10
            printf "%s = %.6f\n", $2, $4 + operation * unit
        }' "$questions" "$root/checks/tests/right_predictions.txt" >"$file"
}
answers 0
[ "$(wc -l <"$file")" -eq "$asked" ] || failed "right_predictions.txt has not $asked answers"
predict 0
[ "$(verdicts right)" -eq "$asked" ] || failed "not all are right: $(cat "$scratch/output")"
expect_said "$asked right, 0 off, 0 not predicted."
for operation in 1 -1; do
    answers $operation
    predict 0
    [ "$(verdicts right)" -eq 0 ] || failed "off by a unit, and right: $(cat "$scratch/output")"
    expect_said "0 right, $asked off, 0 not predicted."
    [ "$(grep -c "^  Read: lessons/" "$scratch/output")" -eq "$asked" ] ||
        failed "not every miss is explained: $(cat "$scratch/output")"
done

# One answer alone: the others are measured when they are predicted.
answers 0
sed -i '2,$s/=.*/=/' "$file"
predict 0
expect_said "1 right, 0 off, $((asked - 1)) not predicted."
[ "$(grep -c ' - *-  not predicted$' "$scratch/output")" -eq $((asked - 1)) ] ||
    failed "a number is shown that nobody predicted: $(cat "$scratch/output")"
finish
