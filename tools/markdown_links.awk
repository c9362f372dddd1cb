# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads one Markdown page (variable `page`: its path from the top folder) and prints
#   anchor<TAB>page#name                     for every heading and every id="..." in it,
#   link<TAB>page:line<TAB>path<TAB>name     for every relative link; name is "-" when it has none.
# Code blocks and code spans are not read. Used with lib/markdown.awk. Runs in any POSIX awk.

function add_anchor(name) { print "anchor\t" page "#" name }

function add_link(target,    at, path, name) {
    gsub(/^[ <]+|[ >]+$/, "", target)
    sub(/[ \t]+["'(].*$/, "", target)    # the optional title
    if (target == "" || target ~ /^[a-zA-Z][a-zA-Z0-9+.-]*:/ || target ~ /^\/\//) return
    gsub(/%20/, " ", target)
    at = index(target, "#")
    path = at ? substr(target, 1, at - 1) : target
    name = at ? substr(target, at + 1) : "-"
    sub(/\?.*$/, "", path)
    print "link\t" page ":" FNR "\t" (path == "" ? page : resolve(path)) "\t" (name == "" ? "-" : name)
}

BEGIN {
    folder = page
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
}

/^ *(```|~~~)/ {
    mark = $0
    sub(/^ */, "", mark)
    mark = substr(mark, 1, 3)
    if (!fence) fence = mark
    else if (fence == mark) fence = ""
    next
}
fence { next }

{
    line = $0
    if (line ~ /^#+ /) {
        text = line
        sub(/^#+ +/, "", text)
        sub(/ +#* *$/, "", text)
        name = heading_name(text)
        add_anchor(seen[name]++ ? name "-" (seen[name] - 1) : name)
    }
    gsub(/``[^`]*``|`[^`]*`/, "", line)

    rest = line
    while (match(rest, /(id|name)="[^"]*"/)) {
        value = substr(rest, RSTART, RLENGTH)
        gsub(/^[a-z]*="|"$/, "", value)
        add_anchor(value)
        rest = substr(rest, RSTART + RLENGTH)
    }
    rest = line
    while (match(rest, /(href|src|srcset)="[^"]*"/)) {
        value = substr(rest, RSTART, RLENGTH)
        gsub(/^[a-z]*="|"$/, "", value)
        add_link(value)
        rest = substr(rest, RSTART + RLENGTH)
    }
    rest = line
    while (match(rest, /\]\([^)]*\)/)) {
        add_link(substr(rest, RSTART + 2, RLENGTH - 3))
        rest = substr(rest, RSTART + RLENGTH)
    }
    if (match(line, /^ *\[[^]]+\]: +/) && line !~ /^ *\[\^/)
        add_link(substr(line, RSTART + RLENGTH))
}
