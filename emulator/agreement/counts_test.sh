#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# counts_test.sh PROGRAMS: counts each case of counts.txt on the CPU device and compares requests,
# sectors and waves with the table: the same kinds, and the same numbers.
set -u
here=$(cd "$(dirname "$0")" && pwd)
programs=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

awk -F ' *[|] *' '!/^#/ && !seen[$1]++ { print $1 }' "$here/counts.txt" >"$folder/cases"
while read -r program arguments; do
    case_name=$program${arguments:+ $arguments}
    # shellcheck disable=SC2086
    if ! WORKSHOP_PROFILE=$folder/profile "$programs/$program" $arguments >"$folder/output" 2>&1 ||
        ! grep -q '^kernel: cudaSuccess' "$folder/output" || grep -q 'error: ' "$folder/output"; then
        echo "$case_name failed:"
        cat "$folder/output"
        failures=$((failures + 1))
        continue
    fi
    awk -f "$here/cpu_counts.awk" "$folder/profile/profile.json" | sort >"$folder/got"
    awk -F ' *[|] *' -v case_name="$case_name" \
        '!/^#/ && $1 == case_name { print $2, $3, $4 }' "$here/counts.txt" | sort >"$folder/expected"
    if ! diff "$folder/expected" "$folder/got" >"$folder/difference"; then
        echo "$case_name: expected (<) and counted (>):"
        cat "$folder/difference"
        failures=$((failures + 1))
    fi
    rm -rf "$folder/profile"
done <"$folder/cases"

for source in "$here"/patterns/*.cu; do
    name=$(basename "$source" .cu)
    grep -q "^$name\( \|$\)" "$folder/cases" && continue
    echo "counts.txt has no case of $name"
    failures=$((failures + 1))
done
echo "$(wc -l <"$folder/cases") cases, $failures failures"
[ "$failures" -eq 0 ]
