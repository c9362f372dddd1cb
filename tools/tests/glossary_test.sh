#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A page that the glossary gives for a term names it: by the term, or by one of its other names in
# docs/site/other_names.txt. First, that a page which does not is found.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tools/tests/expect_output.sh"

# look FOLDER: a line for each term that a page does not name
look() {
    (cd "$1" && awk -f "$root/tools/lib/markdown.awk" -f "$root/tools/lib/glossary_links.awk" docs/site/other_names.txt \
        docs/glossary.md) >"$scratch/links"
    cut -f 2 "$scratch/links" | sort -u | while read -r page; do
        # One line without marks, so that no break of a line is in the way.
        tr '\n' ' ' <"$1/$page" | tr -d '*`' | tr '_A-Z' ' a-z' | tr -s ' ' >"$scratch/page"
        awk -F '\t' -v page="$page" 'NR == FNR { text = text $0; next }
            $2 == page {
                for (i = 3; i <= NF; i++) if (index(text, $i)) next
                print "docs/glossary.md: " page " does not name \"" $1 "\""
            }' "$scratch/page" "$scratch/links"
    done
}

small=$scratch/small
mkdir -p "$small/docs/site" "$small/lessons"
printf 'glossary.html#far-away | distant, remote\nindex.html | lane\n' >"$small/docs/site/other_names.txt"
printf '# Glossary\n## Far away\n\nNot near. [L](../lessons/a.md#x)\n\n## Lane, row\n\nOne. [L](../lessons/a.md)\n' \
    >"$small/docs/glossary.md"
named() { # TEXT WANTED
    printf "$1" >"$small/lessons/a.md"
    look "$small" >"$scratch/output"
    printf "$2" >"$scratch/wanted"
    expect_same "$scratch/output" "$scratch/wanted"
}
far='docs/glossary.md: lessons/a.md does not name "Far away"\n'
lane='docs/glossary.md: lessons/a.md does not name "Lane, row"\n'
named 'It is *Far\naway*, in each row.' ''
named 'It is remote, in a `lane`.' ''
named 'It is far. Away.' "$far$lane"
named 'It is distant.' "$lane"

[ "$failures" -eq 0 ] || finish
look "$root" >"$scratch/missing"
[ "$(wc -l <"$scratch/links")" -ge 90 ] || failed "where are the links of the glossary?"
[ ! -s "$scratch/missing" ] || failed "$(cat "$scratch/missing")
Next: name the term there once, or its usual other name in docs/site/other_names.txt"
finish
