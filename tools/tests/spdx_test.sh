#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# tools/check-spdx.sh finds a file without the two lines, and only that one.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"

folder=$scratch/sources
mkdir -p "$folder/cmake"
cp "$root/tools/check-spdx.sh" "$folder/good.sh"
run "all have them" "$root/tools/check-spdx.sh" "$folder"
expect_code 0
expect_silence

echo "int x;" >"$folder/bad.cpp"
{ echo "# SPDX-FileCopyrightText: the CUDA kernel workshop contributors"; echo; } >"$folder/cmake/half.cmake"
run "two lack them" "$root/tools/check-spdx.sh" "$folder"
expect_code 1
expect_line "./bad.cpp"
expect_line "./cmake/half.cmake"
expect_no "good.sh"
finish
