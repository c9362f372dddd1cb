# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the pages that the glossary links must name: a line "term<TAB>path<TAB>name<TAB>name..." for each link of a term
# to another page. Any of the names will do: the parts of the term, and its other names. Reads
# docs/site/other_names.txt, then docs/glossary.md, after lib/markdown.awk. POSIX awk.

function key(text) { text = tolower(text); gsub(/^ +| +$/, "", text); return text }

BEGIN { folder = "docs/" }
FILENAME ~ /other_names\.txt$/ {
    if (!/^glossary\.html#/) next
    at = index($0, "|")
    anchor = key(substr($0, 15, at - 15))
    other[anchor] = substr($0, at + 1)
    next
}
/^## / {
    term = substr($0, 4)
    names = term
    gsub(/\([^)]*\)/, "", names)
    if (heading_name(term) in other) names = names "," other[heading_name(term)]
    next
}
term != "" {
    rest = $0
    while (match(rest, /\]\([^)#]+\.md(#[^)]*)?\)/)) {
        path = substr(rest, RSTART + 2, RLENGTH - 3)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/#.*/, "", path)
        line = term "\t" resolve(path)
        count = split(names, part, ",")
        for (i = 1; i <= count; i++) line = line "\t" key(part[i])
        print line
    }
}
