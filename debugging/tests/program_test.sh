#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# program_test.sh BUILD_FOLDER NAME APPLY_MUTANT: the command in the opening comment of debugging/NAME.cu gives
# the reports of findings.txt, and no others. The outputs that debugging/README.md shows of it are
# what it prints. The mended program is right, and silent, in several orders of the threads.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
. "$root/tools/tests/quoted_output.sh"
unset FILE ARGS INCLUDE FLAGS PROFILE WORKSHOP_WATCH WORKSHOP_SCHEDULE 2>/dev/null
name=$2
page=debugging/README.md
broken=debugging/$name.cu
cp "$1/emulate_settings.sh" "$scratch/" || exit 2
export WORKSHOP_BUILD_FOLDER="$scratch" # so that the programs are built there
cd "$root" || exit 2

# emulate CODE VARIABLE=VALUE...: what make does with these, and the exit code that is expected.
emulate() {
    wanted=$1
    shift
    expect_exit "$wanted" env FLAGS="-Wall -Wextra -Werror" "$@" tools/emulate.sh
}

for order in forward reverse random:1; do
    emulate 0 FILE="debugging/mended/$name.cu" WORKSHOP_WATCH=all WORKSHOP_SCHEDULE=$order
    expect_said "nothing reported. Exit code of the program: 0."
done

# A reader who looks for the fault may have edited the program. Then nothing can be said of it.
if command -v git >/dev/null && ! git diff --quiet HEAD -- "$broken" 2>/dev/null &&
    git rev-parse --verify -q HEAD >/dev/null; then
    [ "$failures" -eq 0 ] || exit 1
    echo "skipped: $broken has been edited; the mended program passed"
    exit 77
fi

# The reports, one a line: "report|line number", and what the table says.
reports() {
    sed -n -e 's/^\(error\|warning\): .*/&|-/p' \
        -e 's/^[^ ]*\.cu:\([0-9]*\): \(\(error\|warning\): .*\)/\2|\1/p' "$scratch/output"
}
command=$(sed -n 's|^//   make emulate ||p' "$broken")
case $command in FILE="$broken"*) ;; *) failed "$broken: the opening comment does not tell how to run it" ;; esac
# shellcheck disable=SC2086
emulate 1 $command
reports >"$scratch/reports"
awk -F ' *[|] *' -v name="$name" '$1 == name { print $2 "|" $3 }' debugging/tests/findings.txt \
    >"$scratch/wanted"
[ -s "$scratch/wanted" ] || failed "findings.txt has no line for $name"
if grep -q '^nothing reported|' "$scratch/wanted"; then
    expect_said "nothing reported"
    : >"$scratch/wanted"
fi
[ "$(wc -l <"$scratch/reports")" -eq "$(wc -l <"$scratch/wanted")" ] ||
    failed "not as many reports as findings.txt has: $(cat "$scratch/output")"
while IFS='|' read -r report fragment; do
    while IFS='|' read -r got line; do
        case $got in "$report"*) ;; *) continue ;; esac
        [ "$fragment" != - ] || continue 2
        case $(sed -n "${line}p" "$broken") in *"$fragment"*) continue 2 ;; esac
    done <"$scratch/reports"
    failed "not reported: '$report' at '$fragment'. The output: $(cat "$scratch/output")"
done <"$scratch/wanted"

# Addresses differ from run to run.
without_addresses() { sed 's/0x[0-9a-f]\{9,\}/ADDRESS/g' "$1"; }
quoted "$page" | grep "^make emulate FILE=$broken" >"$scratch/quoted" ||
    failed "$page shows no output of $broken"
while IFS= read -r quotation; do
    # shellcheck disable=SC2086
    emulate 1 ${quotation#make emulate }
    without_addresses "$scratch/output" >"$scratch/printed"
    shown "$page" "$quotation" >"$scratch/block"
    [ -s "$scratch/block" ] || failed "$page: nothing is shown of $quotation"
    without_addresses "$scratch/block" >"$scratch/shown"
    while IFS= read -r line; do
        grep -qxF -- "$line" "$scratch/printed" ||
            failed "$page shows of '$quotation' what is not printed: $line
The output: $(cat "$scratch/output")"
    done <"$scratch/shown"
done <"$scratch/quoted"

# The lines that the page's printf prints, once it is in the loop.
if quoted "$page" | grep -qx "$name with this printf"; then
    expect_exit 0 "$3" "$broken" "debugging/tests/$name.mutant" "$scratch/$name.cu"
    emulate 1 FILE="$scratch/$name.cu"
    shown "$page" "$name with this printf" >"$scratch/shown"
    grep -x 'distance .*: weight .*' "$scratch/output" >"$scratch/printed"
    expect_same "$scratch/shown" "$scratch/printed"
fi
finish
