#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tests of apply_mutant. Usage: apply_mutant_test.sh PROGRAM
apply=$1
. "$(dirname "$0")/expect_output.sh"
cd "$scratch" || exit 2

printf 'one\ntwo\n  three\none\nfour\n' > solution.cu
header='# comment\nmisconception: Two is enough.\nlesson: common-mistakes\nbackend: emulator\n'
printf "$header"'---- replace\ntwo\n---- with\n2\n2\n---- end\n\n---- replace\none\nfour\n---- with\n---- end\n' > good.mutant
printf 'one\n2\n2\n  three\n' > wanted.cu
expect_success "$apply" solution.cu good.mutant out.cu
expect_same out.cu wanted.cu

# refuses TEXT LINE-AND-MESSAGE: a .mutant file that has to be refused.
refuses() {
    printf "$1" > wrong.mutant
    rm -f out.cu
    expect_exit 1 "$apply" solution.cu wrong.mutant out.cu
    expect_said "wrong.mutant:$2"
    expect_said "  next: "
    [ ! -e out.cu ] || failed "a mutant was written from a wrong file: $1"
}
head='misconception: m\nlesson: l\n'
edit='---- replace\ntwo\n---- with\n2\n---- end\n'
refuses "$head"'---- replace\nfive\n---- with\n5\n---- end\n' '3: error: the text to replace does not occur'
refuses "$head"'---- replace\none\n---- with\n1\n---- end\n' '3: error: the text to replace occurs 2 times in solution.cu, at lines 1 4'
refuses "$head"'---- replace\nthree\n---- with\n3\n---- end\n' '3: error: the text to replace does not occur'
expect_said 'line 3 differs in white space only'
refuses "$head"'---- replace\nthre\n---- with\n3\n---- end\n' '3: error: the text to replace does not occur'
refuses "$head$edit$edit" '8: error: this edit overlaps'
refuses "$head" '1: error: there is no edit'
refuses "$head"'---- replace\n---- with\n2\n---- end\n' '6: error: nothing to replace'
refuses "$head"'---- replace\ntwo\n---- with\ntwo\n---- end\n' '7: error: this edit changes nothing'
refuses "$head"'---- replace\ntwo\n---- with\n2\n' "3: error: this edit has no '---- end'"
refuses "$head"'---- replace\ntwo\n---- end\n' "5: error: '---- end' where '---- with' is expected"
refuses "$head"'---- with\n' "3: error: '---- with' where '---- replace' is expected"
refuses "lesson: l\n$edit" "1: error: 'misconception:' is missing"
refuses "misconception: m\n$edit" "1: error: 'lesson:' is missing"
refuses "misconception:\n$edit" "1: error: 'misconception:' is empty"
refuses "${head}lesson: l\n$edit" "3: error: 'lesson:' stands here twice"
refuses "${head}backend: gpu\n$edit" "3: error: backend 'gpu' is not known"
refuses "${head}kind: x\n$edit" "3: error: not a header line: 'kind: x'"

for backend in emulator cuda; do
    printf "${head}backend: $backend\n$edit" > good.mutant
    expect_success "$apply" solution.cu good.mutant out.cu
done

# Barriers, deleted one by one. Those in comments do not count.
printf 'a\n  __syncthreads();  // why; __syncwarp()\nb\n// __syncthreads();\n    if (c) __syncwarp(mask);\n' > solution.cu
printf 'a\n  ;  // why; __syncwarp()\nb\n// __syncthreads();\n    if (c) __syncwarp(mask);\n' > wanted.cu
expect_success "$apply" --without-barrier 1/2 solution.cu out.cu
expect_same out.cu wanted.cu
printf 'a\n  __syncthreads();  // why; __syncwarp()\nb\n// __syncthreads();\n    if (c) ;\n' > wanted.cu
expect_success "$apply" --without-barrier 2/2 solution.cu out.cu
expect_same out.cu wanted.cu
expect_exit 1 "$apply" --without-barrier 1/3 solution.cu out.cu
expect_said "solution.cu: error: there are 2 barriers, not 3"
expect_exit 1 "$apply" --without-barrier 3/2 solution.cu out.cu
expect_said "'3/2' is not N/COUNT"

expect_exit 1 "$apply" solution.cu absent.mutant out.cu
expect_said "absent.mutant: error: cannot be opened"
expect_exit 2 "$apply" solution.cu
expect_said "usage:"
finish
