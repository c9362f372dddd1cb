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

# Deleting a barrier is a mutant of its own, made without a file; the lesson explains it.
barriers=$(sed 's|//.*||' "solutions/$lesson.cu" | grep -c '__sync\(threads\|warp\)(' || true)
at=1
while [ "$at" -le "$barriers" ]; do
    out=$scratch/barrier_$at.cu
    expect_success "$apply" --without-barrier "$at/$barriers" "solutions/$lesson.cu" "$out"
    for other in "$scratch"/*.cu; do
        if [ "$other" != "$out" ] && cmp -s "$other" "$out"; then
            failed "barrier $at deleted gives the same kernel as $(basename "$other" .cu)"
        fi
    done
    at=$((at + 1))
done
page=lessons/$(printf '%s' "$lesson" | tr _ -)/README.md
for heading in 'Barrier missing' 'Barrier inside the if'; do
    if [ "$barriers" -gt 0 ] && ! grep -qx "### $heading" "$page"; then
        failed "$page has no heading '$heading', to which the reports lead"
    fi
done

[ "$number" -ge 8 ] || failed "$lesson has $number mutants, not at least 8"
finish
