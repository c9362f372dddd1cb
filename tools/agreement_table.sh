#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Writes the tables of docs/agreement.md, first what differs, then all: what the CPU device says of each small program (which
# the tests emulator.agreement.* hold it to) beside what NVIDIA's tools said (the raw output of
# tools/agreement.sh).
# Usage: tools/agreement_table.sh [--check]
#   --check   changes nothing; exit code 1 when the document and the raw output do not agree, 77 when
#             there is no raw output yet
# Cases that nobody has run on a GPU yet are in emulator/agreement/waiting.txt, and are told as such.
# AGREEMENT_RESULTS names another folder with raw output, AGREEMENT_DOCUMENT another document,
# AGREEMENT_PROGRAMS another folder with the tables of the CPU device.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"

results=${AGREEMENT_RESULTS:-$root/docs/results/h200/agreement}
document=${AGREEMENT_DOCUMENT:-$root/docs/agreement.md}
programs=${AGREEMENT_PROGRAMS:-$root/emulator/agreement}
mode="write"
case ${1-} in
    '') ;;
    --check) mode=check ;;
    *) fail "usage: tools/agreement_table.sh [--check]" ;;
esac
if [ ! -d "$results" ]; then
    say "Skipped: no raw output of NVIDIA's tools in $results, so the tables cannot be compared with it."
    say "Next, on a machine with a GPU: tools/agreement.sh docs/results/h200/agreement"
    exit 77
fi
scratch=$(mktemp -d)
at_end 'rm -rf "$scratch"'

status=0
awk -f "$root/tools/lib/agreement_faults.awk" part=faults "$programs/faults.txt" \
    part=calls "$programs/solution_calls.txt" part=waiting "$programs/waiting.txt" \
    part=raw "$results/sanitizer.txt" >"$scratch/faults" || status=1
awk -f "$root/tools/lib/agreement_counts.awk" part=counts "$programs/counts.txt" \
    part=waiting "$programs/waiting.txt" part=raw "$results/ncu.csv" >"$scratch/counts" || status=1

# Replaces what stands between "<!-- NAME: begin ... -->" and "<!-- NAME: end -->".
awk -v folder="$scratch" '
    /^<!-- [a-z]+: end -->/ { inside = 0 }
    !inside { print }
    /^<!-- [a-z]+: begin/ {
        inside = 1
        name = $2
        sub(/:/, "", name)
        file = folder "/" name
        print ""
        while ((getline line <file) > 0) print line
        print ""
        close(file)
    }' "$document" >"$scratch/document"

if [ $mode = check ]; then
    diff "$document" "$scratch/document" || {
        status=1
        say "docs/agreement.md is not what the raw output gives. Next: tools/agreement_table.sh"
    }
elif ! cmp -s "$document" "$scratch/document"; then
    cat "$scratch/document" >"$document"
    say "docs/agreement.md has new tables."
fi
[ $status -eq 0 ] || say "See the messages above: differences need a reason in emulator/agreement/."
exit $status
