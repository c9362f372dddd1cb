#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The list of links at the top of "Common mistakes" of each lesson has all of them. `make snippets` writes it.
# Usage: tools/mistakes.sh [--write] [FOLDER]   FOLDER: of the texts, lessons unless given
# Exit code 1: a list is missing or out of date, or could not be written.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
write=
[ "${1-}" != --write ] || { write=yes && shift; }
folder=${1:-$root/lessons}
work=$(mktemp -d)
at_end 'rm -rf "$work"'
status=0
for text in "$folder"/*/README.md; do
    name=${text#"$root"/}
    # In bytes, so that every awk breaks the lines at the same places.
    LC_ALL=C awk -f "$root/tools/lib/markdown.awk" -f "$root/tools/lib/mistakes.awk" "$text" "$text" >"$work/text" || {
        complain "$name: there is no line <!-- list of the mistakes: make snippets writes it --> below Common mistakes"
        status=1
        continue
    }
    cmp -s "$text" "$work/text" && continue
    if [ -n "$write" ]; then
        cat "$work/text" >"$text"
        say "$name: the list of the mistakes was written"
    else
        complain "$name: the list of the common mistakes is out of date. Next: make snippets"
        status=1
    fi
done
exit $status
