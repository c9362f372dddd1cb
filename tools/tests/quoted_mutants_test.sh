#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A report that a lesson shows of a wrong kernel is what the checks print for that mutant. The
# comment before it names both: "output of mutant NAME in CHECK". Usage: quoted_mutants_test.sh
# PROGRAM-FOLDER
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect.sh"
. "$root/tools/tests/quoted_output.sh"
programs=$1

lesson_pages >"$scratch/pages"
compared=0
while read -r _ lesson page; do
    quoted "$page" | grep '^mutant ' >"$scratch/quoted" || true
    while read -r _ mutant _ check; do
        "$programs/check_${lesson}_mutant_$mutant" --filter="$check" >"$scratch/check" </dev/null || true
        compare "$page" "mutant $mutant in $check" "$scratch/check"
        compared=$((compared + 1))
    done <"$scratch/quoted"
done <"$scratch/pages"
name="number of reports"
code=0
: >"$output"
[ $compared -gt 0 ] || failed "no lesson shows the report of a mutant"
finish
