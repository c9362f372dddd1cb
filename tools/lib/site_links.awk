# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads pages of HTML, given by their paths from the folder of the site, and prints
#   name<TAB>page#anchor                for every id and name,
#   link<TAB>page<TAB>path<TAB>anchor   for every relative href and src; anchor is "-" when there is none.
# Of scripts only the names of their files are read. POSIX awk.

function resolve(path,    parts, count, kept, depth, i, joined) {
    count = split(folder path, parts, "/")
    for (i = 1; i <= count; i++) {
        if (parts[i] == "" || parts[i] == ".") continue
        if (parts[i] == ".." && depth > 0 && kept[depth] != "..") depth--
        else kept[++depth] = parts[i]
    }
    joined = depth ? kept[1] : "."
    for (i = 2; i <= depth; i++) joined = joined "/" kept[i]
    return joined
}

FNR == 1 {
    folder = FILENAME
    sub(/^\.\//, "", folder)
    page = folder
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
    script = 0
}
{
    rest = $0
    while (match(rest, /<script [^>]*src="[^"]*"/)) {
        value = substr(rest, RSTART, RLENGTH - 1)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/^.*"/, "", value)
        if (value !~ /^([a-z]+:|\/\/)/) print "link\t" page "\t" resolve(value) "\t-"
    }
}
/<script/ && !/<\/script>/ { script = 1 }
/<\/script>/ { script = 0 }
script { next }
{
    rest = $0
    gsub(/<script[^>]*>[^<]*<\/script>/, "", rest)
    while (match(rest, /[ \t](id|name|href|src)=("[^"]*"|'[^']*')/)) {
        kind = substr(rest, RSTART + 1, 2)
        value = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/^[^=]*=["']/, "", value)
        sub(/["']$/, "", value)
        gsub(/&amp;/, "\\&", value)
        if (kind == "id" || kind == "na") { print "name\t" page "#" value; continue }
        if (value ~ /^[a-zA-Z][a-zA-Z0-9+.-]*:/ && value !~ /^(workshop-file|file):/ || value ~ /^\/\//) continue
        at = index(value, "#")
        path = at ? substr(value, 1, at - 1) : value
        anchor = at ? substr(value, at + 1) : "-"
        if (path == "" && (anchor == "" || anchor == "-")) continue
        print "link\t" page "\t" (path == "" ? page : resolve(path)) "\t" (anchor == "" ? "-" : anchor)
    }
}
