#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tests of starter_from_solution. Usage: starter_from_solution_test.sh PROGRAM
maker=$1
. "$(dirname "$0")/expect_output.sh"
cd "$scratch" || exit 2

cat > good.cu << 'END'
// Run      make check-lesson1 IMPL=solution
// SOLUTION ONLY: the reference.

// not opening: make IMPL=solution
void f(int a) {
    // FILL 1: add the parts, one by one
    // A reason that only the solution gives.
    int b = a;
    // SOLUTION ONLY: dropped as well
    // STARTER: (void)a;
    // STARTER:   if (a) return;
    // END FILL
  // FILL 2: write
    // END FILL
}
END
cat > wanted.cu << 'END'
// Run      make check-lesson1

// not opening: make IMPL=solution
void f(int a) {
    // TODO 1: add the parts, one by one
    (void)a;
      if (a) return;
  // TODO 2: write
}
END
expect_success "$maker" good.cu out.cu
expect_same out.cu wanted.cu
cp out.cu once.cu
expect_success "$maker" good.cu out.cu
expect_same out.cu once.cu

# Each wrong file: the lines, then the message with its line number.
refuses() {
    printf "$1" > wrong.cu
    rm -f out.cu
    expect_exit 1 "$maker" wrong.cu out.cu
    expect_said "wrong.cu:$2"
    expect_said "  next: "
    [ ! -e out.cu ] || failed "a starter was written from a wrong solution: $1"
}
refuses 'a\n// FILL 1: t\n' "2: error: this region has no '// END FILL'"
refuses '// FILL 1: t\n// FILL 2: t\n// END FILL\n' '2: error: a FILL region begins inside the one of line 1'
refuses '// FILL 2: t\n// END FILL\n' '1: error: FILL 2 where FILL 1 is expected'
refuses '// FILL 1: t\n// END FILL\n// FILL 1: t\n// END FILL\n' '3: error: FILL 1 where FILL 2'
refuses '// FILL 1: t\n// END FILL\n// END FILL\n' "3: error: '// END FILL' without a region"
refuses '// STARTER: x\n' "1: error: '// STARTER:' outside a region"
refuses 'no region\n' "1: error: there is no '// FILL 1: title'"
refuses '// FILL 1:\n// END FILL\n' "1: error: not of the form '// FILL n: title'"
refuses '// FILL 1 t\n// END FILL\n' "1: error: not of the form '// FILL n: title'"
refuses '//FILL 1: t\n// END FILL\n' "1: error: not of the form '// FILL n: title'"
refuses '// FILL x: t\n// END FILL\n' "1: error: not of the form '// FILL n: title'"
refuses '// FILL 1: a long\n// title\n// END FILL\n' '2: error: this comment goes on with the title'
refuses '// FILL 1: t\n// END FILL 1\n' "2: error: not of the form '// END FILL'"
refuses '// FILL 1: t\n// STARTER x\n// END FILL\n' "2: error: not of the form '// STARTER: code'"

expect_exit 1 "$maker" absent.cu out.cu
expect_said "absent.cu: error: cannot be opened"
expect_exit 1 "$maker" good.cu no-folder/out.cu
expect_said "no-folder/out.cu: error: cannot be written"
expect_exit 2 "$maker" good.cu
expect_said "usage:"
finish
