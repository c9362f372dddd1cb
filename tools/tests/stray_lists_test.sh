#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# No line of a paragraph in any text begins a list by accident. First, that such a line is found.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"
cd "$root"

# stray WANTED: the numbers of the lines of standard input that are found
stray() {
    cat >"$scratch/text.md"
    awk -f tools/lib/stray_lists.awk "$scratch/text.md" >"$scratch/output" || true
    lines=$(sed 's/.*text\.md:\([0-9]*\):.*/\1/' "$scratch/output" | tr '\n' ' ')
    [ "$lines" = "$1" ] || failed "found in lines '$lines', wanted '$1': $(cat "$scratch/text.md")"
}
printf 'The new term is\n1. One is enough.\n' | stray "2 "
printf 'A sum of a\n- b, or\n+ c, and no\n* d\n' | stray "2 3 4 "
printf 'In the year\n2017) it was\n' | stray "2 "
printf '1. the new term is\n   1. One is enough.\n2. two\n' | stray "2 "
printf '1. one\n2. two\n   goes on\n3. three\n\n   - four\n   - five\n4. six\n' | stray ""
printf 'Text:\n\n- one\n- two\n\nText\n- three\n' | stray "7 "
printf '```\na\n- b\n```\n- c\n  goes -1. on\n' | stray ""
printf '~~~\na\n```\n- b\n~~~\nc\n1. d\n' | stray "7 "

find . \( -name .git -o -name .workshop -o -path ./build \) -prune -o -name '*.md' -type f -print |
    LC_ALL=C sort >"$scratch/texts"
[ "$(wc -l <"$scratch/texts")" -ge 20 ] || failed "where are the texts?"
xargs awk -f tools/lib/stray_lists.awk <"$scratch/texts" ||
    failed "these lines begin a list by accident: break the line elsewhere, or put an empty line before the list"
finish
