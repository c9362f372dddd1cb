#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every mutant of a lesson applies to the solution, no two give the same kernel, and there are at
# least eight. Usage: mutants_test.sh PROGRAM NN_slug
apply=$1
lesson=$2
. "$(dirname "$0")/expect_output.sh"
cd "$(dirname "$0")/../.." || exit 2

number=0
for mutant in checks/mutants/"$lesson"/*.mutant; do
    out=$scratch/$(basename "$mutant" .mutant).cu
    expect_success "$apply" "solutions/$lesson.cu" "$mutant" "$out"
    for other in "$scratch"/*.cu; do
        if [ "$other" != "$out" ] && cmp -s "$other" "$out"; then
            failed "$mutant gives the same kernel as $(basename "$other" .cu).mutant"
        fi
    done
    number=$((number + 1))
done
[ "$number" -ge 8 ] || failed "$lesson has $number mutants, not at least 8"
finish
