#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What tools/report.sh asks of Python, and what it says when there is none.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
. "$root/tools/tests/expect.sh"

run "without Python" "$copy/tools/report.sh"
expect_code 1
expect_line "python3 was not found"
expect_line "next: apt-get install python3"

fake python3 <<'EOF'
echo "python3 $*"
exit ${CODE:-0}
EOF

run "as it is" "$copy/tools/report.sh"
expect_code 0
expect_line "python3 bench/report docs/results/h200 --out build/report --ladder README.md --ladder docs/ladder.md --ladder-plot docs/ladder.svg"

run "results of one's own" env RESULTS="a.json b" REPORT=out "$copy/tools/report.sh"
expect_line "python3 bench/report a.json b --out out"
expect_no README.md
expect_no docs/ladder

run "two runs" env COMPARE="one two" RESULTS=not-read "$copy/tools/report.sh"
expect_line "python3 bench/report --compare one two"

run "the exit code is handed on" env CODE=3 COMPARE="one two" "$copy/tools/report.sh"
expect_code 3
finish
