#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# How often the right mistake is named: what checks/README.md shows is what the test of it prints.
# Usage: naming_output_test.sh CHECKS_NAMING_TEST
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
. "$root/tools/tests/quoted_output.sh"

"$1" >"$scratch/naming"
compare checks/README.md checks_naming_test "$scratch/naming"
finish
