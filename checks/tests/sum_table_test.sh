#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The table of errors in the text of lesson 6 is what the program prints.
# Usage: sum_table_test.sh PROGRAM
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
. "$root/tools/tests/quoted_output.sh"

"$1" >"$scratch/table"
compare lessons/06-compensated-sum/README.md "checks_sum_table" "$scratch/table"
finish
