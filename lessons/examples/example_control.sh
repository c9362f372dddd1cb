#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Proves that example_test.sh can fail: a wrong result, a report, another line than the comment's, and a
# comment that says nothing.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
# example PROGRAM-LINES COMMENT-LINES
example() {
    printf '#!/bin/sh\n%s\n' "$1" >"$scratch/program"
    chmod +x "$scratch/program"
    printf '// Prints:\n%s#include <cuda_runtime.h>\n' "$2" >"$scratch/source.cu"
}
compared() { expect_exit "$1" "$root/lessons/examples/example_test.sh" "$scratch/program" "$scratch/source.cu"; }
example 'echo right' '//   right
'
compared 0
example 'echo right; exit 1' '//   right
'
compared 1
expect_said "exit code 1"
example 'echo right; echo race >&2' '//   right
'
compared 1
expect_said "reported: race"
example 'echo wrong' '//   right
'
compared 1
expect_said "> wrong"
example 'echo right; echo more' '//   right
'
compared 1
expect_said "> more"
example 'true' ''
compared 1
expect_said "does not tell what the program prints"
finish
