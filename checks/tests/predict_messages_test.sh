#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Predictions: what is said about a file that cannot be read as meant, about kernels that are not
# written yet, and about one that does more than the reference.
# Usage: predict_messages_test.sh REFERENCE STARTER MUTANT FAKE PRODUCTS (profile programs of lesson 3, lesson
# 2, lesson 3, of checks/tests/fake_profile.cpp, and of the starter of lesson 7)
set -u
tools=$(cd "$(dirname "$0")/../../tools" && pwd)
root=${tools%/*}
. "$tools/tests/expect_output.sh"
reference=$1
starter=$2
mutant=$3
fake=$4
products=$5
questions=$root/lessons/03-online-softmax/predict.txt
file=$scratch/answers.txt

predict() { expect_exit "$1" "$reference" --questions="$questions" --predictions="$file"; }
expect_not_said() { ! grep -qF -- "$1" "$scratch/output" || failed "'$1' is said"; }
refused() { # refused LINE TEXT: the line alone is refused with the text
    printf '\n%s\n' "$1" >"$file"
    predict 2
    expect_said "$file:2: $2"
    expect_said "Nothing was measured."
    expect_not_said "measured  "
}

refused "bytes = 32 B" "'32 B' is not a number. Write the number alone, without a unit: 32"
refused "bytes = 12bytes" "'12bytes' is not a number. Write the number alone"
refused "bytes = 16,384" "'16,384' is not a number. Write it without commas"
expect_said "before decimals: 16384"
refused "bytes = 1,048,576.5" "'1,048,576.5' is not a number."
expect_said "before decimals: 1048576.5"
refused "bytes = 2,5" "'2,5' is not a number. Write it without commas, with a point before decimals: 2.5"
refused "bytes = 1,2,3" "'1,2,3' is not a number. Write it without commas, with a point before decimals: 1024 or 2.5"
refused "bytes = 64*64 * 8" "'64*64 * 8' is not a number. A product has to be worked out: 32768"
refused "bytes = 2 x 3" "'2 x 3' is not a number. A product has to be worked out: 6"
refused "bytes = 2 × 1.5" "'2 × 1.5' is not a number. A product has to be worked out: 3"
refused "bytes = 2*" "'2*' is not a number. Write the number alone"
refused "bytes = many" "'many' is not a number. Write digits"
refused "bytes = 0x10" "'0x10' is not a number."
refused "bytes = nan" "'nan' is not a number."
refused "bytes = 1e999" "'1e999' is not a number. It is too large."
refused "bytes = -3" "'-3' is below 0"
refused "bytes = -2/32" "'-2/32' is below 0"
refused "bytes = -" "'-' is not a number. Write digits"
refused "bytes = --3" "'--3' is not a number. Write digits"
refused "bytes = -3 B" "'-3 B' is not a number. Write digits"
stray=$(printf '%b' '-3x\0377') # a byte that is no text
refused "bytes = $stray" "'$stray' is not a number. Write digits"
refused "bytes = 2/0" "'2/0' is not a number. A fraction is two numbers"
refused "bytes = 2/x" "'2/x' is not a number. A fraction is two numbers"
refused "byte = 12" "there is no question 'byte'. The questions: pair_reads, reads, bytes"
refused "bytes 12" "'bytes 12' is not 'name = number'."
printf 'bytes = 12\nbytes = 13\nreads = x\n' >"$file"
predict 2
expect_said "$file:2: 'bytes' is answered twice"
expect_said "$file:3: 'x' is not a number"
rm "$file"
predict 2
expect_said "$file cannot be read. To make it: make predict-lesson3"
printf '# nothing\nbytes =   # later\n\n' >"$file"
predict 2
expect_said "There is no prediction in $file yet."

# What is allowed: comments, blanks, a fraction, an exponent, Windows line ends.
printf '  bytes=24/2 # because\r\nreads = 0.2e1\r\nbarriers = 16\n' >"$file"
predict 0
expect_said "2 right, 1 off, 2 not predicted."
expect_said "off by a factor of 8 (too high)"
expect_said "The reference passes 2 barriers in each block."
expect_said "Read: lessons/03-online-softmax/README.md#what-to-measure"
expect_not_said "The reason is that of the reference"
printf 'bytes = 0\nreads = 99999999\nshuffles = 91\n' >"$file"
predict 0
expect_said "too low: there are some"
expect_said "off by a factor above 9999 (too high)"
expect_said "off by 1.11 % (too high)"

# A kernel that reads once more gives its own numbers.
reference=$mutant
printf 'reads = 2\nbytes = 16\n' >"$file"
predict 0
expect_said "1 right, 1 off"
expect_said "reads each element 3 times."
expect_said "The reason is that of the reference; your kernel may do more or less than it."

# Kernels that write nothing yet.
reference=$starter
questions=$root/lessons/02-block-reduction/predict.txt
printf 'sectors = 4\nbytes = 12\nshuffles = 45\n' >"$file"
predict 1
expect_said "block_softmax launches a kernel that writes nothing yet."
expect_said "row_sum_shuffle launches a kernel that writes nothing yet."
[ "$(grep -c 'block_softmax launches' "$scratch/output")" -eq 1 ] || failed "it is said twice"
expect_said "0 right, 0 off, 2 not predicted, 3 predicted and not measured yet."
expect_said "Next: make check-lesson2, until the kernel is done."
expect_said "make predict-lesson2 IMPL=solution"

# One that stores the sums it began with, and has read nothing for them: no count of it is a verdict.
reference=$products
questions=$root/lessons/07-tiled-gemm/predict.txt
printf 'register_use = 64\n' >"$file"
predict 1
expect_said "gemm_register_tiled launches a kernel that reads nothing yet."
expect_said "0 right, 0 off, 4 not predicted, 1 predicted and not measured yet."

# A profile of them says so, what is left, and what comes next; and no table of nothing.
expect_exit 1 "$starter"
expect_said "row_sum_tree_kernel writes nothing yet"
expect_said "block_softmax_kernel writes nothing yet"
expect_said "TODO 1 (line"
expect_said "and TODO 2 (line"
expect_said "So there is nothing to count yet."
expect_said "then: make check-lesson2"
expect_said "make profile-lesson2 IMPL=solution"
expect_not_said "sectors"

# Functions that launch nothing, that fail, or that are not there.
reference=$fake
questions=$scratch/questions.txt
for function in idle refused absent; do
    printf 'question: %s\nask: How\n  many?\ncall: %s rows=4 cols=4\nmeasure: blocks_launched\nwhy: w\nread: r\n' \
        $function $function
done >"$questions"
printf 'idle = 1\nrefused = 1\nabsent = 1\n' >"$file"
predict 1
expect_said "idle launches no kernel yet."
expect_said "refused failed: "
expect_said "cudaErrorInvalidValue"
expect_said "The lesson has no function absent."
expect_said "0 right, 0 off, 0 not predicted, 3 predicted and not measured yet."

# Questions that are not well formed.
wrong() { # wrong SED-COMMAND TEXT
    sed "$1" "$scratch/well-formed" >"$questions"
    predict 2
    expect_said "$2"
}
cp "$questions" "$scratch/well-formed"
wrong '5s/blocks_launched/speed/' "line 5: there is no quantity 'speed'"
wrong '4s/rows=4/rows=0/' "line 4: 'rows=0' is not a size of a call"
wrong '4s/rows=4/height=4/' "'height=4' is not a size"
wrong '6s/why/because/' "line 6: there is no field 'because'"
wrong '7d' "question 'idle' has no read"
wrong '8s/refused/idle/' "line 8: a second 'idle'"
wrong '1d' "line 1: this stands before the first question"
wrong '5s/:/ /' "line 5: not 'field: text'"
wrong '1,$d' "there is no question"
finish
