#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The outputs shown in README.md are what the programs print: every line there must be in the
# output, numbers aside (times differ from run to run, the last digits from machine to machine).
# And every lesson of the table is listed. Usage: readme_test.sh PROGRAM-FOLDER
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
programs=$1

# The block that follows the comment "output of NAME", without the lines "...".
shown() {
    awk -v wanted="output of $1:" '
        index($0, "<!-- " wanted) { found = 1; next }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside && $0 != "..."' "$root/README.md"
}
without_numbers() { sed 's/[0-9][0-9.]*\(e[-+][0-9]*\)\{0,1\}/N/g; s/[█ ][█ ]*/ /g; s/ $//'; }

# compare NAME FILE: every line shown in the README is a line of the file.
compare() {
    name=$1
    code=0
    without_numbers <"$2" >"$output"
    shown "$1" | without_numbers >"$scratch/shown"
    [ -s "$scratch/shown" ] || failed "README.md shows no output of it"
    while IFS= read -r line; do
        grep -qxF -- "$line" "$output" || failed "README.md shows a line that is not printed: $line"
    done <"$scratch/shown"
}

"$programs/workshop_demo" >"$scratch/demo"
compare "make demo" "$scratch/demo"
"$programs/check_01_serial_softmax_generated_starter" >"$scratch/check" || true
compare "make check-lesson1" "$scratch/check"

name="lessons of README.md"
code=0
: >"$output"
awk -F '|' '/^[0-9]/ { sub(/^ */, "", $3); print $3 }' "$root/lessons/lessons.txt" >"$scratch/titles"
while IFS= read -r title; do
    grep -qF "[$title](lessons/" "$root/README.md" || failed "'$title' is not listed"
done <"$scratch/titles"
finish
