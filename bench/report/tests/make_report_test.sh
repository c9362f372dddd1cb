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
for word; do echo "[$word]"; done
exit ${CODE:-0}
EOF

run "as it is" "$copy/tools/report.sh"
expect_code 0
expect_line "python3 bench/report docs/results/h200 --out build/report --ladder README.md --ladder docs/ladder.md --ladder-plot docs/ladder.svg --tables ."

run "results of one's own" env RESULTS="a.json b" REPORT=out "$copy/tools/report.sh"
expect_line "python3 bench/report a.json b --out out"
expect_no README.md
expect_no docs/ladder
expect_no --tables

# Names with spaces: alone, in quotes, through make, by a pattern; a quote without an end is told.
mkdir -p "$copy/my results" "$copy/it's"
touch "$copy/my results/a 1.json" "$copy/my results/a 2.json"
run "one folder with a space" env RESULTS="my results" REPORT="my report" "$copy/tools/report.sh"
expect_line "[my results]"
expect_line "[my report]"
run "through make" make --no-print-directory -C "$copy" report RESULTS="'my results' b.json \"it's\"" REPORT="my report"
for word in "my results" b.json "it's" "my report"; do expect_line "[$word]"; done
run "a pattern" env RESULTS="'my results/a *.json'" "$copy/tools/report.sh"
expect_line "[my results/a 1.json]"
expect_line "[my results/a 2.json]"
run "an open quote" env RESULTS="'my results" "$copy/tools/report.sh"
expect_code 2
expect_line "RESULTS: a quote has no end: 'my results"
run "two runs with spaces" env COMPARE="'my results' \"it's\"" "$copy/tools/report.sh"
expect_line "[--compare]"
expect_line "[my results]"
expect_line "[it's]"

for runs in one "one two three"; do
    run "COMPARE=$runs" env COMPARE="$runs" "$copy/tools/report.sh"
    expect_code 2
    expect_line "COMPARE names $(echo "$runs" | wc -w) runs, and two are compared: $runs"
    expect_line 'Next: make report COMPARE="first.json second.json"'
    expect_no "python3"
done
run "variables without a use" env IMPL=solution ROWS=3 COLS= COMPARE="one two" RESULTS=x "$copy/tools/report.sh"
expect_line "IMPL does nothing in make report."
expect_line "ROWS does nothing in make report."
expect_line "RESULTS does nothing in make report COMPARE=..."
expect_no "COLS does"
expect_no "REPORT does"
run "make's own value of IMPL" make --no-print-directory -C "$copy" report
expect_no "does nothing"
run "two runs" env COMPARE="one two" RESULTS=not-read "$copy/tools/report.sh"
expect_line "python3 bench/report --compare one two"

run "the exit code is handed on" env CODE=3 COMPARE="one two" "$copy/tools/report.sh"
expect_code 3
finish
